/** Time as the service sees it. Tests and simulations own it; only `core/clock.ts` reads the real one. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Calls back once, not before `atMs`; a time in the past means as soon as possible. */
  wakeAt(atMs: number, wake: () => void): Wake;
}

export interface Wake {
  cancel(): void;
}
