/** Throws an error that names the rules, or the table, if the promise is not kept. */
export function assertRule(rule: string, isKept: boolean, message: string): asserts isKept {
  if (!isKept) throw new Error(`${rule}: ${message}`);
}
