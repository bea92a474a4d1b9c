import { createRandom } from "../../../test/system/harness/random.ts";
import { sharedNowMs } from "./shared-clock.ts";

/** A stretch of the day with one rate. Times count from the start of the day. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly perSecond: number;
}

const lookEveryMs = 1;

/** Yields the moments of a Poisson process, like the actions of many independent people. Its rate changes from stretch to stretch. */
export function* momentsOf(stretches: readonly Stretch[], random: () => number): Generator<number> {
  // The gap until the next moment in a process of rate one.
  const draw = (): number => -Math.log(1 - random());
  let owed = draw();
  for (const { fromMs, untilMs, perSecond } of stretches) {
    let atMs = fromMs;
    for (;;) {
      const nextMs = atMs + (owed / perSecond) * 1000;
      if (!(nextMs < untilMs)) break;
      atMs = nextMs;
      yield atMs;
      owed = draw();
    }
    owed -= ((untilMs - atMs) / 1000) * perSecond;
  }
}

type Act = (dueAtMs: number) => void;

interface Doing {
  readonly act: Act;
  readonly moments: Generator<number>;
}

/**
 * Runs all actions of one process at their moments, whether earlier actions have ended or not. So the load does not wait for the
 * service. An act gets its due moment, on the shared clock.
 */
export class Doings {
  #doings: readonly Doing[] = [];
  #timers: readonly NodeJS.Timeout[] = [];

  plan(acts: Readonly<Record<string, Act>>, paces: Readonly<Record<string, readonly Stretch[]>>, seed: number): void {
    this.#doings = Object.entries(acts).map(([kind, act], at) => ({
      act,
      moments: momentsOf(paces[kind] ?? [], createRandom(seed + at)),
    }));
  }

  /** `late` is called when each act begins. A delay up to then is not the service's. */
  begin({ startAtMs }: { readonly startAtMs: number }, late: Act): object {
    this.#timers = this.#doings.map(({ act, moments }) => {
      let next = moments.next();
      return setInterval(() => {
        const passedMs = sharedNowMs() - startAtMs;
        for (; next.done !== true && next.value <= passedMs; next = moments.next()) {
          late(startAtMs + next.value);
          act(startAtMs + next.value);
        }
      }, lookEveryMs);
    });
    return {};
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
