import t from "tap";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import { findMatches, indexOfMatch } from "../../../src/web/desk/conversation/log/find-matches.ts";

const message = (seq: number, text: string, more: Partial<DeskMessage> = {}): DeskMessage => ({
  seq,
  id: `m${seq}`,
  from: "client",
  type: "text",
  text,
  parts: [],
  fallback: null,
  buttons: [],
  buttonId: null,
  hidden: false,
  agentId: null,
  at: seq * 1_000,
  delivery: null,
  ...more,
});
const part = (text: string, bold = false) => ({ text, bold, italic: false, link: null });

t.test("words are found in the shown text of a chat, the newest place first", async (t) => {
  const messages = [
    message(1, "A café, a CAFE and a cafeteria"),
    message(2, "**ca**fe", { type: "markdown", from: "bot", parts: [part("ca", true), part("fe")] }),
    message(3, "Kim read about a cafe.", { type: "event", from: "system" }),
    message(4, "Ask the café", { type: "note", from: "agent", agentId: 1 }),
    message(5, "", { type: "photo", file_name: "cafe.png" }),
  ];
  const found = (words: string) => findMatches(messages, words).map(({ seq, span }) => [seq, span]);
  t.strictSame(found("Cafe"), [
    [5, null],
    [4, [8, 12]],
    [2, [0, 4]],
    [1, [21, 25]],
    [1, [10, 14]],
    [1, [2, 6]],
  ]);
  t.strictSame(found("a  CAFE"), []);
  t.strictSame(found(" and a "), [[1, [15, 20]]], "spaces around the words do not count");
  for (const nothing of ["", "  ", "tea"]) t.strictSame(found(nothing), []);
  t.strictSame(
    findMatches([message(1, "ﬁne 😀 e\u0301te\u0301")], "été").map(({ span }) => span),
    [[7, 12]],
    "a place is counted in the characters of the text, with its accents",
  );
});

t.test("a place is found again when older messages are loaded before it", async (t) => {
  const later = [message(7, "tea and tea")];
  const [, older] = findMatches(later, "tea");
  t.ok(older);
  if (older === undefined) return;
  t.equal(indexOfMatch(findMatches([message(3, "tea"), ...later], "tea"), older), 1);
  t.equal(indexOfMatch([], older), null);
});
