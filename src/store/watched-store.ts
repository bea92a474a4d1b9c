import { momentMs } from "../core/clock.ts";
import type { Failure } from "../core/result.ts";
import { storeFailureOf } from "../core/rows/store-failure.ts";
import { Durations } from "../core/telemetry/durations.ts";
import type { Clock, Wake } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Store, StoreHealth, Write } from "../ports/store.ts";
import { StoreWriteError } from "../ports/store-errors.ts";

export interface WatchedStore extends Store {
  /** From the call of a commit until it is durable; the failed ones are counted in `health`. */
  readonly commits: Durations;
  health(): StoreHealth;
}

const tryAgainMs = 1_000;
/** More than a message takes: a smaller commit may find room where none is for messages. */
const trialCharacters = 16 * 1024;
const trialKey = ["storeTrial"] as const;

/** Leaves nothing behind, and is written to the disk all the same. */
const trial: readonly Write[] = [
  { table: "fact", key: trialKey, row: { text: " ".repeat(trialCharacters) } },
  { table: "fact", key: trialKey, row: null },
];

/**
 * The store, and whether it takes commits. While it does not, a trial commit every second finds out when it does again:
 * whoever goes by the health sends no other.
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
        // Whatever it failed of: nothing but a trial that succeeds ends the failure.
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
