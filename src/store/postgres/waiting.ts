import { steadyClock } from "../../core/clock.ts";
import type { Wake } from "../../ports/clock.ts";

/** What the network takes is of the machine's time, whatever clock the service goes by. */
export const wakeIn = (ms: number, wake: () => void): Wake => steadyClock.wakeAt(steadyClock.nowMs() + ms, wake);

/** Resolves after so long, or as soon as the signal is aborted. */
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

/** Resolves when the work is done, which rejects nobody here, or it has taken so long. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), waitFor(ms, over.signal)]);
  over.abort();
}
