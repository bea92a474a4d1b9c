/** A defect, not an expected failure: an invariant is broken. */
export class Defect extends Error {
  override readonly name = "Defect";
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Defect(message);
}

/** Proves at compile time that all cases of a union were handled. */
export function assertNever(value: never): never {
  throw new Defect(`Expected no further case, got ${JSON.stringify(value)}`);
}
