import t from "tap";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { Installation, kim } from "../../system/harness/service/installation.ts";
import { identitySecret, sign } from "../../visitors/visitor-tokens.ts";

t.setTimeout(120_000);

t.test("[WJ-49, WJ-51] what was proved is still proved after a kill, and the browser needs no new token", async (t) => {
  const identity = { secret: identitySecret };
  const channels = [{ id: "WEBSITE01", kind: "widget", name: "Web site", agents: [1], identity }];
  const installation = await Installation.create(t, "https://shop.example.com/hook", { config: { channels } });
  await installation.start();
  const service = { url: installation.url };
  const claims = { sub: "4711", name: "Ann", aud: "WEBSITE01", exp: Math.floor(Date.now() / 1_000) + 300 };
  const hello = { widget: "WEBSITE01", identity: await sign(claims) };
  const { page, ready } = await enterVisitor(t, service, hello);
  t.match(await page.ask({ type: "message", text: "Hi" }), { type: "done" });
  await installation.kill();

  await installation.start();
  const { ready: again } = await enterVisitor(t, service, { widget: "WEBSITE01", visitor: ready.visitor });
  t.match(again, { number: ready.number, visitor: ready.visitor, contact: { name: "Ann" }, chat: { id: "1" } });
  const api = await DeskApi.logIn(installation.url, kim);
  const { body } = await api.call("GET", "/chats/1");
  t.match(body, { chat: { client: { id: "id:4711", name: "Ann", proved: { id: "4711", name: true } } } });
});
