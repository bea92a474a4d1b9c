import t from "tap";
import { parseMarkdown } from "../../../../src/codec/text/markdown.ts";
import { inlineCode, splitLines } from "../../../../src/web/shared/text/lines.ts";

const marksIn = (text: string) => splitLines(parseMarkdown(text)).map(({ mark }) => mark?.trim());

t.test("[BOT-37] lines of lists, quotes and code are recognised, and every character stays", async (t) => {
  const rows: readonly (readonly [text: string, marks: readonly (string | undefined)[]])[] = [
    ["one\ntwo", [undefined, undefined]],
    ["- one\n* two\n+ three\n• four", ["-", "*", "+", "•"]],
    ["1. one\n2) two\n10. ten", ["1.", "2)", "10."]],
    ["  - deeper", ["-"]],
    ["> said\n>more\nnot", [">", ">", undefined]],
    ["```js\nlet a = 1;\n- no list\n```\nafter", ["```", "```", "```", "```", undefined]],
    ["```one line```\nafter", [undefined, undefined]],
    ["```\nnever closed\n> still", ["```", "```", "```"]],
    ["-none\n1.5 kg\n*bold* text\n-\n--- ", [undefined, undefined, undefined, "-", undefined]],
    ["a\n\n\nb\n", [undefined, undefined, undefined, undefined]],
    ["\r\n- a\r\n", [undefined, "-"]],
    ["- **bold** and [a link](https://a.example)\nnext", ["-", undefined]],
    ["**bold\n- item**\n", [undefined, "-"]],
    ["", []],
  ];
  for (const [text, marks] of rows) {
    t.strictSame(marksIn(text), marks, JSON.stringify(text));
    const parts = parseMarkdown(text);
    const shown = splitLines(parts).flatMap((line) => line.parts);
    t.equal(shown.map((part) => part.text).join(""), parts.map((part) => part.text).join(""));
  }
  const [first] = splitLines(parseMarkdown("- **bold** [x](https://a.example)\n"));
  t.match(first?.parts, [
    { text: "- " },
    { text: "bold", bold: true },
    { text: " " },
    { text: "x", link: "https://a.example" },
    { text: "\n" },
  ]);
});

t.test("[BOT-37] code in a line keeps its marks", async (t) => {
  t.strictSame("run `npm ci` now".split(inlineCode), ["run ", "`npm ci`", " now"]);
  t.strictSame("`a` `b`".split(inlineCode), ["", "`a`", " ", "`b`", ""]);
  t.strictSame("one ` alone".split(inlineCode), ["one ` alone"]);
});
