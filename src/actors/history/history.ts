import type { ActorKey } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { HistoryRow, Store } from "../../ports/store.ts";
import type { HistoryEntry, StoredStep } from "./step-record.ts";
import { decodeEntries, findEntry } from "./unpack-row.ts";

/**
 * Numbers the steps of all actors. The steps of one commit are one row, under the number of the first step. So the distance of two
 * rows is the number of steps stored between them.
 */
export interface History {
  /** Reserves numbers for the steps of a commit; returns the first. A commit that fails leaves a gap. */
  reserve(steps: number): number;
  /** The last number that was reserved. */
  readonly last: number;
}

export async function createHistory(store: Pick<Store, "scan">): Promise<History> {
  const [newest] = await scanKeys(store, "history", { reverse: true, limit: 1 });
  // A damaged row counts as one step: rows are found only by their first number, and no row follows this one.
  const steps = newest?.row ? countSteps(newest.row) : 1;
  let last = newest === undefined ? 0 : newest.key[0] + steps - 1;
  return {
    reserve(steps) {
      const first = last + 1;
      last += steps;
      return first;
    },
    get last() {
      return last;
    },
  };
}

const countSteps = (row: HistoryRow): number =>
  decodeEntries(row).reduce((count, { skipped, steps }) => count + skipped + steps.length, 0);

/** A step as the history keeps it. */
export interface KeptStep extends StoredStep {
  readonly actor: ActorKey;
  /** The revision of the actor's row after the commit. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0. */
  readonly index: number;
  readonly atMs: number;
}

/** How many commits of one actor a reader goes back. */
const commitsMax = 64;

/** What one actor did in one commit. */
export interface KeptCommit {
  /** The number of the commit's row. The earlier of two commits has the smaller number, also if they concern different actors. */
  readonly number: number;
  readonly steps: readonly KeptStep[];
}

/**
 * Returns the last steps of a stored actor, oldest first, back to where its older rows were deleted. Empty for an actor that does
 * not exist, or that took its last step before steps were kept. A damaged row ends the way back.
 */
export async function readHistory(store: Pick<Store, "read">, actor: ActorKey): Promise<readonly KeptStep[]> {
  const commits = await readCommits(store, { actor, historyAt: (await store.read("actor", [actor]))?.historyAt ?? 0 });
  return commits.flatMap(({ steps }) => steps);
}

/** Where the way back through an actor's history begins. */
export interface HistoryEnd {
  readonly actor: ActorKey;
  /** From the actor's row; 0 where there are no steps. */
  readonly historyAt: number;
}

/**
 * The same, commit by commit, up to the commit that wrote the row; later steps of the actor are not included. Rows that are deleted
 * during the read are missing only at the beginning, since the oldest are deleted first.
 */
export async function readCommits(
  store: Pick<Store, "read">,
  { actor, historyAt }: HistoryEnd,
): Promise<readonly KeptCommit[]> {
  const found: KeptCommit[] = [];
  let number = historyAt;
  while (number > 0 && found.length < commitsMax) {
    const at = number;
    const row = await undamagedLater(() => store.read("history", [at]));
    if (row === undefined) break;
    const entry = findEntry(row, actor);
    if (entry === undefined) break;
    found.push({ number, steps: toKept(entry, row.atMs) });
    number = entry.previous;
  }
  return found.reverse();
}

const toKept = ({ actor, revision, skipped, steps }: HistoryEntry, atMs: number): KeptStep[] =>
  steps.map((step, index) => ({ ...step, actor, revision, index: skipped + index, atMs }));
