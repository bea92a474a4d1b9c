import type { ActorKey } from "../../machines/ids.ts";
import type { Store } from "../ports/store.ts";
import type { HistoryEntry, StoredStep } from "./step-record.ts";

/** Numbers the rows of the history, one for each commit that made an actor take a step. */
export interface History {
  /** The number of the next row. A commit that fails leaves a gap. */
  next(): number;
  /** Of the last row. */
  readonly last: number;
}

export async function createHistory(store: Pick<Store, "scan">): Promise<History> {
  const [newest] = await store.scan("history", { reverse: true, limit: 1 });
  let last = newest?.key[0] ?? 0;
  return {
    next() {
      last += 1;
      return last;
    },
    get last() {
      return last;
    },
  };
}

/** A step as it was kept. */
export interface KeptStep extends StoredStep {
  readonly actor: ActorKey;
  /** Of the actor's row after the commit. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0. */
  readonly index: number;
  readonly atMs: number;
}

/** Commits of one actor that are looked back on. */
const commitsMax = 64;

/** The last steps of a stored actor, oldest first; none for an actor that is not there. */
export function readHistory(store: Pick<Store, "read">, actor: ActorKey): readonly KeptStep[] {
  const found: KeptStep[][] = [];
  let number = store.read("actor", [actor])?.historyAt ?? 0;
  while (number > 0 && found.length < commitsMax) {
    const row = store.read("history", [number]);
    if (row === undefined) break;
    const entries: readonly HistoryEntry[] = JSON.parse(row.entries);
    const entry = entries.find((one) => one.actor === actor);
    if (entry === undefined) break;
    const { revision, steps } = entry;
    found.push(steps.map((step, index) => ({ ...step, actor, revision, index, atMs: row.atMs })));
    number = entry.previous;
  }
  return found.reverse().flat();
}
