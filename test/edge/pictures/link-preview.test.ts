import type { ServerResponse } from "node:http";
import t from "tap";
import { startService } from "../../harness/service.ts";
import { fetchingHere, openPictureHost } from "./picture-host.ts";

const html =
  (body: string, type = "text/html; charset=utf-8") =>
  (response: ServerResponse): void =>
    void response.writeHead(200, { "content-type": type }).end(body);

t.test("agents get the preview of a link in a chat that they see; the service reads each page once", async (t) => {
  const host = await openPictureHost(t, {
    "/shop": html('<title>Bikes</title><meta name="description" content="New &amp; used">'),
    "/moved": (response) => void response.writeHead(302, { location: "/shop" }).end(),
    "/inside": (response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    "/data": html("{}", "application/json"),
    "/empty": html("<p>No title</p>"),
    "/large": html(`<title>Large</title>${"x".repeat(1_000_000)}`),
  });
  const config = { ...fetchingHere.config, linkPreviews: "on" as const };
  const service = await startService(t, { ...fetchingHere, config });
  const paths = ["shop", "moved", "inside", "data", "empty", "large", "gone"];
  for (const path of paths) await service.say("7", `See ${host.url}/${path}.`);
  await service.say("7", "No link here");
  const token = await service.logIn("kim");
  const ask = (seq: number | string, as = token) =>
    service.call("GET", `/api/chats/1/messages/${seq}/preview`, { token: as });
  const site = new URL(host.url).host;
  const preview = { url: `${host.url}/shop`, title: "Bikes", description: "New & used", site };
  t.match(await ask(1), { status: 200, body: { preview } });
  t.match((await ask(1)).body, { preview });
  t.equal(host.asked.length, 1);
  t.match((await ask(2)).body, { preview: { ...preview, url: `${host.url}/moved` } });
  const refused: readonly (readonly [number | string, RegExp])[] = [
    [3, /its address is not allowed/],
    [4, /it is not a page/],
    [5, /the page has no title/],
    [7, /its host answered HTTP 404/],
    [8, /no link/],
    [99, /no link/],
    ["x", /no link/],
  ];
  for (const [seq, says] of refused)
    t.match(await ask(seq), { status: 404, body: { error: { code: "not_found", message: says } } }, String(seq));
  t.match((await ask(6)).body, { preview: { title: "Large", description: "" } });
  t.match(await ask(1, await service.logIn("max")), { status: 404 }, "Max does not see this chat");
  for (const { headers } of host.asked)
    t.strictSame(Object.keys(headers).sort(), ["accept", "accept-encoding", "connection", "host", "user-agent"]);
});

t.test("no host of a link is asked while previews are off, which they are by default", async (t) => {
  const host = await openPictureHost(t, { "/shop": html("<title>Bikes</title>") });
  const service = await startService(t, fetchingHere);
  await service.say("7", `${host.url}/shop`);
  const answer = await service.call("GET", "/api/chats/1/messages/1/preview", { token: await service.logIn("kim") });
  t.match(answer, { status: 404, body: { error: { message: /switched off/ } } });
  t.strictSame(host.asked, []);
});
