import t from "tap";
import { asActorKey, asCallId, asConversationKey } from "../../../src/core/ids.ts";
import { createKeyedQueue } from "../../../src/core/keyed-queue.ts";
import { ok } from "../../../src/core/result.ts";
import { createCallIds } from "../../../src/domain/call/call-ids.ts";
import type { ActorRow, Store } from "../../../src/ports/store.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";

const defects = { commitFailed: () => undefined } as unknown as Parameters<typeof createCallIds>[1];

const keepCall = (store: Store, id: string): Promise<void> => {
  const actor = asActorKey(`call/${id}`);
  const row: ActorRow = {
    actor,
    conversation: asConversationKey("client/MOBILEAPP1/c"),
    machine: "call",
    version: 1,
    revision: 1,
    state: "end",
    context: new Uint8Array(),
    deadlines: [],
  };
  return store.commit({}, () => [{ table: "actor", key: [actor], row }]);
};
const newId = async (ids: ReturnType<typeof createCallIds>): Promise<string> => {
  const given = await ids.withNew(async (id) => ok(id));
  return given.ok ? given.value : given.failure.code;
};

t.test("[CALL-06] calls that begin at the same time have different ids, and no id of an existing call", async (t) => {
  const { store } = createFaultyStore();
  for (const id of ["2", "3", "5"]) await keepCall(store, id);
  const ids = createCallIds(store, defects, createKeyedQueue());
  t.strictSame(new Set(await Promise.all([newId(ids), newId(ids), newId(ids)])), new Set(["1", "4", "6"]));
  t.equal(await newId(createCallIds(store, defects, createKeyedQueue())), "7", "also in the next process");
});

t.test("an id that could not be stored is not given again", async (t) => {
  const { store, failNext } = createFaultyStore();
  const ids = createCallIds(store, defects, createKeyedQueue());
  failNext(1);
  t.strictSame([await newId(ids), await newId(ids)], ["internal_error", "2"]);
});

t.test("work for an id waits for its call while the id is looked up", async (t) => {
  const { store } = createFaultyStore();
  const order: string[] = [];
  let named: Promise<void> | null = null;
  const watched: Store = {
    ...store,
    read(table, key) {
      // Runs between the lookup and its result.
      if (table === "actor")
        queueMicrotask(() => {
          named ??= ids.inOrder(asCallId("1"), async () => void order.push("named"));
        });
      return store.read(table, key);
    },
  };
  const ids = createCallIds(watched, defects, createKeyedQueue());
  await ids.withNew(async (id) => {
    order.push(`given ${id}`);
    return ok(undefined);
  });
  await named;
  t.strictSame(order, ["given 1", "named"]);
});
