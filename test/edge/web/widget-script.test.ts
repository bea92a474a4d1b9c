import { Script } from "node:vm";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import t from "tap";
import { builtFile, builtFolder, openWebFiles } from "../../../src/edge/web/web-files.ts";
import { startService } from "../../harness/service.ts";
import { asWidget, change, widget } from "../../visitors/visitor-channel.ts";
import { ask } from "../wire.ts";

const look = {
  ...widget.look,
  color: "#ff8800",
  title: 'Hi </script><script>alert(1)// \u2028 "quoted"',
  sound: false,
};
const widgetOf = { ...widget, look, contactsForm: false };

/** The settings that the script passes to its loader. */
const settingsIn = (script: string): Record<string, unknown> => JSON.parse(/\}\)\((.*)\)$/s.exec(script)?.[1] ?? "");

t.test("[WJ-02] all addresses serve the script, with the channel's current settings", async (t) => {
  const service = await startService(t, { channels: asWidget({ widget: widgetOf }) });
  const get = async (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });
  const answer = await get("/widget/MOBILEAPP1");
  t.equal(answer.status, 200);
  t.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
  t.equal(answer.headers.get("cache-control"), "public, max-age=60");
  t.equal(answer.headers.get("access-control-allow-origin"), "*");
  const script = await answer.text();
  t.equal(await (await get("/script/widget/MOBILEAPP1")).text(), script);
  t.equal(await (await get("/script/widget/MOBILEAPP1.js")).text(), script);
  const settings = settingsIn(script);
  t.match(settings, { id: "MOBILEAPP1", origin: service.url, look, contactsForm: false, callback: null });
  t.ok(new Script(script), "both are the same script");
  t.notOk(/<\/script|\u2028/.test(script), "the script is safe between the tags of a page");
  t.equal((await get(String(settings["body"]))).status, 200, "the body is at the given position");

  await change(service, {
    widget: {
      ...widgetOf,
      contactsForm: true,
      contactsFirst: true,
      home: true,
      suggestions: ["Prices"],
      callback: { ...widget.callback, enabled: false },
    },
  });
  const changed = await get("/widget/MOBILEAPP1", { "if-none-match": answer.headers.get("etag") ?? "" });
  t.equal(changed.status, 200, "another script has another tag");
  t.match(settingsIn(await changed.text()), {
    contactsForm: true,
    contactsFirst: true,
    suggestions: ["Prices"],
    callback: "Callback disabled",
  });
  await change(service, { enabled: false });
  t.equal((await get("/widget/MOBILEAPP1")).status, 200, "a disabled widget is refused at its socket");
});

t.test("[WJ-02] /widget.js loads the widget that its tag names", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const finder = new Script(await (await fetch(`${service.url}/widget.js`)).text());
  const loadedFor = (attributes: Readonly<Record<string, string>>): string | undefined => {
    const loaded: { readonly src: string }[] = [];
    const currentScript = {
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      src: `${service.url}/widget.js`,
      after: (script: { readonly src: string }) => loaded.push(script),
    };
    const document = { currentScript, createElement: () => ({}) };
    finder.runInNewContext({ document, URL, console: { error: () => undefined } });
    return loaded[0]?.src.toString();
  };
  t.equal(loadedFor({ async: "", "data-widget-id": "MOBILEAPP1" }), `${service.url}/widget/MOBILEAPP1`);
  t.equal(loadedFor({ "data-chat-id": "../x" }), `${service.url}/widget/..%2Fx`);
  t.equal(loadedFor({ "data-id": "MOBILEAPP1" }), `${service.url}/widget/MOBILEAPP1`);
  t.equal(loadedFor({ id: "x", "data-name": "MOBILEAPP1" }), undefined);
});

t.test("an id that does not belong to a widget is not found", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  for (const id of ["OTHERAPP01", "NOSUCHAPP1", "mobileapp1", "..", "%2e%2e", "MOBILEAPP1%00", "MOBILEAPP1/x", ""]) {
    const answer = await ask(Number(new URL(service.url).port), "GET", `/widget/${id}`);
    t.equal(answer.status, 404, id);
  }
});

t.test("a script is sent in a form that the browser accepts, or answered 304 if the browser has it", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const port = Number(new URL(service.url).port);
  const path = "/widget/MOBILEAPP1";
  const plain = await ask(port, "GET", path);
  const gzip = await ask(port, "GET", path, undefined, ["Accept-Encoding: gzip, deflate"]);
  const none = await ask(port, "GET", path, undefined, ["Accept-Encoding: br;q=0, gzip;q=0.0"]);
  t.equal(plain.headers.get("content-encoding"), undefined);
  t.equal(plain.headers.get("vary"), "Accept-Encoding");
  t.equal(none.body, plain.body);
  const raw = async (encoding: string): Promise<string> => {
    // `fetch` decompresses the answers that it requested.
    const answer = await fetch(`${service.url}${path}`, { headers: { "accept-encoding": encoding } });
    t.equal(answer.headers.get("content-encoding"), encoding);
    return answer.text();
  };
  t.equal(await raw("gzip"), plain.body);
  t.equal(await raw("br"), plain.body);
  const head = await ask(port, "HEAD", path);
  t.equal(head.status, 200);
  t.equal(head.headers.get("content-length"), String(Buffer.byteLength(plain.body)));
  t.equal(head.headers.get("etag"), plain.headers.get("etag"));
  t.equal(gzip.headers.get("etag"), plain.headers.get("etag"));
  const tag = plain.headers.get("etag") ?? "";
  t.match(tag, /^W\/"[\w-]{16}"$/);
  for (const held of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
    const unchanged = await ask(port, "GET", path, undefined, [`If-None-Match: ${held}`]);
    t.equal(unchanged.status, 304, held);
    t.equal(unchanged.headers.get("etag"), tag);
    t.equal(unchanged.headers.get("cache-control"), "public, max-age=60");
    t.equal(unchanged.body, "");
  }
  t.equal((await ask(port, "GET", path, undefined, ['If-None-Match: "other"'])).status, 200);
  t.equal((await ask(port, "POST", path, "x")).status, 405);
});

t.test("built files are served under their version; a request for an older version must not be cached", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const port = Number(new URL(service.url).port);
  const body = String(settingsIn((await ask(port, "GET", "/widget/MOBILEAPP1")).body)["body"]);
  const present = await ask(port, "GET", body);
  t.equal(present.status, 200);
  t.equal(present.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const older = await ask(port, "GET", body.replace(/widget\/[^/]+/, "widget/before"));
  t.equal(older.status, 200);
  t.equal(older.headers.get("cache-control"), "no-store");
  t.equal(older.body, present.body);
  for (const path of [
    "widget/v/../loader.js",
    "widget/v/..%2floader.js",
    "..%2fwidget/v/body.js",
    "widget/v/body.js.gz",
  ])
    t.equal((await ask(port, "GET", `/assets/${path}`)).status, 404, path);
  for (const path of ["widget/v/%2e%2e", "widget/v/body.js%00", "widget/v/", "widget/v", "widget//body.js", "%ff/v/x"])
    t.equal((await ask(port, "GET", `/assets/${path}`)).status, 404, path);
});

t.test("pages are compressed, and answered 304 if the browser has them", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const port = Number(new URL(service.url).port);
  for (const path of ["/desk/", "/desk/manifest.webmanifest", "/inspector/", "/demo/MOBILEAPP1"]) {
    const plain = await ask(port, "GET", path);
    t.equal(plain.status, 200, path);
    t.equal(plain.headers.get("x-content-type-options"), "nosniff");
    const answer = await fetch(`${service.url}${path}`, { headers: { "accept-encoding": "gzip" } });
    t.equal(answer.headers.get("content-encoding"), "gzip", path);
    t.equal(await answer.text(), plain.body);
    const again = await ask(port, "GET", path, undefined, [`If-None-Match: ${plain.headers.get("etag")}`]);
    t.equal(again.status, 304, path);
    t.equal(again.headers.get("cache-control"), "no-cache");
    t.equal(again.headers.get("content-security-policy"), plain.headers.get("content-security-policy"));
  }
});

t.test("the types for pages have a stable address", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const answer = await fetch(`${service.url}/widget.d.ts`);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
  t.match(await answer.text(), /declare var svc_api: SvcApi;/);
});

t.test("each file exists in all its forms; a file that was not built is named at the start", async (t) => {
  const web = openWebFiles(builtFolder());
  for (const path of ["loader.js", "widget/body.js", "widget/svc-api.d.ts"]) {
    const file = web.find(path);
    t.ok(file?.gzip && gunzipSync(file.gzip).equals(file.plain), path);
    t.ok(file?.brotli && brotliDecompressSync(file.brotli).equals(file.plain), path);
  }
  t.throws(() => openWebFiles("/nonexistent/web"), { message: /Expected \/nonexistent\/web.*npm run build/ });
  const half = t.testdir({ "loader.js": "1" });
  t.throws(() => openWebFiles(half), { message: /loader\.js\.gz.*npm run build/ });
  const nothing = openWebFiles(t.testdir({ half: {} }));
  t.throws(() => builtFile(nothing, "loader.js"), { message: /Expected loader\.js .*npm run build/ });
});
