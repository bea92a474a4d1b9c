import t from "tap";
import { ownRows } from "../../../src/core/rows/fresh-rows.ts";
import { openDepartments } from "../../../src/domain/agent/departments.ts";
import { Directory } from "../../../src/domain/directory.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createDamagedStore } from "../../harness/damaged-store.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";

const open = (store: Store) => openDepartments({ store, freshRows: ownRows, directory: new Directory() });

t.test(
  "departments are in the order of their numbers, regardless of their creation, also in the next process",
  async (t) => {
    const { store } = createFaultyStore();
    const departments = await open(store);
    for (const id of [10, 9]) await departments.make(id, `D${id}`);
    await departments.declare([
      { id: 9, name: "Declared" },
      { id: 1, name: "One" },
    ]);
    const all = [
      { id: 1, name: "One" },
      { id: 9, name: "Declared" },
      { id: 10, name: "D10" },
    ];
    t.strictSame(departments.list(), all);
    const next = await open(store);
    t.strictSame(next.list(), all);
    await next.remove(10);
    t.strictSame([next.find(10), next.find(9)], [undefined, all[1]]);
    t.match(await next.make(undefined, "New"), { value: { id: 11 } }, "a number is never used again");
  },
);

t.test(
  "after the highest possible number, a new department without an id is refused with an explanation",
  async (t) => {
    const departments = await open(createFaultyStore().store);
    t.match(await departments.make(Number.MAX_SAFE_INTEGER, "Last"), { ok: true });
    const refused = await departments.make(undefined, "Next");
    t.match(refused, {
      failure: { code: "conflict", message: /no department id after 9007199254740991: send a free id/ },
    });
    t.match(await departments.make(7, "Seven"), { value: { id: 7 } }, "a given id can be used");
  },
);

t.test("a department is shown as soon as it is durable, and not if it could not be stored", async (t) => {
  const { store, hold, failNext } = createFaultyStore();
  const departments = await open(store);
  await departments.make(1, "One");
  const release = hold();
  const renaming = departments.rename(1, "Uno");
  t.strictSame(departments.find(1), { id: 1, name: "One" });
  release();
  await renaming;
  failNext(1);
  await t.rejects(departments.rename(1, "Eins"));
  failNext(1);
  await t.rejects(departments.remove(1));
  failNext(1);
  await t.rejects(departments.make(2, "Two"));
  t.strictSame(departments.list(), [{ id: 1, name: "Uno" }]);
});

t.test("a damaged department prevents no start", async (t) => {
  const { store, damage } = createDamagedStore();
  const departments = await open(store);
  for (const id of [1, 2]) await departments.make(id, `D${id}`);
  damage("department", [1]);
  t.strictSame((await open(store)).list(), [{ id: 2, name: "D2" }]);
});
