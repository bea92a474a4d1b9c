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
