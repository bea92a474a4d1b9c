/** One line of the log: facts first, then a sentence. Secrets never go in. Source: AUTH-14. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Whether lines get out. */
export interface LogHealth {
  /** The system's code for why the last write failed, such as `ENOSPC`; null while lines are written. */
  readonly failure: string | null;
  readonly failedWrites: number;
  /** Lines that found no room in memory while writes failed. */
  readonly linesLost: number;
}
