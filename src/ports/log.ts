/** One line of the log: facts first, then a sentence. Secrets never go in. Source: AUTH-14. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
