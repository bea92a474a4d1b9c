import type { ActorKey } from "../../../machines/ids.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { HistoryRow, Store } from "../../ports/store.ts";
import { decodeEntries, findEntry } from "./row-entries.ts";
import type { HistoryEntry, StoredStep } from "./step-record.ts";

/**
 * Numbers the steps of all actors. The steps of one commit are one row, under the number of the first of them, so that the distance of
 * two rows tells how much is stored between them.
 */
export interface History {
  /** Numbers for the steps of a commit; answers the first. A commit that fails leaves a gap. */
  reserve(steps: number): number;
  /** The last number that was given. */
  readonly last: number;
}

export async function createHistory(store: Pick<Store, "scan">): Promise<History> {
  const [newest] = await scanKeys(store, "history", { reverse: true, limit: 1 });
  // A damaged row is counted as one step: rows are found by their first number alone, and none stands behind it.
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

/** What one commit made an actor do. */
export interface KeptCommit {
  /** Number of the commit's row: of two commits the one with the smaller number was made first, whoever took part. */
  readonly number: number;
  readonly steps: readonly KeptStep[];
}

/**
 * The last steps of a stored actor, oldest first: back to where its rows were deleted for their age. None for an actor that is not there,
 * or that took its last step before steps were kept; a damaged row leads no further back.
 */
export async function readHistory(store: Pick<Store, "read">, actor: ActorKey): Promise<readonly KeptStep[]> {
  const commits = await readCommits(store, { actor, historyAt: (await store.read("actor", [actor]))?.historyAt ?? 0 });
  return commits.flatMap(({ steps }) => steps);
}

/** From where an actor is looked back on. */
export interface HistoryEnd {
  readonly actor: ActorKey;
  /** As its row says; 0 where there are no steps. */
  readonly historyAt: number;
}

/**
 * The same, commit by commit, up to the commit that wrote the row: what the actor does meanwhile is not among them. What is deleted
 * meanwhile is missing at the beginning alone, since the oldest go first.
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
