import t from "tap";
import { framePage } from "../../../src/web/build/docs/frame-page.ts";
import { arrange } from "../../../src/web/build/docs/groups.ts";
import type { MarkdownPage } from "../../../src/web/build/docs/read-page.ts";
import { readPage } from "../../../src/web/build/docs/read-page.ts";
import { renderPage } from "../../../src/web/build/docs/render-page.ts";
import type { LinkTargets } from "../../../src/web/build/docs/resolve-link.ts";

const files = ["src/edge/README.md", "machines/chat/chat.machine.ts", "src/docs/image.png", "bench"];

function siteOf(texts: Readonly<Record<string, string>>): Map<string, MarkdownPage> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, readPage(path, text)]));
}

/** Renders the body of the page at this path, in a site of these pages. */
function render(path: string, texts: Readonly<Record<string, string>>, pictures: string[] = []): string {
  const pages = siteOf({ "README.md": "# Home", ...texts });
  const targets: LinkTargets = {
    pages,
    ownAddresses: new Set(["/docs/api"]),
    has: (file) => files.includes(file.replace(/\/$/, "")),
  };
  const page = pages.get(path);
  if (page === undefined) throw new Error(`Expected ${path} among the pages`);
  const addPicture = (picture: string): string => {
    pictures.push(picture);
    return "p.png";
  };
  return renderPage(page, targets, { addressOf: (name) => `/assets/${name}`, addPicture }).body;
}

const rules = {
  "protocol/README.md": "# Rules",
  "protocol/chat.md": "# Chat\n\n## A & `b`: c\n\n### CH-47\n\n### CH-47\n",
};
const linked = (link: string, text = "x", from = "bots.md"): string => {
  const body = render(from, { ...rules, "bots.md": "# Bots\n", [from]: `# Bots\n\n[${text}](${link})\n` });
  return /<p>(.*)<\/p>/.exec(body)?.[1] ?? body;
};

t.test("links point to addresses of the service, and files of the repository are named", async (t) => {
  for (const [link, href] of [
    ["README.md", "/docs/"],
    ["protocol/", "/docs/protocol/"],
    ["protocol/README.md", "/docs/protocol/"],
    ["protocol/chat.md#ch-47", "/docs/protocol/chat#ch-47"],
    ["protocol/chat.md#ch-47-1", "/docs/protocol/chat#ch-47-1"],
    ["protocol/chat.md#a--b-c", "/docs/protocol/chat#a--b-c"],
    ["#bots", "/docs/bots#bots"],
    ["https://example.com/?a=1&b=2", "https://example.com/?a=1&#38;b=2"],
    ["/docs/api#x", "/docs/api#x"],
    ["/openapi.json", "/openapi.json"],
  ] as const)
    t.equal(linked(link), `<a href="${href}">x</a>`, link);
  t.equal(
    linked("../bots.md", "x", "protocol/errors.md"),
    '<a href="/docs/bots">x</a>',
    "a link from a page in a folder",
  );
  t.equal(
    linked("protocol/chat.md", "protocol/chat.md"),
    '<a href="/docs/protocol/chat">Chat</a>',
    "the page is named by its title",
  );
  t.equal(linked("../edge/README.md"), "x (<code>src/edge/README.md</code>)");
  t.equal(linked("../../bench/", "the bench"), "the bench (<code>bench</code>)");
  t.equal(
    linked("../../machines/chat/chat.machine.ts", "`chat.machine.ts`"),
    "<code>machines/chat/chat.machine.ts</code>",
  );
});

t.test("a link without a target stops the build, and the error names the link", async (t) => {
  for (const [link, expected] of [
    ["nowhere.md", "a page of src/docs or a file of the repository"],
    ["../edge/gone.ts", "a page of src/docs or a file of the repository"],
    ["../../../outside.md", "a page of src/docs or a file of the repository"],
    ["protocol/chat.md#ch-99", "a heading with the anchor #ch-99"],
    ["#nowhere", "a heading with the anchor #nowhere"],
    ["/docs/nowhere", "the address of a page"],
    ["javascript:alert(1)", "an address with http:, https: or mailto:"],
  ] as const)
    t.throws(() => linked(link), { message: `Dead link in src/docs/bots.md: expected ${expected}, got "${link}".` });
});

t.test("text is escaped, and HTML other than pictures is rejected", async (t) => {
  const body = render("bots.md", {
    "bots.md":
      '# A \\<b> & "c"\n\n## `x<y>`\n\n`<img src=x onerror=1>` & &lt;\n\n```sh\necho "<script>" & # ü\n```\n\n| a |\n|---|\n| `<b>` |\n',
  });
  t.notMatch(body, /<(b|img|script|y)\b/);
  t.match(body, "<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>");
  t.match(body, "<span class=s>&#34;&#60;script&#62;&#34;</span> &#38; <span class=c># ü</span></code></pre>");
  t.match(body, '<h2 id="xy"><code>x&lt;y&gt;</code></h2><a href="#xy" aria-label="Link to x&#60;y&#62;">#</a>');
  const pictures: string[] = [];
  const shown = render(
    "bots.md",
    { "bots.md": '# A\n\n<img src="../../.github/a.png" width="20" alt="A &amp; b">\n' },
    pictures,
  );
  t.match(shown, '<img src="/assets/p.png" width="20" alt="A &amp; b" loading="lazy">');
  t.same(pictures, [".github/a.png"]);
  for (const html of [
    "<script>1</script>",
    "a <b>bold</b> word",
    '<img alt="no source">',
    '<div><img src="a.png"></div>',
  ])
    t.throws(() => render("bots.md", { "bots.md": `# A\n\n${html}\n` }), {
      message: /^Expected no HTML but <img src="…"> in src\/docs\/bots\.md, got </,
    });
});

t.test("each page is in one group, and an error names a page with a wrong group", async (t) => {
  const pages = siteOf({ "README.md": "# Home", "bots.md": "# Bots" });
  const of = (...entries: string[]) => [{ name: "Start", entries }];
  t.same(
    arrange(of("bots.md", "README.md"), pages)[0]?.pages.map(({ title, address }) => [title, address]),
    [
      ["Bots", "/docs/bots"],
      ["Home", "/docs/"],
    ],
  );
  t.throws(() => arrange(of("README.md"), pages), { message: /src\/docs\/bots\.md is in no group .*groups\.ts/ });
  t.throws(() => arrange(of("README.md", "bots.md", "bots.md"), pages), { message: /bots\.md is twice/ });
  t.throws(() => arrange(of("README.md", "bots.md", "gone.md"), pages), { message: /Start .* names gone\.md/ });
  t.throws(() => readPage("bots.md", "Bots"), { message: /src\/docs\/bots\.md to begin with a title/ });
});

t.test("a rendered page shows its place in the site, and the search finds its sections", async (t) => {
  const { sections } = readPage(
    "bots.md",
    "# Bots\n\nFirst.\n\n## Keys\n\n| key |\n|---|\n| `a.b` |\n\n- one\n- two\n\nTests: [a.test.ts](../a.test.ts)\n\n## End",
  );
  t.same(sections, [
    { heading: "Bots", id: "", text: "First." },
    { heading: "Keys", id: "keys", text: "key a.b one two" },
    { heading: "End", id: "end", text: "" },
  ]);
  const own = {
    title: "API <1>",
    address: "/docs/api",
    body: "<h1>API</h1>",
    contents: [],
    scripts: ["api.js"],
    sections: [],
  };
  const groups = [
    { name: "A", pages: [{ title: "Home", address: "/docs/" }] },
    { name: "B", pages: [own, { title: "Last", address: "/docs/last" }] },
  ];
  const html = framePage(own, groups, (name) => `/v/${name}`);
  t.match(html, "<title>API &#60;1&#62; · B · Parley documentation</title>");
  t.match(html, '<script type="module" src="/v/api.js"></script>');
  t.same(html.match(/<a[^>]*aria-current="page">[^<]*/g), ['<a href="/docs/api" aria-current="page">API &#60;1&#62;']);
  t.match(
    html,
    '<a class="card" rel="prev" href="/docs/"><span>Previous</span> Home</a><a class="card" rel="next" href="/docs/last">',
  );
  t.notMatch(html, /<style|style=|<script[^>]*>[^<]|\son\w+=/i, "no inline script or style");
});
