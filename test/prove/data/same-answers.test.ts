import fc from "fast-check";
import t from "tap";
import { lookThroughChats } from "../../../src/archive/postgres/postgres-index.ts";
import { termsOf } from "../../../src/core/search-words.ts";
import type { ArchiveIndex, IndexQuestion } from "../../../src/ports/archive-index.ts";
import type { ArchiveDocument, ArchivePlace, SearchFound } from "../../../workers/archive/archive.types.ts";
import { openIndex, temporaryFolder } from "../../archive/archive-world.ts";
import { startPostgresWorld } from "../../archive/postgres-world.ts";

const world = await startPostgresWorld(t);

/** Words that match in every way: prefixes of each other, accents, case, scripts without spaces, marks, symbols, long words. */
const pieces = [
  ...["a", "ab", "abc", "abcd", "Crème", "creme", "CRÈME", "Straße", "strasse", "ΟΔΟΣ", "οδός", "İstanbul", "ihlamur"],
  ...["東", "東京", "東京都", "京都", "都に", "がぎ", "ｶﾞ", "買う", "สวัสดี", "안녕", "안녕하세요", "й", "и", "Ёлка"],
  ...["anna.lee@example.com", "+1 (555) 010-0", "15", "155", "٣", "½", "ﬁne", "🙂", "…", "it's", "a'b", "a\\b", "a:*"],
  ...[
    "&",
    "|",
    "!",
    "'",
    "\\",
    "\0",
    "\n",
    "x".repeat(39),
    "x".repeat(40),
    "x".repeat(60),
    "𠮷野",
    "e\u0301",
    "क्षि",
    "\ud800",
  ],
];
const someText = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "grapheme", maxLength: 6 })),
  {
    maxLength: 6,
  },
);
const joined = someText.chain((words) => fc.constantFrom(" ", " ", ", ", "").map((between) => words.join(between)));
const channels = ["MOBILEAPP1", "OTHERAPP01", "WEBSITE01"];

const someChat: fc.Arbitrary<Omit<ArchiveDocument, "chatNumber">> = fc.record({
  closedAtMs: fc.integer({ min: 0, max: 40 }),
  channelId: fc.constantFrom(...channels),
  agentIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  texts: fc.array(joined, { maxLength: 3 }),
});

type Asked = Omit<IndexQuestion, "after">;
const someQuestion: fc.Arbitrary<Asked> = fc.record({
  text: fc.oneof(joined, joined, fc.constantFrom("", " ", "?!")),
  fromMs: fc.integer({ min: 0, max: 30 }),
  toMs: fc.oneof(fc.integer({ min: 0, max: 45 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  channelIds: fc.option(fc.subarray(channels), { nil: null }),
  agentId: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  isOldestFirst: fc.boolean(),
  rowsMax: fc.integer({ min: 1, max: 8 }),
  lookedAtMax: fc.constant(10_000),
});

type Search = (question: IndexQuestion) => Promise<SearchFound>;

const searchOf =
  (index: ArchiveIndex): Search =>
  async (question) => {
    const answer = await index.search(question);
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  };

/** All pages that are not empty. An additional empty page at the end makes no difference. */
async function pagesOf(search: Search, asked: Asked): Promise<readonly (readonly number[])[]> {
  const pages: (readonly number[])[] = [];
  for (let after: ArchivePlace | null = null; ; ) {
    const { chatNumbers, next } = await search({ ...asked, after });
    if (chatNumbers.length > 0) pages.push(chatNumbers);
    after = next;
    if (after === null) return pages;
  }
}

/** The search by time, which replaces a slow search over the index. It looks at few chats for each page. */
const byTime: Search = async (question) => {
  const terms = termsOf(question.text);
  if (terms.length === 0 && question.text.trim() !== "") return { chatNumbers: [], next: null };
  const client = await world.pool.connect();
  try {
    await client.query("BEGIN");
    const found = await lookThroughChats(client, terms, { ...question, lookedAtMax: 5 });
    await client.query("COMMIT");
    return found;
  } finally {
    client.release();
  }
};

t.test("the index in PostgreSQL gives the same answers as the embedded index", async (t) => {
  const embedded = await openIndex(t, temporaryFolder(t));
  const shared = world.index(t);
  await shared.open();
  let answered = 0;
  let found = 0;
  let lastNumber = 0;
  let present: readonly number[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(someChat, { minLength: 1, maxLength: 25 }),
      fc.array(fc.nat(50), { maxLength: 5 }),
      fc.array(someQuestion, { minLength: 12, maxLength: 12 }),
      async (chats, places, questions) => {
        // Some chats are indexed again and some are removed, as after a chat was reopened or deleted.
        const numbers = chats.map((_, index) => present[(places[index] ?? 99) % 60] ?? lastNumber + index + 1);
        const take = chats.map((chat, index) => ({ ...chat, chatNumber: numbers[index] ?? 0 }));
        const unique = [...new Map(take.map((document) => [document.chatNumber, document])).values()];
        const forget = present.length > 60 ? present.slice(0, 30).filter((number) => !numbers.includes(number)) : [];
        lastNumber = Math.max(lastNumber, ...numbers);
        for (const index of [embedded, shared]) await index.change({ take: unique, forget });
        present = [...new Set([...present, ...numbers])].filter((number) => !forget.includes(number));
        for (const asked of questions) {
          const expected = await pagesOf(searchOf(embedded), asked);
          const pages = await pagesOf(searchOf(shared), asked);
          if (JSON.stringify(pages) !== JSON.stringify(expected))
            throw new Error(
              `Expected ${JSON.stringify(expected)} of ${JSON.stringify(asked)}, got ${JSON.stringify(pages)}`,
            );
          const slowly = (await pagesOf(byTime, asked)).flat();
          if (JSON.stringify(slowly) !== JSON.stringify(expected.flat()))
            throw new Error(
              `Expected ${JSON.stringify(expected)} by time of ${JSON.stringify(asked)}, got ${JSON.stringify(slowly)}`,
            );
          answered += 1;
          found += expected.length > 0 ? 1 : 0;
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
  t.ok(answered >= 720, `${answered} questions`);
  t.ok(found > answered / 10, `${found} of them with an answer`);
});
