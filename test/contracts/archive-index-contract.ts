import type { Test } from "tap";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import { chat, searchAll, searchPage } from "../archive/archive-world.ts";

/** An adapter under test. */
export interface ArchiveIndexUnderTest {
  /** Opens it, as the next process would. The test closes it at its end. */
  readonly open: () => Promise<ArchiveIndex>;
}

/** The contract of every index of the archive. `start` makes a new, empty one. */
export function runArchiveIndexContract(
  t: Test,
  name: string,
  start: (t: Test) => Promise<ArchiveIndexUnderTest>,
): void {
  t.test(
    `${name}: chats are found by all words of the question, newest or oldest first, and by agent, channel and time`,
    async (t) => {
      const index = await (await start(t)).open();
      await index.change({
        take: [
          chat(1, "My parcel is late", { agentIds: [1, 2] }),
          chat(2, "The parcels came too late", { channelId: "OTHERAPP01" }),
          chat(3, "Crème brûlée, please", { closedAtMs: 5_000 }),
          chat(4, "東京都に送ってください"),
          chat(5, "late again: parcel", { agentIds: [] }),
        ],
        forget: [],
      });
      for (const [text, found] of [
        ["parcel", [5, 2, 1]],
        ["PARCEL late", [5, 1]],
        ["late parcel", [5, 2, 1]],
        ["parc", [5, 2, 1]],
        ["parc late", []],
        ["late late", [5, 2, 1]],
        ["creme BRULEE", [3]],
        ["京都", [4]],
        ["京", [4]],
        ["東都", []],
        ["nothing", []],
        ["", [3, 5, 4, 2, 1]],
        ["  ", [3, 5, 4, 2, 1]],
        ["?!", []],
      ] as const) {
        t.strictSame(await searchAll(index, text), found, text);
        t.strictSame(await searchAll(index, text, { rowsMax: 1 }), found, `${text}, page by page`);
        t.strictSame(await searchAll(index, text, { lookedAtMax: 1 }), found, `${text}, a look at a time`);
        for (const asked of [{}, { rowsMax: 1 }, { lookedAtMax: 1 }])
          t.strictSame(await searchAll(index, text, { ...asked, isOldestFirst: true }), found.toReversed(), text);
      }
      t.strictSame(await searchAll(index, "late", { channelIds: ["OTHERAPP01"] }), [2]);
      t.strictSame(await searchAll(index, "", { channelIds: [] }), []);
      t.strictSame(await searchAll(index, "late", { agentId: 2 }), [1]);
      t.strictSame(await searchAll(index, "", { agentId: 1, channelIds: ["MOBILEAPP1"] }), [3, 4, 1]);
      for (const text of ["", "lat", "late too"]) {
        const all = (await searchAll(index, text)).map((number) => (number === 3 ? 5_000 : 1_000 + number));
        for (const [fromMs, toMs] of [
          [1_002, 1_004],
          [1_005, 1_005],
          [1_006, 4_999],
          [0, 1_001],
          [5_000, Number.MAX_SAFE_INTEGER],
        ] as const) {
          const found = await searchAll(index, text, { fromMs, toMs });
          t.equal(
            found.length,
            all.filter((atMs) => atMs >= fromMs && atMs <= toMs).length,
            `${text} ${fromMs} ${toMs}`,
          );
        }
      }
    },
  );

  t.test(`${name}: a chat is replaced or forgotten as a whole; a change done twice is done once`, async (t) => {
    const { open } = await start(t);
    const index = await open();
    const first = await index.change({ take: [chat(1, "red car"), chat(2, "red boat")], forget: [], rebuiltDownTo: 1 });
    const again = { take: [chat(1, "blue car", { closedAtMs: 9_000 })], forget: [2, 77] };
    await index.change(again);
    const second = await index.change(again);
    t.equal(second.changes, first.changes + 2);
    t.match(second, { id: first.id, rebuiltDownTo: 1 });
    t.strictSame(await searchAll(index, "re"), []);
    t.strictSame(await searchAll(index, "boat"), []);
    t.strictSame(await searchAll(index, "car"), [1]);
    t.strictSame((await searchPage(index, "")).chatNumbers, [1]);
    await index.close();
    const reopened = await open();
    t.strictSame(await reopened.open(), second, "it is still there for the next process");
    t.strictSame(await searchAll(reopened, "blue"), [1]);
  });

  t.test(`${name}: beginnings of very many words are searched by time, with the same result`, async (t) => {
    const index = await (await start(t)).open();
    const take = Array.from({ length: 6_000 }, (_, offset) =>
      chat(offset + 1, `order no${offset + 1} ${offset % 7 === 0 ? "rare" : ""}`),
    );
    for (let from = 0; from < take.length; from += 500)
      await index.change({ take: take.slice(from, from + 500), forget: [] });
    const newestFirst = take.map(({ chatNumber }) => chatNumber).reverse();
    t.strictSame(await searchAll(index, "no"), newestFirst);
    t.strictSame(await searchAll(index, "no", { isOldestFirst: true }), newestFirst.toReversed());
    t.strictSame(await searchAll(index, "order no"), newestFirst);
    t.strictSame(
      await searchAll(index, "rare n"),
      newestFirst.filter((number) => (number - 1) % 7 === 0),
    );
    t.strictSame(
      await searchAll(index, "no59", { lookedAtMax: 10 }),
      newestFirst.filter((number) => String(number).startsWith("59")),
    );
    t.strictSame(
      await searchAll(index, "no59 rar"),
      newestFirst.filter((number) => number === 59 && number % 7 === 1),
    );
  });

  t.test(
    `${name}: searches continue page by page, without a gap or a duplicate, while chats are added and forgotten`,
    async (t) => {
      const index = await (await start(t)).open();
      const numbers = Array.from({ length: 300 }, (_, offset) => offset + 1);
      await index.change({ take: numbers.map((number) => chat(number, "stays")), forget: [] });
      let isOver = false;
      const writing = (async () => {
        for (let number = 1_000; !isOver; number += 1)
          await index.change({ take: [chat(number, "stays"), chat(number + 10_000, "other")], forget: [number - 2] });
      })();
      for (let round = 0; round < 5; round += 1) {
        const isOldestFirst = round % 2 === 1;
        const found = await searchAll(index, "stays", { rowsMax: 7, isOldestFirst });
        t.strictSame(
          found.filter((number) => number <= 300),
          isOldestFirst ? numbers : numbers.toReversed(),
        );
        t.equal(new Set(found).size, found.length);
      }
      isOver = true;
      await writing;
    },
  );
}
