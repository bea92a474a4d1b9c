import { systemClock } from "../core/clock.ts";

export const nowMs = (): number => systemClock.nowMs();

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

/** Resolves after `ms`. */
export const passed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    systemClock.wakeAt(nowMs() + ms, resolve);
  });

/** Resolves with the promise's value. If that takes longer than `limitMs`, rejects with an error that names `awaited`. */
export function within<Value>(limitMs: number, awaited: string, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const wake = systemClock.wakeAt(nowMs() + limitMs, () =>
      reject(new Error(`Expected ${awaited} within ${limitMs / 1000} s, got nothing.`)),
    );
    promise.then(resolve, reject).finally(() => wake.cancel());
  });
}
