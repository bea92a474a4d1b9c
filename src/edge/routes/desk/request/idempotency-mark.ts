import type { IdempotencyMark } from "../../../../actors/pending.ts";
import { fingerprintOf } from "../../../../core/fingerprint.ts";

/** Returns the mark of a request with an idempotency key; undefined without a key. */
export const markOf = (scope: string, key: string | undefined, body: Uint8Array): IdempotencyMark | undefined =>
  key === undefined ? undefined : { scope, key, fingerprint: fingerprintOf(body) };
