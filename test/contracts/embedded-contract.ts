import type { Test } from "tap";
import type { ActorKey } from "../../machines/ids.ts";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type { LockedRows } from "../../src/ports/store.ts";
import type { StoreUnderTest } from "./store-contract.ts";
import { counter, samples } from "./store-rows.ts";

/** The additional contract of a store that belongs to one process: it can read any row at any time. */
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

  t.test(
    `${name}: the only writer has every lock and every live revision, and no numbers are drawn for it`,
    async (t) => {
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
    },
  );

  t.test(
    `${name}: an actor that does not exist can be read without being named; an actor of another conversation cannot`,
    async (t) => {
      const store = await open(t);
      const [mine, other] = [asConversationKey("a"), asConversationKey("b")];
      const row = samples.actor[0]?.row;
      if (row === undefined) throw new Error("Expected a sample of an actor");
      await store.commit({}, () => [{ table: "actor", key: [row.actor], row: { ...row, conversation: mine } }]);
      const read = (actor: ActorKey) =>
        store.commit({ conversations: [other] }, (rows) => {
          t.equal(rows.read("actor", [actor]), undefined);
          return [];
        });
      await read(asActorKey("chat/9"));
      await t.rejects(read(row.actor), /read actor/);
      await store.close();
    },
  );
}
