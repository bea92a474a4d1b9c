import t from "tap";
import { groups } from "../../../src/web/build/docs/groups.ts";
import { startService } from "../../harness/service.ts";
import { ask } from "../wire.ts";

const addressOf = (path: string): string => `/docs/${path.replace(/(README)?\.md$/, "")}`;

t.test("the documentation is served to everybody, page by page", async (t) => {
  const service = await startService(t);
  const port = Number(new URL(service.url).port);
  const paths = groups.flatMap(({ entries }) =>
    entries.map((entry) => (typeof entry === "string" ? addressOf(entry) : entry.address)),
  );
  t.ok(paths.includes("/docs/") && paths.includes("/docs/protocol/") && paths.includes("/docs/bots"));
  for (const path of paths) t.equal((await ask(port, "GET", path)).status, 200, path);
  for (const [path, target] of [
    ["/docs", "/docs/"],
    ["/docs/protocol", "/docs/protocol/"],
    ["/docs/decisions", "/docs/decisions/"],
  ] as const) {
    const { status, headers } = await ask(port, "GET", path);
    t.same([status, headers.get("location")], [302, target]);
  }
  for (const path of ["/docs/nowhere", "/docs/bots.html", "/docs/..%2fdesk", "/docs/protocol/nowhere", "/docs/a/b"]) {
    const { status, body } = await ask(port, "GET", path);
    t.same([status, JSON.parse(body).error.code], [404, "not_found"], path);
  }
});

t.test(
  "programs get each page as Markdown, and the list of all pages, and every link in them leads somewhere",
  async (t) => {
    const port = Number(new URL((await startService(t)).url).port);
    const list = await ask(port, "GET", "/llms.txt");
    t.equal(list.headers.get("content-type"), "text/plain; charset=utf-8");
    t.match(list.body, /^# Parley\n\n> .+\n\n.+\n\n## Start\n\n- \[Documentation\]\(\/docs\/README\.md\): .+\.\n/);
    t.match(list.body, "[API reference](/openapi.json): Every operation");
    const seen = new Map<string, string>();
    const linksOf = (text: string): readonly string[] =>
      [...text.replace(/^```.*?^```$|`[^`]*`/gms, "").matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(
        ([, link = ""]) => link,
      );
    for (const link of linksOf(list.body)) seen.set(link, "/llms.txt");
    const pages = groups.flatMap(({ entries }) => entries.filter((entry) => typeof entry === "string"));
    t.same([...seen.keys()].filter((link) => link.endsWith(".md")).sort(), pages.map((path) => `/docs/${path}`).sort());
    for (const path of pages) {
      const { status, headers, body } = await ask(port, "GET", `/docs/${path}`);
      t.same([status, headers.get("content-type")], [200, "text/markdown; charset=utf-8"], path);
      t.match(body, /^# /, path);
      for (const link of linksOf(body)) if (!/^https?:/.test(link)) seen.set(link, path);
    }
    for (const [link, page] of seen) t.equal((await ask(port, "GET", link)).status, 200, `${link} in ${page}`);
  },
);

const firstLoadBytesMax = 20_000;

t.test("a long page, its style and its script are small", async (t) => {
  const service = await startService(t);
  const port = Number(new URL(service.url).port);
  const path = "/docs/protocol/chat-channel";
  const { body } = await ask(port, "GET", path);
  const needed = [...(body.match(/\/assets\/docs\/[^"]+\.(css|js)/g) ?? []), path];
  t.equal(needed.length, 3);
  let bytes = 0;
  for (const one of needed)
    bytes += Number((await ask(port, "HEAD", one, undefined, ["Accept-Encoding: br"])).headers.get("content-length"));
  t.ok(bytes > 0 && bytes <= firstLoadBytesMax, `${bytes} bytes of at most ${firstLoadBytesMax}`);
});

t.test(
  "browsers check a page each time and get 304 if they have it; the files that the page loads are cached forever",
  async (t) => {
    const service = await startService(t);
    const port = Number(new URL(service.url).port);
    const page = await ask(port, "GET", "/docs/widget");
    t.equal(page.headers.get("cache-control"), "no-cache");
    t.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    t.notMatch(page.headers.get("content-security-policy"), /unsafe|\*|https?:/);
    t.match(page.headers.get("content-security-policy"), /^default-src 'none'; .*trusted-types 'none'/);
    t.notMatch(page.body, /<style|style=|<script[^>]*>[^<]|\son\w+=/i, "no inline script or style");
    const held = await ask(port, "GET", "/docs/widget", undefined, [`If-None-Match: ${page.headers.get("etag")}`]);
    t.same([held.status, held.body], [304, ""]);

    const assets = new Set(page.body.match(/\/assets\/docs\/[^"]+/g));
    const kinds = new Set<string | undefined>();
    const version = [...assets][0]?.split("/")[3] ?? "";
    for (const path of [...assets, `/assets/docs/${version}/search.json`]) {
      const { status, headers } = await ask(port, "GET", path, undefined, ["Accept-Encoding: br"]);
      t.equal(status, 200, path);
      t.equal(headers.get("cache-control"), "public, max-age=31536000, immutable", path);
      t.equal(headers.get("content-encoding"), path.endsWith(".png") ? undefined : "br", path);
      kinds.add(headers.get("content-type"));
    }
    t.same([...kinds].sort(), [
      "application/json",
      "image/png",
      "image/svg+xml",
      "text/css; charset=utf-8",
      "text/javascript; charset=utf-8",
    ]);
    const older = await ask(port, "GET", `/assets/docs/before/docs.css`);
    t.equal(older.headers.get("cache-control"), "no-store");
  },
);
