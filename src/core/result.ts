import type { ErrorCode } from "./errors.ts";

/** An expected failure: a value, never thrown. `message` is one English sentence. Source: ERR-02. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Seconds after which the same request may succeed; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
}

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value });

export const fail = (code: ErrorCode, message: string): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure: { code, message },
});

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
