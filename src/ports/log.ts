/** One log entry: facts first, then a sentence. It never contains a secret. Source: AUTH-14. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Whether log entries can be written. */
export interface LogHealth {
  /** The system's error code of the last failed write, such as `ENOSPC`; null while entries are written. */
  readonly failure: string | null;
  readonly failedWrites: number;
  /** The number of entries that were lost because memory had no space while writes failed. */
  readonly linesLost: number;
}
