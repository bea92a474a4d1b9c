/** A broken promise that a walk found. */
export class Violation extends Error {
  override readonly name = "Violation";
  /** The rules, or the table, that contain the promise. */
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

export function assertRule(rule: string, isKept: boolean, message: string): asserts isKept {
  if (!isKept) throw new Violation(rule, message);
}
