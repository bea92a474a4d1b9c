import fc from "fast-check";
import t from "tap";
import { firstLinkIn } from "../../../src/codec/text/first-link.ts";
import { parseMarkdown } from "../../../src/codec/text/markdown.ts";
import { readPageHead } from "../../../src/codec/text/page-head.ts";

const head = (html: string, charset?: string) => readPageHead(Buffer.from(html), charset);

t.test("the head of a page: Open Graph first, then the tags of HTML, as plain text", async (t) => {
  const empty = { description: "", site: "" };
  const cases: readonly (readonly [string, object | null])[] = [
    ["<title>Bikes &amp; parts</title>", { title: "Bikes & parts", ...empty }],
    ["<TITLE lang=en>\n  Two\n lines </TITLE>", { title: "Two lines", ...empty }],
    [
      `<title>No</title><meta property="og:title" content='Yes "it" is'><meta name=description content=Short>
       <meta content="Shop" property="og:site_name"><META NAME="og:title" CONTENT="Later">`,
      { title: 'Yes "it" is', description: "Short", site: "Shop" },
    ],
    ["<meta name=twitter:title content=No><h1>No</h1>", null],
    ["<title> &#32; </title>", null],
    ["<title>a&#x1F600;b &lt;i&gt; &copy; &#0; &#9999999;</title>", { title: "a😀b <i> &copy;", ...empty }],
    [`<title>${"😀".repeat(300)}</title>`, { title: "😀".repeat(200), ...empty }],
    ["", null],
  ];
  for (const [html, expected] of cases) t.strictSame(head(html), expected, html.slice(0, 60));
  const latin = Buffer.from("<meta charset=windows-1252><title>caf\xe9</title>", "latin1");
  t.equal(readPageHead(latin, undefined)?.title, "café");
  t.equal(readPageHead(Buffer.from("<title>caf\xe9</title>", "latin1"), "iso-8859-1")?.title, "café");
  t.equal(head("<title>café</title>", "no-such-charset")?.title, "café");
});

t.test("any bytes give a head or none, and its texts are bounded", async (t) => {
  const piece = fc.constantFrom("<meta ", "<title>", "</title>", "content=", '"', "'", ">", "&#", "og:title", " ", "a");
  const property = fc.property(
    fc.oneof(
      fc.uint8Array(),
      fc.array(piece).map((all) => Buffer.from(all.join(""))),
    ),
    (bytes) => {
      const found = readPageHead(bytes, undefined);
      return found === null || (found.title !== "" && found.title.length <= 400 && found.description.length <= 600);
    },
  );
  t.doesNotThrow(() => fc.assert(property));
});

t.test("the first link of a message is its first http address that is shown as a link", async (t) => {
  t.equal(firstLinkIn("See https://a.example/x, or http://b.example", []), "https://a.example/x");
  t.equal(firstLinkIn("mailto:a@b.example", []), null);
  t.equal(firstLinkIn("", parseMarkdown("[call](tel:+1) [shop](https://shop.example)")), "https://shop.example");
  t.equal(firstLinkIn("[x](https://x.example)", parseMarkdown("plain")), null);
});
