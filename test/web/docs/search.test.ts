import MiniSearch from "minisearch";
import t from "tap";
import { excerptOf, markWords } from "../../../src/web/docs/excerpt.ts";
import type { IndexedSection } from "../../../src/web/docs/index-options.ts";
import { indexOptions } from "../../../src/web/docs/index-options.ts";
import { titled } from "../../../src/web/docs/search-index.ts";
import { termsOf, wordsOf } from "../../../src/web/docs/words.ts";

const sections: readonly (readonly [heading: string, text: string])[] = [
  ["CH-47", "A notice opens no chat."],
  ["CH-04", "The form refuses 47 inputs, see CH-47."],
  ["CH-470", "Nothing of the kind."],
  ["Limits", "The key limits.channelPerSecond is 100. Others are counted."],
  ["Rates", "A channel has a limit per second: requests beyond are refused by the limiter."],
];

t.test("IDs and keys are indexed as complete words, and their parts are found too", async (t) => {
  t.same(wordsOf("See CH-47, `limits.channelPerSecond`. (POST /api/backup?)"), [
    ...["see", "ch-47", "limits.channelpersecond", "post", "api/backup"],
  ]);
  t.same(termsOf("CH-47"), ["ch-47", "ch", "47"]);
  const index = new MiniSearch<IndexedSection>(indexOptions);
  index.addAll(sections.map(([heading, text], id) => ({ id, group: "", page: "Page", heading, text, href: "" })));
  const find = (words: string) => index.search(words).map((found) => String(found["heading"]));
  t.same(find("ch-47"), ["CH-47", "CH-470", "CH-04"], "the rule itself is first");
  t.same(find("CH-48"), [], "another number is another rule");
  t.same(find("limits.channelPerSecond"), ["Limits"]);
  t.same(find("channelPerSecond"), ["Limits"], "a key is found by its last part");
  t.same(find("refused limit"), ["Rates"], "all words must be found");
  t.same(find("limmiter"), ["Rates"], "a word with a typing error is found");
  t.same(find("?!"), []);
});

t.test("guides are before rules, except for whoever looks for a rule", async (t) => {
  const index = new MiniSearch<IndexedSection>(indexOptions);
  const add = (id: number, group: string, heading: string, text: string) =>
    index.add({ id, group, page: "Page", heading, text, href: group });
  add(1, "Protocol", "WH-40", "The signature of a webhook.");
  add(2, "Decisions", "Signature", "Why it is so.");
  add(3, "Integrate", "Headers", "Check the signature of each event, see WH-40.");
  const find = (words: string) => index.search(words).map((found) => String(found["href"]));
  t.same(find("signature"), ["Decisions", "Integrate", "Protocol"], "a heading is still worth more");
  t.same(find("signature event"), ["Integrate"]);
  t.same(find("WH-40"), ["Protocol", "Integrate"]);
  t.same(titled("WH-40", "The signature. More."), ["WH-40 The signature", "More."]);
  t.same(titled("WH-40", `${"long ".repeat(40)}.`)[0], "WH-40", "a long sentence is no title");
  t.same(titled("Headers", "The signature. More."), ["Headers", "The signature. More."]);
});

t.test("an excerpt shows the first found word and marks every found word", async (t) => {
  const shown = (text: string, ...terms: string[]) =>
    excerptOf(text, terms)
      .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
      .join("");
  t.equal(shown("A <b>CH-47</b> and ch-47.", "ch-47"), "A <b>[CH-47]</b> and [ch-47].");
  t.equal(shown("Key limits.botPerSecond here", "botpersecond"), "Key limits.[botPerSecond] here");
  t.equal(shown("Nothing of it.", "other"), "Nothing of it.");
  t.equal(shown("", "other"), "");
  const long = `${"word ".repeat(60)}target ${"more ".repeat(60)}`.trim();
  const excerpt = shown(long, "target");
  t.match(excerpt, /^… (word )+\[target\] (more )+…$/);
  t.ok(excerpt.length < 180, `${excerpt.length} characters`);
  t.ok(shown("x".repeat(500), "y").length < 180, "a very long word is cut");
  t.same(markWords("a b", ["b"]), [
    { text: "a ", isFound: false },
    { text: "b", isFound: true },
  ]);
});
