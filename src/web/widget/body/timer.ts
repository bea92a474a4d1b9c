import type { Surroundings } from "./surroundings.types.ts";

/** One thing to wait for at a time: another takes its place. */
export interface Timer {
  set(delayMs: number, run: () => void): void;
  stop(): void;
}

export function createTimer({ after }: Pick<Surroundings, "after">): Timer {
  let stop = (): void => undefined;
  return {
    set(delayMs, run) {
      stop();
      stop = after(delayMs, run);
    },
    stop: () => stop(),
  };
}
