import t from "tap";
import { ownRows } from "../../src/core/rows/fresh-rows.ts";
import { openStoredFact } from "../../src/domain/stored-fact.ts";
import type { Store } from "../../src/ports/store.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";

const open = (store: Store, changed: string[] = []) =>
  openStoredFact({ name: "colour", initial: "grey", onChange: () => changed.push("changed") }, store, ownRows);

t.test("a change sees what another process has stored, and has it in effect afterwards", async (t) => {
  const store = createMemoryStore();
  const changed: string[] = [];
  const [one, two] = [await open(store), await open(store, changed)];
  await one.change(() => "grey");
  t.same(await store.read("fact", ["colour"]), { text: '"grey"' }, "the initial value is stored once it is chosen");
  await one.change(() => "red");
  await two.change(() => "red");
  t.equal(two.now(), "red");
  await one.change(() => "blue");
  await two.change((before) => (before === "blue" ? null : "green"));
  t.same([two.now(), changed], ["blue", ["changed", "changed"]]);
  t.equal((await open(store)).now(), "blue");
});

t.test("a change is written over a damaged row, also when it brings the initial value", async (t) => {
  const store = createMemoryStore();
  await (await open(store)).change(() => "red");
  const damaged: Store = {
    ...store,
    commit: (needs, apply) =>
      store.commit(needs, (rows) =>
        apply({
          ...rows,
          read: (table, key) => {
            throw new DamagedRowError(table, key.join(), "The row is damaged");
          },
        }),
      ),
  };
  const fact = await open(damaged);
  await fact.change((before) => before);
  t.equal(fact.now(), "grey");
  t.same(await store.read("fact", ["colour"]), { text: '"grey"' });
});
