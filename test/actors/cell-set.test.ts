import fc from "fast-check";
import t from "tap";
import type { ActorKey } from "../../machines/ids.ts";
import type { Cell } from "../../src/actors/conversation.ts";
import { CellSet } from "../../src/actors/conversation.ts";
import { asActorKey } from "../../src/core/ids.ts";

const keys = Array.from({ length: 7 }, (_, index) => asActorKey(`delivery/${index}`));
const cellOf = (key: ActorKey): Cell => ({ key }) as Cell;

/** Whether both hold the same cells, in the same order. */
function isSame(cells: CellSet, map: ReadonlyMap<ActorKey, Cell>): boolean {
  const [mine, expected] = [[...cells.values()], [...map.values()]];
  return (
    cells.size === map.size &&
    mine.length === expected.length &&
    mine.every((cell, index) => cell === expected[index]) &&
    keys.every((key) => cells.get(key) === map.get(key) && cells.has(key) === map.has(key))
  );
}

t.test("few and many cells are added, replaced and removed as in a map", async (t) => {
  const key = fc.constantFrom(...keys);
  const change = fc.oneof(
    fc.record({ kind: fc.constant("set"), key }),
    fc.record({ kind: fc.constant("delete"), key }),
    fc.record({ kind: fc.constantFrom("set", "set", "delete", "clear"), key }),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const [cells, map] = [new CellSet(), new Map<ActorKey, Cell>()];
      return changes.every(({ kind, key }) => {
        const cell = cellOf(key);
        for (const one of [cells, map]) {
          if (kind === "set") one.set(key, cell);
          else if (kind === "delete") one.delete(key);
          else one.clear();
        }
        return isSame(cells, map);
      });
    }),
    { numRuns: 1_000 },
  );
  t.pass("1,000 walks");
});
