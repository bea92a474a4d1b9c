import t from "tap";
import { escapeXml, toPicture } from "../../../src/web/inspector/export/sequence-picture.ts";
import { toJsonFile, toText } from "../../../src/web/inspector/export/sequence-text.ts";
import { toSequence } from "../../../src/web/inspector/sequence/sequence-model.ts";
import { chatOf, failingChat, stepOf, utcTimes } from "./sequence-chat.ts";

const folded = { isUnfolded: false };
const hostile = `<script>alert("1")</script> & ]]> ' \u0000\u0008 \ud800`;

/** Returns the contents of all texts of a picture. */
const textsOf = (picture: string): readonly string[] =>
  [...picture.matchAll(/<text class="([a-z ]+)"[^>]*>([^<]*)<\/text>/g)].map(([, name, words]) => `${name}: ${words}`);

/** Checks what every XML reader requires: properly nested elements, quoted values, no other markup. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml.replaceAll(
    /<(\/?)([a-z]+)((?: [A-Za-z][\w-]*="[^"<]*")*)(\/?)>/g,
    (_, close, name, _values, isEmpty) => {
      if (close === "/") {
        const last = open.pop();
        if (last !== name) throw new Error(`Expected </${last}>, got </${name}>`);
      } else if (isEmpty === "") open.push(name);
      return "";
    },
  );
  if (open.length > 0) throw new Error(`Expected ${open.join(", ")} to be closed`);
  const strange = /[<"]|&(?!(?:amp|lt|gt|quot);)|[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/u.exec(rest.replaceAll('"', ""));
  if (strange !== null)
    throw new Error(`Expected text alone, got ${strange[0]} at ${rest.slice(strange.index, strange.index + 40)}`);
}

t.test("the picture of a failing delivery needs no other file and contains the texts of the drawing", (t) => {
  const picture = toPicture(toSequence(failingChat(), folded), utcTimes);
  t.doesNotThrow(() => assertWellFormed(picture));
  t.notMatch(picture, /<script|href|url\(|@import|style="| on[a-z]+="/, "no script, no outside reference");
  t.strictSame(picture.match(/https?:[^"]*/g), ["http://www.w3.org/2000/svg"]);
  t.equal(picture.match(/<style>/g)?.length, 1);
  const texts = textsOf(picture);
  t.ok(texts.includes("name: Chat 17, 10 steps, as of 2026-06-17, 15:00:00"));
  for (const words of ["title: Customer system", "title: delivery/…0001", "about: Message 3", "about state: failed"])
    t.ok(texts.includes(words), words);
  t.equal(texts.filter((words) => words.startsWith("label: attempt.failed")).length, 3);
  t.equal(texts.filter((words) => words === "word: failed").length, 1);
  t.equal(picture.match(/class="clock"/g)?.length, 2);
  t.equal(picture.match(/class="badge failed"/g)?.length, 1);
  t.equal(
    texts.filter((words) => words.startsWith("label: ")).length,
    13,
    "there are ten steps and three outgoing requests",
  );
  t.end();
});

t.test("all names are escaped as text, and characters that XML forbids are replaced", (t) => {
  const actor = `chat/${hostile}`;
  const steps = [stepOf(actor, hostile, 0, { from: `agent/${hostile}`, cause: hostile, after: hostile })];
  const picture = toPicture(toSequence(chatOf([], steps), folded), utcTimes);
  t.doesNotThrow(() => assertWellFormed(picture));
  t.notMatch(picture, "<script");
  t.match(picture, "&lt;script&gt;alert(&quot;1&quot;)");
  t.equal(escapeXml("a\u0000b\ufffe\ud800c\u{1f600}"), "a\ufffdb\ufffd\ufffdc\u{1f600}");
  t.end();
});

t.test("pictures of no steps and of 2,000 steps are valid", (t) => {
  t.doesNotThrow(() => assertWellFormed(toPicture(toSequence(chatOf([], []), folded), utcTimes)));
  const steps = Array.from({ length: 2_000 }, (_, index) => stepOf("chat/17", "message.received", index));
  const picture = toPicture(toSequence(chatOf([], steps), folded), utcTimes);
  t.doesNotThrow(() => assertWellFormed(picture));
  t.equal(picture.match(/>message\.received</g)?.length, 2_000);
  t.end();
});

t.test("the text export has one line per step with tabs between columns, for any contents", (t) => {
  const lines = toText(toSequence(failingChat(), folded), utcTimes).split("\n");
  t.equal(lines.length, 12, "a head, ten steps and the end of the last line");
  t.equal(lines[0], "Day\tTime\tFrom\tTo\tEvent\tState\tSent\tCause");
  t.equal(lines[1], "2026-06-17\t14:00:00\tCustomer system\tchat/17\tmessage.received\twaiting\t\trequest-0");
  t.match(
    lines[4],
    /\tchat\/17\tdelivery\/01J\w+\tdelivery\.queued\tattempting\tattempt 1 to Customer system\trequest-9000$/,
  );
  const hard = toText(toSequence(chatOf([], [stepOf("chat/17", "a\tb\nc", 0)]), folded), utcTimes);
  t.match(hard, /\ta b c\t/);
  t.end();
});

t.test("the JSON export is exactly the service's response", (t) => {
  const chat = failingChat();
  t.strictSame(JSON.parse(toJsonFile(chat)), JSON.parse(JSON.stringify(chat)));
  t.end();
});
