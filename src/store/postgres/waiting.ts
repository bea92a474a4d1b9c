import { steadyClock } from "../../core/clock.ts";
import type { Wake } from "../../ports/clock.ts";

/** Waits for the network use the time of the machine, regardless of the clock that the service uses. */
export const wakeIn = (ms: number, wake: () => void): Wake => steadyClock.wakeAt(steadyClock.nowMs() + ms, wake);

/** Resolves after this time, or as soon as the signal is aborted. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      wake.cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const wake = wakeIn(ms, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
  });
}

/** Resolves when the work has ended, even with an error, or after this time. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), waitFor(ms, over.signal)]);
  over.abort();
}
