import type { Test } from "tap";
import t from "tap";
import { actorKindOf, asActorKey } from "../../src/core/ids.ts";
import { Defect } from "../../src/core/result.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import type { ActorRow, Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import { recordsOf, storedThen, toRow } from "./golden-records.ts";
import { createWorld } from "./world.ts";

const records = [...recordsOf("chat"), ...recordsOf("delivery")];
const rowOf = (actor: string): ActorRow => {
  const record = records.find((one) => one.actor === actor);
  if (record === undefined) throw new Error(`Expected a record of ${actor} `);
  return toRow(record);
};
const { version } = actors.chat.form;
const newer: ActorRow = {
  ...rowOf("chat/1"),
  version: version + 1,
  context: new TextEncoder().encode("unknown to us"),
};
const message = `Actor chat/1 is stored as chat version ${version + 1}; expected chat version 1 to ${version}`;

/** Ways to store rows in one process and read them in the next. */
const ways: readonly {
  readonly name: string;
  reopened(t: Test, fill: (store: Store) => Promise<void>): Promise<Store>;
}[] = [
  {
    name: "memory",
    async reopened(_t, fill) {
      const store = createMemoryStore();
      await fill(store);
      return store;
    },
  },
  {
    name: "a data folder, by its journal and its rows",
    async reopened(t, fill) {
      const dir = quickFolder(t);
      const store = await openSmall(dir);
      await fill(store);
      await store.close();
      const again = await openSmall(dir);
      t.teardown(() => again.close());
      return again;
    },
  },
];

for (const { name, reopened } of ways) {
  t.test(`a row of a newer version is refused with a clear error, and nothing is lost: ${name}`, async (t) => {
    const store = await reopened(t, async (store) => {
      await store.commit({}, () => [...storedThen(records), { table: "actor", key: [newer.actor], row: newer }]);
    });
    t.throws(() => readStoredActor(newer, "chat"), { message });
    const world = await createWorld({ store });
    const [refused, other] = await Promise.all([world.say("c1", "lost?"), world.say("c2", "somebody else")]);
    t.match(refused, { ok: false, failure: { code: "internal_error" } });
    t.strictSame(await store.read("actor", [newer.actor]), newer);
    t.ok(other.ok, "the other conversation of the commit continues");
    t.match(world.lines.filter(({ level }) => level === "error").at(-1)?.facts["err"], { name: "Defect", message });
  });

  t.test(`an agent of a newer version prevents the start of the process: ${name}`, async (t) => {
    const key = asActorKey("agent/7");
    const row: ActorRow = { ...newer, actor: key, conversation: key as never, machine: "agent", version: 77 };
    const store = await reopened(t, (store) => store.commit({}, () => [{ table: "actor", key: [key], row }]));
    await t.rejects(createWorld({ store }), {
      message: /^Actor agent\/7 is stored as agent version 77; expected agent/,
    });
  });
}

t.test(
  "a row that belongs to no version or another machine, or whose context has another form, is refused",
  async (t) => {
    const row = rowOf("chat/1");
    const bytes = new Uint8Array();
    for (const wrong of [{ version: 0 }, { version: -1 }, { machine: "delivery" }, { context: bytes }]) {
      t.throws(() => readStoredActor({ ...row, ...wrong }, actorKindOf(row.actor)), Defect, JSON.stringify(wrong));
    }
    t.throws(() => readStoredActor({ ...row, context: bytes }, "chat"), {
      name: "Defect",
      message: `Actor chat/1 is stored as chat version ${version}, and its context cannot be read`,
    });
  },
);
