import type { KeptStep } from "../../src/actors/history/history.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import { actorKindOf } from "../../src/core/ids.ts";
import { actors, readStoredActor } from "../../src/domain/actors.ts";
import { toKeptStep } from "../../src/inspect/actor-facts.ts";
import type { ActorRow, HistoryRow, Store } from "../../src/ports/store.ts";
import { undo } from "../../src/web/inspector/step/past-context.ts";

const actorsMax = 100_000;

/** Returns the contradictions between the actors of a store and their stored steps. An actor without any step is also a fault. */
export async function historyFaults(store: Pick<Store, "scan" | "read">): Promise<readonly string[]> {
  const rows = await store.scan("actor", { limit: actorsMax });
  if (rows.length === 0) return ["there are no actors"];
  const faults = await Promise.all(rows.map(async ({ row }) => faultsOf(row, await readHistory(store, row.actor))));
  return faults.flat();
}

function faultsOf(row: ActorRow, steps: readonly KeptStep[]): readonly string[] {
  const { actor, revision, state } = row;
  const last = steps.at(-1);
  if (last === undefined) return [`${actor} has no steps`];
  const faults: string[] = [];
  if (last.after !== state) faults.push(`${actor} is ${state}, its last step ended in ${last.after}`);
  if (last.revision !== revision) faults.push(`${actor} has revision ${revision}, its last step ${last.revision}`);
  const entered = steps.findLast(({ before, after }) => before !== after);
  if (entered !== undefined && entered.atMs !== row.sinceMs)
    faults.push(`${actor} is ${state} since ${row.sinceMs}, it came there at ${entered.atMs}`);
  for (const [at, step] of steps.entries()) faults.push(...linkFaults(step, steps[at - 1]));
  return [...faults, ...changeFaults(row, steps)];
}

/** Undone from the present context on, no change leads to the value that is there already. */
function changeFaults(row: ActorRow, steps: readonly KeptStep[]): readonly string[] {
  const kind = row.actor.slice(0, row.actor.indexOf("/"));
  if (!Object.hasOwn(actors, kind)) return [];
  const faults: string[] = [];
  let { context } = readStoredActor(row, actorKindOf(row.actor));
  for (const kept of steps.toReversed()) {
    const { revision, index, changes } = toKeptStep(kept, { mask: (value) => value, text: (text) => text });
    if (changes === undefined) return [...faults, `${row.actor} ${revision}.${index} has no changes`];
    for (const change of changes) {
      if (change.was !== undefined && change.was === valueAt(context, change.name))
        faults.push(`${row.actor} ${revision}.${index} changed ${change.name} from ${change.was} to the same`);
      context = undo(context, change);
    }
  }
  return faults;
}

const valueAt = (context: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((within, name) => Object(within)[name], context);

/** Every commit that changes an actor raises its revision by one and keeps its steps, from the first commit on. */
function linkFaults(step: KeptStep, earlier: KeptStep | undefined): readonly string[] {
  const { actor, revision, index, before } = step;
  const name = `${actor} ${revision}.${index}`;
  if (earlier === undefined) {
    const isBirth = revision === 1 && index === 0;
    return isBirth === (before === null) ? [] : [`${name} comes first and begins in ${before}`];
  }
  if (earlier.revision === revision ? index !== earlier.index + 1 : revision !== earlier.revision + 1)
    return [`${name} follows ${earlier.revision}.${earlier.index}`];
  const isFirst = earlier.revision !== revision;
  // The first steps of a long commit are not kept.
  if (isFirst && index > 0) return [];
  return before === earlier.after ? [] : [`${name} begins in ${before}, the one before ended in ${earlier.after}`];
}

/** Returns everything that a row contains as text, to search for content that must not be in it. */
export const textOfRow = ({ packed, ...row }: HistoryRow): string =>
  packed === undefined ? JSON.stringify(row) : Buffer.from(packed, "latin1").toString();
