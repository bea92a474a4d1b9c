import t from "tap";
import { bytesOf } from "../files/upload-parts.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, change, widget } from "./visitor-channel.ts";
import { sendFile } from "./visitor-file.ts";

const site = "https://shop.example.com";
const other = "https://evil.example";

const corsOf = (headers: Headers) => [headers.get("access-control-allow-origin"), headers.get("vary")];

t.test("[ERR-06] pages of the allowed origins send files, and other pages do not", async (t) => {
  const allowedOrigins = [`${site}/`, "http://localhost:8080"];
  const service = await startService(t, {
    channels: asWidget({ widget: { ...widget, allowedOrigins } }),
    limits: { senderPerSecond: 10, senderBurst: 20 },
  });
  const { visitor } = (await enterVisitor(t, service, {}, { headers: { origin: site } })).ready;
  const ask = (origin: string | null, id = "MOBILEAPP1") =>
    fetch(`${service.url}/widget/${id}/files?name=a&id=b`, {
      method: "OPTIONS",
      headers: {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
        ...(origin === null ? {} : { origin }),
      },
    });
  for (const origin of [site, "http://localhost:8080", service.url]) {
    const { status, headers } = await ask(origin);
    t.strictSame([status, ...corsOf(headers)], [204, origin, "Origin"]);
    t.equal(headers.get("access-control-allow-methods"), "POST");
    t.equal(headers.get("access-control-allow-headers"), "authorization, content-type");
    t.equal(headers.get("access-control-max-age"), "86400");
    t.equal(headers.get("access-control-allow-credentials"), null);
  }
  for (const origin of [other, "null", `${site}:444`, `${site}.evil.example`, null]) {
    const { status, headers } = await ask(origin);
    t.strictSame([status, ...corsOf(headers)], [403, null, "Origin"], `${origin}`);
    t.equal(headers.get("access-control-allow-methods"), null);
  }
  const nowhere = await ask(site, "NOWHERE");
  t.strictSame([nowhere.status, ...corsOf(nowhere.headers)], [404, null, "Origin"]);

  const bytes = bytesOf(20);
  const send = (origin: string, request: Parameters<typeof sendFile>[2] = {}) =>
    sendFile(service, bytes, { visitor, headers: { origin }, ...request });
  const foreign = await send(other);
  t.strictSame([foreign.status, ...corsOf(foreign.headers)], [403, null, "Origin"]);
  t.equal(foreign.body.error.message, "Header Origin must be one of the widget's web sites.");
  t.equal((await sendFile(service, bytes, { visitor })).status, 403, "a browser always sends its origin");
  const answers = [
    [201, await send(site)],
    [201, await send(service.url, { id: "own" })],
    [400, await send(site, { id: "" })],
    [401, await send(site, { visitor: "unknown" })],
  ] as const;
  for (const [status, answer] of answers) {
    const origin = status === 201 && answer === answers[1][1] ? service.url : site;
    t.strictSame([answer.status, ...corsOf(answer.headers)], [status, origin, "Origin"]);
  }
  let last = await send(site, { id: "" });
  for (let count = 0; last.status === 400 && count < 20; count += 1) last = await send(site, { id: "" });
  t.strictSame([last.status, ...corsOf(last.headers)], [429, site, "Origin"]);
  t.equal(last.headers.get("access-control-expose-headers"), "Retry-After", "the page can read when to try again");
  await change(service, { enabled: false });
  const off = await ask(site);
  t.equal(off.status, 204, "the preflight succeeds, so that the page can read the reason");
  const why = await send(site);
  t.strictSame([why.status, ...corsOf(why.headers)], [403, site, "Origin"]);
});

t.test("a widget without a list of origins accepts files from any page", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { visitor } = (await enterVisitor(t, service)).ready;
  for (const [index, origin] of [other, "null"].entries()) {
    const answer = await sendFile(service, bytesOf(5), { visitor, id: `f${index}`, headers: { origin } });
    t.strictSame([answer.status, ...corsOf(answer.headers)], [201, origin, "Origin"]);
  }
  const none = await sendFile(service, bytesOf(5), { visitor });
  t.strictSame([none.status, ...corsOf(none.headers)], [201, null, "Origin"]);
});
