import type { Limits } from "../../../config/limits.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import type { Clock } from "../../../ports/clock.ts";

/** A caller of whom only the address is known. */
export interface Stranger {
  /** The address as its `addressGroup`. */
  readonly group: string;
  /** Recent wrong passwords of the address. */
  readonly failures: number;
}

/** Limits how many tasks run at once and how many wait. */
export interface Gate {
  /**
   * Runs the task as soon as there is room. Resolves with `null` without running it when too many wait. Tasks without a stranger
   * go first, in places of their own. Of the strangers, those with the fewest failures go first. Of these, those go first who were
   * refused and have come back as they were told.
   */
  run<Value>(task: () => Promise<Value>, stranger?: Stranger | null): Promise<Value | null>;
}

/** After this time, a refused stranger may come back. */
export const strangerBackAfterSeconds = 1;
/** Those who guess from many addresses do not come back to each of them in time. */
const backWithinMs = 3_000;

interface Waiting {
  /** The lowest goes first. */
  readonly rank: number;
  /** Called once, with whether the task may run. */
  end(mayRun: boolean): void;
}

export function createGate(limits: Limits, clock: Clock): Gate {
  const {
    passwordHashesAtOnce: atOnce,
    passwordHashesWaitingMax: waitingMax,
    passwordGuessWaitMs,
    rateBucketsMax,
  } = limits;
  let running = 0;
  let taskMs = 0;
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const refused = createLastUsed<string, { readonly atMs: number }>(rateBucketsMax);

  const rankOf = ({ group, failures }: Stranger): number => {
    const refusedAtMs = refused.peek(group)?.atMs ?? Number.NEGATIVE_INFINITY;
    return 2 * failures + (clock.nowMs() - refusedAtMs <= backWithinMs ? 0 : 1);
  };
  const strangersMax = (): number =>
    Math.min(waitingMax, Math.max(atOnce, Math.floor((passwordGuessWaitMs * atOnce) / taskMs)));
  const leave = (): void => {
    running -= 1;
    (known.shift() ?? strangers.shift())?.end(true);
  };
  const enter = (stranger: Stranger | null): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (mayRun: boolean): void => {
        if (mayRun) running += 1;
        else if (stranger !== null) refused.set(stranger.group, { atMs: clock.nowMs() });
        resolve(mayRun);
      };
      if (running < atOnce) end(true);
      else if (stranger === null) wait(known, { rank: 0, end }, waitingMax);
      else wait(strangers, { rank: rankOf(stranger), end }, strangersMax());
    });
  return {
    async run(task, stranger = null) {
      if (!(await enter(stranger))) return null;
      const startedAtMs = clock.nowMs();
      try {
        return await task();
      } finally {
        taskMs = clock.nowMs() - startedAtMs;
        leave();
      }
    },
  };
}

/** Adds the task to those that wait, in order. The last one is refused when there are too many. */
function wait(waiting: Waiting[], one: Waiting, max: number): void {
  const at = waiting.findIndex(({ rank }) => rank > one.rank);
  waiting.splice(at < 0 ? waiting.length : at, 0, one);
  if (waiting.length > max) waiting.pop()?.end(false);
}
