import { openWorld } from "../prove/abuse/world/open-world.ts";
import { accessTable, signs } from "./access-table.ts";
import { actors } from "./actors.ts";
import { askAll } from "./ask-all.ts";
import { greetAll } from "./greet-all.ts";

export interface Compared {
  /** The number of attempts: each actor at each route and with each frame. */
  readonly cells: number;
  /** Routes without a row in the table, rows without a route, and results that differ from the table. */
  readonly differences: readonly string[];
}

/** Sends every request as every actor and compares the results with the table. */
export async function compareAccess(): Promise<Compared> {
  const world = await openWorld();
  try {
    const rows = new Map([...(await askAll(world)), ...(await greetAll(world))]);
    const differences = [...rows].flatMap(([name, cells]) => compareRow(name, cells));
    const gone = Object.keys(accessTable).filter((name) => !rows.has(name));
    return {
      cells: rows.size * actors.length,
      differences: [
        ...differences,
        ...gone.map((name) => `${name}: the table has a row of it, the router has it no more`),
      ],
    };
  } finally {
    await world.close();
  }
}

function compareRow(name: string, cells: readonly string[]): readonly string[] {
  const row = accessTable[name]?.replaceAll(" ", "");
  if (row === undefined) return [`${name}: the table has no row of it; say who gets in there`];
  if (row.length !== actors.length) return [`${name}: expected ${actors.length} signs, got ${row.length}`];
  return cells.flatMap((cell, index) => {
    const expected = signs[row[index] ?? ""];
    return cell === expected ? [] : [`${name} by ${actors[index]?.name}: expected ${expected}, got ${cell}`];
  });
}
