import t from "tap";
import { wrongTexts } from "../../../../src/web/build/texts.ts";
import type { Language } from "../../../../src/web/shared/language/languages.ts";
import { chooseLanguage, languages, regionOf } from "../../../../src/web/shared/language/languages.ts";
import { split, textsOf, useTexts } from "../../../../src/web/shared/language/texts.ts";

const room = { hello: "Hello {name}", chats: { one: "{n} chat", other: "{n} chats" } } as const;
const good = { hello: "Hallo {name}", chats: { one: "Ein Chat", other: "{n} Chats" } };

t.test("the stored choice is used first, then the browser's first known language, then English", async (t) => {
  t.equal(chooseLanguage("fr", ["de-AT"]), "fr");
  t.equal(chooseLanguage("xx", ["ja", "pt-BR", "de"]), "pt");
  t.equal(chooseLanguage(null, ["toString"]), "en");
});

t.test("numbers and dates follow the browser's country, in Arabic with Western digits as in ids", async (t) => {
  t.equal(regionOf("de", ["en-US", "de-AT"]), "de-AT");
  t.equal(regionOf("fr", ["de-AT"]), "fr");
  t.equal((12_345).toLocaleString(regionOf("ar", ["ar-EG"])), "12,345");
  t.match(new Date(0).toLocaleDateString(regionOf("ar", ["ar-EG"]), { timeZone: "UTC" }), "1970");
});

t.test("small numbers are written without a formatter, like the formatter of each language writes them", async (t) => {
  const text = textsOf("room", room);
  t.teardown(() => useTexts("en", {}));
  for (const language of Object.keys(languages) as Language[]) {
    const region = regionOf(language, []);
    useTexts(language, { room: { chats: "{n}" } }, region);
    for (const n of [0, 7, 42, 999, 1_000, 12_345, -1, 1.5]) t.equal(text("chats", { n }), n.toLocaleString(region));
  }
});

t.test("texts take values, and plural forms follow the language", async (t) => {
  t.teardown(() => useTexts("en", {}));
  const text = textsOf("room", room);
  t.equal(text("hello", { name: "{n} $&" }), "Hello {n} $&");
  t.equal(text("chats", { n: 1 }), "1 chat");
  useTexts("ar", { room: { chats: { zero: "0", one: "1", two: "2", few: "few", many: "many", other: "other" } } });
  t.same(
    [0, 1, 2, 3, 11, 100].map((n) => text("chats", { n })),
    ["0", "1", "2", "few", "many", "other"],
  );
  t.same(split(text("hello", { name: "{name}" }), { name: 7 }), ["Hello ", 7, ""]);
});

t.test("each wrong text is named by language, file and key", async (t) => {
  t.same(wrongTexts("de", "room", room, good), []);
  const wrong = (change: object): readonly string[] => wrongTexts("de", "room", room, { ...good, ...change });
  t.same(wrongTexts("de", "room", room, { hello: good.hello }), ["de/room: chats is missing."]);
  t.same(wrong({ more: "x" }), ["de/room: more is not among the English texts."]);
  t.same(wrong({ hello: "Hallo {nam}" }), [
    "de/room: hello lacks {name}.",
    "de/room: hello has {nam}, which English lacks.",
  ]);
  t.same(wrong({ chats: "Chats" }), ["de/room: chats must have plural forms."]);
  t.same(wrong({ chats: { one: "Chat", few: "Chats" } }), [
    "de/room: chats lacks the plural form other.",
    "de/room: chats has the superfluous plural form few.",
  ]);
  t.same(wrong({ chats: { one: " ", other: "{n}" } }), ["de/room: chats is empty."]);
});
