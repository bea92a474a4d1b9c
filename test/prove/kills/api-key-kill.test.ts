import t from "tap";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { ada, Installation } from "../../system/harness/service/installation.ts";

t.setTimeout(120_000);

t.test("[AUTH-16] a key that was shown works after a kill, and a revoked key never again", async (t) => {
  const installation = await Installation.create(t, "https://shop.example.com/hook", { agents: [ada] });
  await installation.start();
  const api = await DeskApi.logIn(installation.url, ada);
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${installation.url}/api/chats`, { headers: { authorization: `Bearer ${key}` } })).status;

  const made = await api.call("POST", "/keys", { name: "import", scopes: ["chats:read"] });
  await installation.kill();
  const { key, apiKey }: { readonly key: string; readonly apiKey: { readonly id: string } } = Object(made.body);
  await installation.start();
  t.equal(await statusOf(key), 200);

  const revoked = await api.call("DELETE", `/keys/${apiKey.id}`);
  await installation.kill();
  t.equal(revoked.status, 200);
  await installation.start();
  t.equal(await statusOf(key), 401);
});
