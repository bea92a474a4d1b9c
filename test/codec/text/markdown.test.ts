import fc from "fast-check";
import t from "tap";
import type { ChatMessage, MessageContent } from "../../../machines/chat/message.types.ts";
import { toDeskMessage } from "../../../src/codec/desk/desk.ts";
import type { MarkdownPart } from "../../../src/codec/text/markdown.ts";
import { parseMarkdown } from "../../../src/codec/text/markdown.ts";
import { asMessageId } from "../../../src/core/ids.ts";

/** Formats the parts of a text, with `B`, `I` and `<link>` in front of each part that has them. */
const spoken = (text: string): string =>
  parseMarkdown(text)
    .map(
      ({ text: said, bold, italic, link }) =>
        `${bold ? "B" : ""}${italic ? "I" : ""}${link ? `<${link}>` : ""}{${said}}`,
    )
    .join("");

const plain = (text: string): readonly MarkdownPart[] =>
  text === "" ? [] : [{ text, bold: false, italic: false, link: null }];

t.test("[BOT-37, VER-03] links, bold and italic in all their forms, one in another", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "See the **price list** [here](https://www.northgate-cycles.example/prices), *valid till May*.",
      "{See the }B{price list}{ }<https://www.northgate-cycles.example/prices>{here}{, }I{valid till May}{.}",
    ],
    ["**b** __b__ *i* _i_", "B{b}{ }B{b}{ }I{i}{ }I{i}"],
    ["***both*** ___both___ **_both_** *__both__*", "BI{both}{ }BI{both}{ }BI{both}{ }BI{both}"],
    ["*a **b***", "I{a }BI{b}"],
    ["**bold***italic*", "B{bold}I{italic}"],
    ["in*side*words", "{in}I{side}{words}"],
    ["😀_hi_😀", "{😀}I{hi}{😀}"],
    ["two\n*lines\nlong*", "{two\n}I{lines\nlong}"],
    ["**[a](tel:+15550100)**", "B<tel:+15550100>{a}"],
    ["[**b** c](http://x)", "B<http://x>{b}<http://x>{ c}"],
    ["[x](HTTPS://E) [y](mailto:a@b.example)", "<HTTPS://E>{x}{ }<mailto:a@b.example>{y}"],
    ["[a](http://x/(y)z))", "<http://x/(y)z>{a}{)}"],
    ["[a [b](http://u) c](http://v)", "{[a }<http://u>{b}{ c](}<http://v>{http://v}{)}"],
    ["[[a]](http://x)", "<http://x>{[a]}"],
    ["*a [b* c](http://u)", "{*a }<http://u>{b* c}"],
    ["*a**b*", "I{a**b}"],
    ["**a*", "{*}I{a}"],
    ["**open *i* on", "{**open }I{i}{ on}"],
  ];
  for (const [text, expected] of cases) t.equal(spoken(text), expected, text);
});

t.test("[BOT-37] a bare address is a link, and no character of it is a mark", async (t) => {
  const link = (address: string): string => `<${address}>{${address}}`;
  const cases: readonly (readonly [string, string])[] = [
    ["https://x/_new_/list", link("https://x/_new_/list")],
    ["see http://x/**a**/*b* now", `{see }${link("http://x/**a**/*b*")}{ now}`],
    ["_new_: HTTPS://X/_new_, _old_", `I{new}{: }${link("HTTPS://X/_new_")}{, }I{old}`],
    [
      "https://x/a_ https://x/b* https://x/__c__",
      ["https://x/a_", "https://x/b*", "https://x/__c__"].map(link).join("{ }"),
    ],
    ["**https://x/a_b_c** *see https://x/*", `B${link("https://x/a_b_c")}{ }I{see }I${link("https://x/")}`],
    ["_**https://x/_new_/list**_", `BI${link("https://x/_new_/list")}`],
    [
      "_see https://x/_new_/list_. *see https://x/a.*",
      `I{see }I${link("https://x/_new_/list")}{. }I{see }I${link("https://x/a")}I{.}`,
    ],
    ["__https://x/_new___", `B${link("https://x/_new_")}`],
    ["https://x/*[a]*/(b)", link("https://x/*[a]*/(b)")],
    ["(https://x/_a_). `https://x/_b_`", `{(}${link("https://x/_a_")}{). \`}${link("https://x/_b_")}{\`}`],
    ["[https://x/_a_](https://y)", "<https://y>{https://x/_a_}"],
    ["[*https://x/a*](https://y/_b_)", "I<https://y/_b_>{https://x/a}"],
    ["[a](https://x)https://x*", `<https://x>{a}${link("https://x*")}`],
    ["[a](https://x y)", `{[a](}${link("https://x")}{ y)}`],
    ["<https://x>", `{<}${link("https://x")}{>}`],
  ];
  for (const [text, expected] of cases) t.equal(spoken(text), expected, text);
});

t.test("[BOT-37] everything else appears literally", async (t) => {
  const literal = [
    "",
    "<b>hi</b> <img src=x onerror=alert(1)> &amp; &lt;",
    "# head\n- item\n1. item\n> quote\n`code` ~~gone~~ ![pic](x) http:// https://!",
    "\\",
    "a * b * c, 2 ** 3 ** 4",
    "snake_case_name, order__no__7, über_ä_ö",
    "**a, __a, *a, _a",
    "a**, a__, a*, a_",
    "**a\n\nb** *c\n \nd*",
    "**** ____ * _ ** __",
    "[a] [a]() [a](tel:1 [a] (tel:1) [](tel:1) [ ](tel:1)",
    "[a](tel:1 2) [a](tel:1\n2) [a](tel:1\u00002) [a](<tel:1>)",
    "[a](/there) [a](//x) [a](x.example) [a](#here) [a](http:) [a](http://) [a](https:x) [a](mailto:)",
    `[a](tel:${"1".repeat(8_192)})`,
    `http://x/_new_/${"y".repeat(8_192)}`,
  ];
  for (const text of literal) t.strictSame(parseMarkdown(text), plain(text), JSON.stringify(text).slice(0, 60));
  for (const scheme of [
    "javascript",
    "JaVaScRiPt",
    "data",
    "vbscript",
    "file",
    "ftp",
    "blob",
    "sms",
    "xhttp",
    "http.mailto",
  ]) {
    const text = `[a](${scheme}:alert) [a](${scheme}:x/y) [a](\u0001${scheme}:x)`;
    t.strictSame(parseMarkdown(text), plain(text), scheme);
  }
  t.equal(spoken("\\*a\\*"), "{\\}I{a\\}", "a backslash is no markup");
});

const markup = fc.string({
  unit: fc.constantFrom(
    "*",
    "**",
    "_",
    "__",
    "[",
    "]",
    "(",
    ")",
    "](http://x)",
    "](data:x)",
    "http://x",
    "a",
    "é",
    "😀",
    " ",
    "\n",
    "<b>",
  ),
  maxLength: 60,
});
const word = fc.stringMatching(/^[a-zé0-9<&.]{1,8}$/u);

/** A word in one style, written in one of the forms of that style. */
const styled: fc.Arbitrary<{ readonly written: string; readonly part: MarkdownPart }> = fc
  .record({
    text: word,
    bold: fc.constantFrom("", "**", "__"),
    italic: fc.constantFrom("", "*", "_"),
    hasLink: fc.boolean(),
  })
  .map(({ text, bold, italic, hasLink }) => {
    const emphasized = `${bold}${italic}${text}${italic}${bold}`;
    const part = { text, bold: bold !== "", italic: italic !== "", link: hasLink ? "https://x/y" : null };
    return { written: hasLink ? `[${emphasized}](https://x/y)` : emphasized, part };
  });

t.test("text that is written in these forms is parsed back, part by part", async (t) => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(fc.array(styled, { maxLength: 12 }), (words) => {
        const parts = parseMarkdown(words.map(({ written }) => written).join(" "));
        const styledText = (list: readonly MarkdownPart[]) =>
          list.flatMap(({ text, ...style }) =>
            [...text].filter((one) => one !== " ").map((one) => ({ one, ...style })),
          );
        const wanted = styledText(words.map(({ part }) => part));
        return JSON.stringify(styledText(parts)) === JSON.stringify(wanted);
      }),
    ),
  );
});

t.test(
  "any text: nothing is added, only markers and safe addresses are removed, and neighbouring parts differ",
  async (t) => {
    t.doesNotThrow(() =>
      fc.assert(
        fc.property(markup, (text) => {
          const parts = parseMarkdown(text);
          if (
            parts.some(({ text: said, link }) => said === "" || (link !== null && link !== "http://x" && link !== said))
          )
            return false;
          const withoutAddresses = (whole: string) => [...whole.replaceAll("](http://x)", "")];
          const said = withoutAddresses(parts.map((part) => part.text).join(""));
          for (const character of withoutAddresses(text)) {
            if (character === said[0]) said.shift();
            else if (!"*_[".includes(character)) return false;
          }
          if (said.length > 0) return false;
          const styles = parts.map(({ bold, italic, link }) => `${bold} ${italic} ${link}`);
          return styles.every((style, index) => style !== styles[index - 1]);
        }),
        { numRuns: 400 },
      ),
    );
    t.doesNotThrow(() =>
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (text) => {
          if (/[*_[]/.test(text)) return true;
          return JSON.stringify(parseMarkdown(text)) === JSON.stringify(plain(text));
        }),
      ),
    );
  },
);

t.test("long rows of markers take linear time", async (t) => {
  const units = [
    "*",
    "**a",
    "a*",
    "*_",
    "_*a",
    "a**b*",
    "*a_b",
    "a***b",
    "[",
    "[ ",
    "]",
    "](",
    "[a](",
    "[a](http://",
    "[*a](http://x)",
    "http://x*",
    "*http://x_",
    "[http://x",
    "(",
    "\n*",
  ];
  const long = (unit: string): string => unit.repeat(Math.ceil(200_000 / unit.length));
  // No closing marker matches any of the opening markers.
  const inVain = [long("_a ") + long("b* "), long("**a ") + long("b_ "), long("_a ") + long("b*c*** ")];
  // A parser that goes back for each marker needs minutes for one of these texts, and the test does not end.
  for (const text of [...units.map(long), ...inVain]) t.ok(parseMarkdown(text).length > 0, text.slice(0, 12));
});

t.test("a bot's message at the desk: parts, buttons, fallback, shown or not", async (t) => {
  const shown = (content: MessageContent, more: Partial<ChatMessage> = {}) => {
    const base = { seq: 1, id: asMessageId("m1"), from: "bot", agentId: null, atMs: 5, externalId: null } as const;
    return toDeskMessage({ ...base, deliveryId: null, content, ...more }, null);
  };
  const base = { seq: 1, id: "m1", from: "bot", agentId: null, at: 5, delivery: null };
  const without = { parts: [], fallback: null, buttons: [], buttonId: null, hidden: false };
  t.strictSame(shown({ type: "markdown", text: "A **b**", media: null, fallback: "A b" }, { isHidden: true }), {
    ...base,
    ...without,
    type: "markdown",
    text: "A **b**",
    parts: [...plain("A "), { text: "b", bold: true, italic: false, link: null }],
    fallback: "A b",
    hidden: true,
  });
  const buttons = [
    { text: "*Yes*", id: "7" },
    { text: "No", id: null },
  ];
  const title = "**Sure?**";
  t.strictSame(shown({ type: "buttons", text: title, media: null, buttons }), {
    ...base,
    ...without,
    type: "buttons",
    text: title,
    buttons,
  });
  t.strictSame(shown({ type: "text", text: title, media: null }), { ...base, ...without, type: "text", text: title });
  t.match(shown({ type: "text", text: "Yes", media: null }, { from: "client", buttonId: "7" }), { buttonId: "7" });
});
