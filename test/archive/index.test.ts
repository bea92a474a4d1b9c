import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { EmbeddedIndex } from "../../src/archive/embedded-index.ts";
import { termsOf, wordsOf } from "../../src/core/search-words.ts";
import { DamagedIndexError } from "../../src/ports/archive-index.ts";
import { findDamage } from "../../workers/archive/environment.ts";
import { runArchiveIndexContract } from "../contracts/archive-index-contract.ts";
import { createMemoryArchiveIndex } from "../harness/memory-archive-index.ts";
import { chat, openIndex, searchAll, temporaryFolder } from "./archive-world.ts";

t.test("words match regardless of case, accents and width", async (t) => {
  for (const [text, words] of [
    ["Hello, HELLO hello!", ["hello"]],
    ["Crème brûlée at Ångström's café", ["creme", "brulee", "at", "angstrom", "s", "cafe"]],
    ["Straße STRASSE", ["strasse"]],
    ["ΟΔΟΣ οδός", ["οδοσ"]],
    ["İstanbul ISPARTA ıhlamur", ["istanbul", "isparta", "ihlamur"]],
    ["ｗｉｄｅ ﬁne", ["wide", "fine"]],
    ["anna.lee@example.com +1 (555) 010-0", ["anna", "lee", "example", "com", "1", "555", "010", "0"]],
    ["Ёлка й", ["елка", "и"]],
    ["東京都", ["東京", "京都", "都"]],
    ["がぎ ｶﾞ", ["がぎ", "ぎ", "ガ"]],
    ["iPhone 15を買う", ["iphone", "15", "を買", "買う", "う"]],
    ["안녕하세요", ["안녕하세요"]],
    ["\0\n🙂 …", []],
    ["x".repeat(100), ["x".repeat(40)]],
  ] as const) {
    t.strictSame([...wordsOf([text])], words, text);
  }
  t.strictSame(termsOf("Red car"), [
    { word: "red", isPrefix: false },
    { word: "car", isPrefix: true },
  ]);
  t.strictSame(termsOf("red RED"), [{ word: "red", isPrefix: false }]);
  t.strictSame(termsOf("東京都 京"), [
    { word: "東京", isPrefix: false },
    { word: "京都", isPrefix: false },
    { word: "京", isPrefix: true },
  ]);
});

runArchiveIndexContract(t, "the embedded index", async (t) => {
  const folder = temporaryFolder(t);
  return { open: () => openIndex(t, folder) };
});

runArchiveIndexContract(t, "the index in memory", async () => {
  const index = createMemoryArchiveIndex();
  return { open: async () => index };
});

t.test("a damaged index is recognised before it can crash the process, and a new index replaces it", async (t) => {
  const folder = temporaryFolder(t);
  const index = await openIndex(t, folder);
  const take = Array.from({ length: 500 }, (_, offset) => chat(offset + 1, `word${offset}`));
  await index.change({ take, forget: [] });
  await index.close();
  const path = join(folder, "index-1");
  const bytes = readFileSync(join(path, "data.mdb"));
  t.equal(findDamage(path), null);
  for (const [damaged, words] of [
    [Buffer.alloc(bytes.length, "x"), /no header/],
    [bytes.subarray(0, 10), /no header/],
    [bytes.subarray(0, 4_100), /no header/],
    [bytes.subarray(0, bytes.length - 1), /bytes, but its header says/],
    [bytes.subarray(0, 20_000), /20000 bytes/],
  ] as const) {
    writeFileSync(join(path, "data.mdb"), damaged);
    t.match(findDamage(path), words);
  }
  const again = await EmbeddedIndex.find(folder, 16);
  t.teardown(() => again.close());
  await t.rejects(again.open(), DamagedIndexError);
  await again.replace();
  t.match(await again.open(), { rebuiltDownTo: null });
  t.strictSame(await searchAll(again, ""), []);
  t.strictSame(readdirSync(folder), ["index-2"]);
});
