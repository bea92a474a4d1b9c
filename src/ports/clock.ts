/** The time of the service. Tests and simulations control it; only `core/clock.ts` reads the real time. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Milliseconds of a time that nobody can set, for how long something took. Absent where nobody can set `nowMs`. */
  steadyMs?(): number;
  /** Calls back once, not before `atMs`; a time in the past means as soon as possible. */
  wakeAt(atMs: number, wake: () => void): Wake;
}

export interface Wake {
  cancel(): void;
}
