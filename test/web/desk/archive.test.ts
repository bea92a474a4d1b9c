import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import { toCsvHead, toCsvRow } from "../../../src/web/desk/archive/archive-export.ts";
import { highlight, shorten } from "../../../src/web/desk/parts/highlight.ts";

const show = (pieces: ReturnType<typeof highlight>): string =>
  pieces.map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece)).join("");
const marked = (text: string, question: string): string => show(highlight(text, question));

t.test("words are marked with the same word boundaries that the archive uses", async (t) => {
  const cases: readonly (readonly [text: string, question: string, marked: string])[] = [
    ["Wheel and wheels", "wheel", "[Wheel] and [wheel]s"],
    ["Wheel and wheels", "wheel and", "[Wheel] [and] wheels"],
    ["cartwheel", "wheel", "cartwheel"],
    ["Café, CAFE\u0301, cafe", "cafe", "[Café], [CAFE\u0301], [cafe]"],
    ["ﬁne \ufb01le", "file", "ﬁne [\ufb01le]"],
    ["ﬁne", "f", "[ﬁ]ne"],
    ["🎈wheel🎈", "wheel", "🎈[wheel]🎈"],
    ["東京都庁", "京都", "東[京都]庁"],
    ["c1@mailbox.example", "c1@mailbox.example", "[c1]@[mailbox].[example]"],
    ["<b>bold</b>", "b", "<[b]>[b]old</[b]>"],
    ["nothing", "", "nothing"],
    ["nothing", " .,- ", "nothing"],
    ["", "a", ""],
    ["𝐖heel", "wheel", "[𝐖heel]"],
  ];
  for (const [text, question, expected] of cases) t.equal(marked(text, question), expected, `${text} / ${question}`);
});

t.test("a short line begins near its first marked word", async (t) => {
  const short = (text: string, question: string): string => show(shorten(highlight(text, question)));
  t.equal(short("Done, you get an e-mail about the order.", "order"), "… e-mail about the [order].");
  t.equal(short("Where is my order 48213?", "order"), "Where is my [order] 48213?");
  t.equal(short("Nothing in this long text is marked at all", "order"), "Nothing in this long text is marked at all");
  t.equal(short(`${"🎈".repeat(30)}order`, "order"), `… ${"🎈".repeat(20)}[order]`);
});

t.test("marking never loses a character of the text, for any search", async (t) => {
  const texts = ["İstanbul ǅ ﷺ e\u0301\u0302 \ud800 x", "ß ﬀ ㎏ 한국어 ไทย", "👩‍👩‍👧 family"];
  for (const text of texts)
    for (const question of ["i", "istanbul", "dz", "e", "x", "s", "ff", "kg", "ไทย", "한", "fam", "\u0301"])
      t.equal(
        highlight(text, question)
          .map((piece) => piece.text)
          .join(""),
        text,
        question,
      );
});

const chat = (client: Partial<DeskChat["client"]>): DeskChat =>
  ({
    id: "7",
    channelId: "SHOP",
    client: { id: "c-7", number: 3, name: "Tom", email: null, phone: null, description: null, ...client },
    ...{ agent: { id: 1, name: "Kim" }, department: null, createdAt: 0, closedAt: 60_000 },
    ...{ firstPage: null, page: null, session: null, rate: null, last: null },
  }) as unknown as DeskChat;

t.test("a row follows RFC 4180, and no cell is a formula", async (t) => {
  const cellsOf = (name: string): string =>
    toCsvRow(chat({ name }), "Shop").split(",c-7,")[1]?.split(",,,,1,Kim")[0] ?? "";
  const cases: readonly (readonly [name: string, cell: string])[] = [
    ["Tom", "Tom"],
    ["=1+1", "'=1+1"],
    ["+44", "'+44"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", `"'\rx"`],
    ["\n=1+1", `"'\n=1+1"`],
    [" =1+1", "' =1+1"],
    ["\u00a0=1+1", "'\u00a0=1+1"],
    ["\ufeff=1+1", "'\ufeff=1+1"],
    ["\u200b=1+1", "'\u200b=1+1"],
    ["\u000b=1+1", "'\u000b=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋44", "'＋44"],
    ["－1", "'－1"],
    ["＠SUM(A1)", "'＠SUM(A1)"],
    ["﹢44", "'﹢44"],
    ["Zoë", "Zoë"],
    ["京都", "京都"],
    ['=HYPERLINK("http://evil.example","a")', `"'=HYPERLINK(""http://evil.example"",""a"")"`],
    ["a,b", '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ["two\nlines", '"two\nlines"'],
    ["a=b", "a=b"],
    ["", ""],
  ];
  for (const [name, cell] of cases) t.equal(cellsOf(name), cell, name);
  const head = toCsvHead();
  t.match(head, /^\ufeffchat,channel,/);
  const row = toCsvRow(chat({}), "Shop");
  t.ok(head.endsWith("\r\n") && row.endsWith("\r\n"));
  t.equal(head.split(",").length, row.split(",").length, "the row has as many cells as the head");
  t.match(row, "1970-01-01T00:00:00.000Z,1970-01-01T00:01:00.000Z");
});
