import type { Test } from "tap";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type { LockedRows, RowReader } from "../../src/ports/store.ts";
import type { StoreUnderTest } from "./store-contract.ts";
import { counter } from "./store-rows.ts";

/** What a store that belongs to one process promises beside that: it has all it needs at hand. */
export function embeddedContract(t: Test, { name, open }: StoreUnderTest): void {
  t.test(`${name}: apply is called at once`, async (t) => {
    const store = await open(t);
    const running: Promise<void>[] = [];
    let calls = 0;
    for (let last = 1; last <= 50; last += 1) {
      running.push(
        store.commit({}, () => {
          calls += 1;
          return [counter("a", last)];
        }),
      );
      t.equal(calls, last);
    }
    await Promise.all(running);
    await store.close();
  });

  t.test(`${name}: the one writer has every lock and every live revision, and counts by itself`, async (t) => {
    const store = await open(t);
    const conversation = asConversationKey("a");
    let answers: readonly unknown[] = [];
    await store.commit({ conversations: [conversation] }, (rows: LockedRows) => {
      answers = [rows.hasLock(conversation), rows.isCurrent(asActorKey("chat/1"), 7), rows.revisionOf(conversation)];
      answers = [...answers, rows.draw("history"), rows.tellsOf(conversation)];
      return [];
    });
    t.strictSame(answers, [true, true, { before: 0, after: 0 }, null, null]);
    await store.close();
  });

  t.test(`${name}: an actor that is not there needs no name to be missed`, async (t) => {
    const store = await open(t);
    let found: unknown = "nothing";
    await store.commit({}, (rows: RowReader) => {
      found = rows.read("actor", [asActorKey("chat/9")]);
      return [];
    });
    t.equal(found, undefined);
    await store.close();
  });
}
