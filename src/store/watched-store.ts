import { momentMs } from "../core/clock.ts";
import type { Failure } from "../core/result.ts";
import { storeFailureOf } from "../core/rows/store-failure.ts";
import { Durations } from "../core/telemetry/durations.ts";
import type { Clock, Wake } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Store, StoreHealth, Write } from "../ports/store.ts";
import { StoreWriteError } from "../ports/store-errors.ts";

export interface WatchedStore extends Store {
  /** The time from the call of a commit until it is durable. `health` counts failed commits. */
  readonly commits: Durations;
  health(): StoreHealth;
}

const tryAgainMs = 1_000;
/** More characters than a message needs, because a smaller commit may find space on a disk that has no space for messages. */
const trialCharacters = 16 * 1024;
const trialKey = ["storeTrial"] as const;

/** The trial leaves no row, but it is written to the disk. */
const trial: readonly Write[] = [
  { table: "fact", key: trialKey, row: { text: " ".repeat(trialCharacters) } },
  { table: "fact", key: trialKey, row: null },
];

/**
 * Wraps a store and tracks whether it accepts commits. After a failed write, a trial commit runs every second until one succeeds,
 * because callers that respect the health send no commits meanwhile.
 */
export function watchStore(parts: { readonly store: Store; readonly clock: Clock; readonly log: Log }): WatchedStore {
  const { store, clock, log } = parts;
  const commits = new Durations();
  let failure: Failure | null = null;
  let failedCommits = 0;
  let wake: Wake | null = null;
  let isClosed = false;

  const note = (error: unknown): void => {
    if (!(error instanceof StoreWriteError)) return;
    failedCommits += 1;
    if (failure === null) log.error({ err: error }, "the store takes no commits; messages are refused");
    failure = storeFailureOf(error);
    tryLater();
  };
  const tryLater = (): void => {
    if (!isClosed) wake ??= clock.wakeAt(clock.nowMs() + tryAgainMs, tryAgain);
  };
  const tryAgain = (): void => {
    wake = null;
    store
      .commit({}, () => trial)
      .then(() => {
        failure = null;
        log.info({ failedCommits }, "the store takes commits again");
      })
      .catch((error: unknown) => {
        note(error);
        // Only a successful trial ends the failure, regardless of the error.
        tryLater();
      });
  };
  return {
    commits,
    commit(needs, apply) {
      const startedMs = momentMs();
      const done = store.commit(needs, apply);
      done.then(() => commits.note(momentMs() - startedMs), note);
      return done;
    },
    read: (table, key) => store.read(table, key),
    durable: store.durable,
    scan: (table, range) => store.scan(table, range),
    close() {
      isClosed = true;
      wake?.cancel();
      return store.close();
    },
    health: () => ({ failure, failedCommits }),
  };
}
