import fc from "fast-check";
import type { Test } from "tap";
import type { ConversationKey } from "../../machines/ids.ts";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type {
  ActorRow,
  CommitNeeds,
  Key,
  LockedRows,
  ScanRange,
  Store,
  StoredRows,
  TableName,
  Write,
} from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { keyBytesMax } from "../../src/store/keys.ts";
import { counter, fact, message, messageWrite, samples, sampleWrites, tableNames } from "./store-rows.ts";

export interface StoreUnderTest {
  readonly name: string;
  /** Opens an empty store. The test closes it. */
  open(t: Test): Promise<Store>;
}

const put = (store: Store, ...writes: Write[]): Promise<void> => store.commit({}, () => writes);
const actorRow = (actor: string, conversation: ConversationKey): ActorRow => ({
  ...{ actor: asActorKey(actor), conversation, machine: "chat", version: 1, revision: 1 },
  ...{ state: "waiting", context: new Uint8Array(), deadlines: [] },
});
const keysOf = async <Table extends TableName>(store: Store, table: Table, range: ScanRange<Table>) =>
  (await store.scan(table, range)).map(({ key }) => key);

/** The contract of every adapter of the port `Store`. */
export function storeContract(t: Test, { name, open }: StoreUnderTest): void {
  const test = (title: string, run: (t: Test, store: Store) => Promise<void>): void => {
    t.test(`${name}: ${title}`, async (t) => {
      const store = await open(t);
      await run(t, store);
      await store.close();
    });
  };

  test("every table returns the rows that were written, before and after they are durable", async (t, store) => {
    const readAll = (rows: StoredRows = store): Promise<readonly unknown[]> =>
      Promise.all(tableNames.flatMap((table) => samples[table].map(({ key }) => rows.read(table, key as never))));
    const expected = tableNames.flatMap((table) => samples[table].map(({ row }) => row));
    const done = store.commit({}, () => sampleWrites());
    t.strictSame(await readAll(), expected, "while the commit runs");
    await done;
    t.strictSame(await readAll(), expected, "once it is durable");
    t.strictSame(await readAll(store.durable), expected, "among the durable rows");
    for (const table of tableNames) {
      const entries = await store.scan(table as "fact", { limit: 10 });
      const sorted = [...samples[table]].sort((left, right) => compareKeys(left.key, right.key));
      t.strictSame(entries, sorted, `scan of ${table}`);
    }
    t.strictSame(await readAll(), expected, "after the scan");
  });

  test("a row is overwritten and deleted; a row that never existed is undefined", async (t, store) => {
    t.equal(await store.read("counter", ["a"]), undefined);
    await put(store, counter("a", 1), counter("b", 1));
    await put(store, counter("a", 2));
    t.strictSame(await store.read("counter", ["a"]), { last: 2 });
    await store.scan("counter", { limit: 1 });
    const deleting = put(
      store,
      { table: "counter", key: ["a"], row: null },
      { table: "counter", key: ["c"], row: null },
    );
    t.equal(await store.read("counter", ["a"]), undefined);
    await deleting;
    t.equal(await store.read("counter", ["a"]), undefined);
    t.strictSame(await store.scan("counter", { limit: 9 }), [{ key: ["b"], row: { last: 1 } }]);
    await put(store, counter("a", 3));
    t.strictSame(await keysOf(store, "counter", { limit: 9 }), [["a"], ["b"]]);
  });

  test("the last write of a commit to a key counts", async (t, store) => {
    await put(store, counter("a", 1), { table: "counter", key: ["a"], row: null }, counter("b", 1), counter("b", 2));
    await put(store, counter("c", 1), { table: "counter", key: ["c"], row: null }, counter("c", 3));
    t.strictSame(await store.scan("counter", { limit: 9 }), [
      { key: ["b"], row: { last: 2 } },
      { key: ["c"], row: { last: 3 } },
    ]);
  });

  test("apply is called once, and sees every commit called before", async (t, store) => {
    const seen: unknown[] = [];
    const running: Promise<void>[] = [];
    for (let last = 1; last <= 50; last += 1) {
      running.push(
        store.commit(
          { conversations: [asConversationKey("client/A/1")], rows: [{ table: "counter", key: ["a"] }] },
          (rows) => {
            seen.push(rows.read("counter", ["a"])?.last);
            return [counter("a", last)];
          },
        ),
      );
    }
    await Promise.all(running);
    t.strictSame(seen, [undefined, ...Array.from({ length: 49 }, (_, index) => index + 1)]);
    t.strictSame(await store.read("counter", ["a"]), { last: 50 });
  });

  test("commits resolve in the order they were called, and never before the call returns", async (t, store) => {
    const order: number[] = [];
    const running = Array.from({ length: 20 }, (_, index) =>
      put(store, messageWrite(1, index + 1)).then(() => order.push(index)),
    );
    t.strictSame(order, []);
    await Promise.all(running);
    t.strictSame(
      order,
      [...order].sort((left, right) => left - right),
    );
    t.equal(order.length, 20);
  });

  test("a commit reads the rows in its needs, and no others", async (t, store) => {
    const [mine, other] = [asConversationKey("client/A/1"), asConversationKey("client/A/2")];
    const [chat, foreign] = [actorRow("chat/1", mine), actorRow("chat/2", other)];
    await put(store, counter("a", 1), counter("b", 2), messageWrite(1, 4), messageWrite(1, 5));
    await put(store, ...[chat, foreign].map((row): Write => ({ table: "actor", key: [row.actor], row })));
    const reading = (read: (rows: LockedRows) => unknown, needs: CommitNeeds): Promise<unknown> => {
      let found: unknown = "nothing";
      const done = store.commit(needs, (rows) => {
        found = read(rows);
        return [];
      });
      return done.then(() => found);
    };
    const counterA = (rows: LockedRows): unknown => rows.read("counter", ["a"]);
    t.strictSame(await reading(counterA, { rows: [{ table: "counter", key: ["a"] }] }), { last: 1 });
    await t.rejects(reading(counterA, { rows: [{ table: "counter", key: ["b"] }] }), /counter \["a"\]/);
    await t.rejects(reading(counterA, {}), /counter \["a"\]/);
    const chatOne = (rows: LockedRows): unknown => rows.read("actor", [chat.actor]);
    t.match(await reading(chatOne, { conversations: [mine] }), { actor: chat.actor }, "of a conversation it locks");
    const missing = { table: "actor", key: [asActorKey("chat/9")] } as const;
    t.equal(await reading((rows) => rows.read("actor", missing.key), { rows: [missing] }), undefined, "there is none");
  });

  test("an apply that throws rejects with its error and writes nothing; other commits continue", async (t, store) => {
    const before = put(store, counter("a", 1));
    const defect = new Error("no");
    const throwing = store.commit({}, () => {
      throw defect;
    });
    const after = put(store, counter("b", 1));
    await t.rejects(throwing, defect);
    await Promise.all([before, after]);
    t.strictSame(await keysOf(store, "counter", { limit: 9 }), [["a"], ["b"]]);
  });

  test("a commit with a key that cannot be stored rejects as a whole", async (t, store) => {
    const bad: Write[] = [
      { table: "message", key: [1, -1], row: message(1) },
      { table: "message", key: [1, 1.5], row: message(1) },
      { table: "message", key: [2 ** 53, 1], row: message(1) },
      { table: "message", key: [Number.NaN, 1], row: message(1) },
      fact("half a pair \ud800", ""),
    ];
    for (const write of bad) {
      const running = store.commit({}, () => [counter("a", 1), write]);
      running.catch(() => undefined);
      t.equal(await store.read("counter", ["a"]), undefined);
      await t.rejects(running, TypeError);
    }
    await put(store, counter("b", 1));
    t.strictSame(await keysOf(store, "counter", { limit: 9 }), [["b"]]);
  });

  test("a key that is too long to be stored is the key of no row", async (t, store) => {
    const [longest, beyond] = ["x".repeat(keyBytesMax - 2), "x".repeat(9_000)];
    await put(store, fact(longest, "there"));
    t.match(await store.read("fact", [longest]), { text: "there" });
    for (const name of [`${longest}x`, beyond, "\u20ac".repeat(1_000), "\u0000".repeat(3_000)]) {
      t.strictSame(
        [await store.read("fact", [name]), await store.durable.read("fact", [name])],
        [undefined, undefined],
      );
      t.strictSame(await keysOf(store, "fact", { prefix: [name], limit: 9 }), []);
      const conversations = [asConversationKey(name)] as const;
      await store.commit({ conversations }, (rows) =>
        rows.read("client", conversations) === undefined ? [] : [fact("a", "")],
      );
    }
    t.strictSame(await keysOf(store, "fact", { limit: 9 }), [[longest]]);
  });

  test("a commit that writes nothing resolves, not before the commits whose rows it may have read", async (t, store) => {
    await store.commit({}, () => []);
    const order: string[] = [];
    const writing = put(store, counter("a", 1)).then(() => order.push("written"));
    const reading = store.commit({}, () => []).then(() => order.push("read"));
    await Promise.all([writing, reading]);
    t.strictSame(order, ["written", "read"]);
  });

  test("rows are values: a change of a written or read object changes nothing in the store", async (t, store) => {
    const entries = [{ chatId: "1", channelId: "A", messageSeq: 1 }];
    const key = [1];
    await store.commit({}, () => [{ table: "feed", key, row: { entries } } as unknown as Write]);
    entries.push({ chatId: "2", channelId: "A", messageSeq: 2 });
    key[0] = 9;
    const expected = { entries: [{ chatId: "1", channelId: "A", messageSeq: 1 }] };
    const first = await store.read("feed", [1]);
    t.strictSame(first, expected);
    (first?.entries as unknown as unknown[]).length = 0;
    t.strictSame(await store.read("feed", [1]), expected);
    const [scanned] = await store.scan("feed", { limit: 1 });
    (scanned?.row.entries as unknown as unknown[]).length = 0;
    t.strictSame(await store.read("feed", [1]), expected);
    t.strictSame(await store.scan("feed", { limit: 9 }), [{ key: [1], row: expected }]);
  });

  test("a scan includes every commit called before it, and no other table", async (t, store) => {
    void put(store, messageWrite(1, 1), counter("a", 1));
    await store.scan("message", { limit: 1 });
    void put(store, messageWrite(1, 2), messageWrite(2, 1));
    void put(store, messageWrite(1, 3), { table: "message", key: [1, 1], row: null });
    t.strictSame(await keysOf(store, "message", { prefix: [1], limit: 9 }), [
      [1, 2],
      [1, 3],
    ]);
    t.strictSame(await keysOf(store, "message", { limit: 9 }), [
      [1, 2],
      [1, 3],
      [2, 1],
    ]);
  });

  test("numbers sort by value, strings by their UTF-8 bytes", async (t, store) => {
    const numbers = [0, 1, 255, 256, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40, Number.MAX_SAFE_INTEGER];
    const strings = [
      "",
      "\u0000",
      "\u0000\u0000",
      "\u0001",
      "\u0001\u0000",
      "\u0002",
      "a",
      "a\u0000",
      "a\u0001",
      "a\u0000b",
    ];
    strings.push("ab", "b", "é", "ÿ", "Ā", "\uffee", "😀", "x".repeat(300), "😀".repeat(255), "\u0000".repeat(300));
    await put(
      store,
      ...numbers.toReversed().map((id): Write => ({ table: "department", key: [id], row: { name: "" } })),
    );
    await put(store, ...strings.toReversed().map((key) => fact(key, key)));
    const sorted = [...strings].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    t.strictSame(
      await keysOf(store, "department", { limit: 99 }),
      numbers.map((id) => [id]),
    );
    t.strictSame(
      await store.scan("fact", { limit: 99 }),
      sorted.map((key) => ({ key: [key], row: { text: key } })),
    );
    for (const key of strings) t.strictSame(await store.read("fact", [key]), { text: key });
  });

  test("scans: prefix, after, until, reverse and limit", async (t, store) => {
    for (const chat of [1, 2, 3]) await put(store, ...[1, 2, 3].map((seq) => messageWrite(chat, seq)));
    await put(
      store,
      ...["with_agent", "waiting", "wait"].map(
        (state): Write => ({
          table: "chatState",
          key: [state, 5],
          row: { channelId: "A" as never },
        }),
      ),
    );
    const cases: readonly (readonly [ScanRange<"message">, string])[] = [
      [{ limit: 0 }, ""],
      [{ limit: 2 }, "1.1 1.2"],
      [{ limit: 2, reverse: true }, "3.3 3.2"],
      [{ limit: 9, prefix: [2] }, "2.1 2.2 2.3"],
      [{ limit: 9, prefix: [2], reverse: true }, "2.3 2.2 2.1"],
      [{ limit: 9, prefix: [4] }, ""],
      [{ limit: 9, prefix: [2, 2] }, "2.2"],
      [{ limit: 9, prefix: [2], after: [2, 1] }, "2.2 2.3"],
      [{ limit: 1, prefix: [2], after: [2, 1] }, "2.2"],
      [{ limit: 9, prefix: [2], after: [2, 3] }, ""],
      [{ limit: 9, prefix: [2], after: [2, 2], reverse: true }, "2.1"],
      [{ limit: 9, prefix: [2], after: [9, 9], reverse: true }, "2.3 2.2 2.1"],
      [{ limit: 9, prefix: [2], after: [0, 0] }, "2.1 2.2 2.3"],
      [{ limit: 9, after: [2, 2] }, "2.3 3.1 3.2 3.3"],
      [{ limit: 9, after: [2, 9] }, "3.1 3.2 3.3"],
      [{ limit: 9, after: [2, 0], reverse: true }, "1.3 1.2 1.1"],
      [{ limit: 9, until: [2, 2] }, "1.1 1.2 1.3 2.1"],
      [{ limit: 9, until: [2] }, "1.1 1.2 1.3"],
      [{ limit: 9, until: [2], reverse: true }, "3.3 3.2 3.1"],
      [{ limit: 9, until: [2, 2], reverse: true }, "3.3 3.2 3.1 2.3"],
      [{ limit: 9, after: [1, 2], until: [2, 2] }, "1.3 2.1"],
      [{ limit: 9, after: [3, 2], until: [2, 2], reverse: true }, "3.1 2.3"],
      [{ limit: 9, after: [2, 2], until: [1, 1] }, ""],
      [{ limit: 9, prefix: [3], until: [2] }, ""],
    ];
    for (const [range, expected] of cases) {
      t.equal(
        (await keysOf(store, "message", range)).map((key) => key.join(".")).join(" "),
        expected,
        JSON.stringify(range),
      );
    }
    t.strictSame(
      await keysOf(store, "chatState", { prefix: ["wait"], limit: 9 }),
      [["wait", 5]],
      "a prefix is a whole part",
    );
  });

  test("scans agree with a plain list, for any writes, deletes and ranges", async (t, store) => {
    const model = new Map<string, Key<"message">>();
    const small = fc.integer({ min: 0, max: 6 });
    const key = fc.tuple(small, small);
    const part = fc.oneof(key, fc.tuple(small), fc.constant([]));
    const write = fc.record({ key, isDeleted: fc.boolean() });
    const range = fc.record(
      {
        prefix: fc.oneof(fc.constant([]), fc.tuple(small)),
        after: key,
        until: part,
        reverse: fc.boolean(),
        limit: fc.integer({ min: 0, max: 60 }),
      },
      { requiredKeys: ["limit"] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 12 }),
        fc.array(range, { maxLength: 4 }),
        async (writes, ranges) => {
          void store.commit({}, () =>
            writes.map(({ key, isDeleted }) => ({ table: "message", key, row: isDeleted ? null : message(key[1]) })),
          );
          for (const { key, isDeleted } of writes) isDeleted ? model.delete(key.join()) : model.set(key.join(), key);
          for (const asked of ranges) {
            const got = await keysOf(store, "message", asked as ScanRange<"message">);
            const expected = expectedKeys([...model.values()], asked as ScanRange<"message">);
            if (JSON.stringify(got) !== JSON.stringify(expected))
              throw new Error(`got ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
          }
        },
      ),
      { numRuns: 60, seed: 7 },
    );
    t.pass("60 rounds");
  });

  test("a commit after close is refused; earlier ones are finished", async (t, store) => {
    const running = put(store, counter("a", 1));
    const closing = store.close();
    const late = put(store, counter("b", 1));
    await t.rejects(late, StoreError);
    await Promise.all([running, closing]);
    await store.close();
  });
}

function expectedKeys(keys: Key<"message">[], range: ScanRange<"message">): readonly Key<"message">[] {
  const { prefix = [], after, until, reverse = false, limit } = range;
  const direction = reverse ? -1 : 1;
  const isIn = (key: Key<"message">): boolean =>
    prefix.every((part, index) => key[index] === part) &&
    (after === undefined || compareKeys(key, after) * direction > 0) &&
    (until === undefined || compareKeys(key.slice(0, until.length), until) * direction < 0);
  return keys
    .sort((left, right) => compareKeys(left, right) * direction)
    .filter(isIn)
    .slice(0, limit);
}

function compareKeys(left: readonly unknown[], right: readonly unknown[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index];
    const order =
      typeof part === "number" && typeof other === "number"
        ? part - other
        : Buffer.compare(Buffer.from(String(part)), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}
