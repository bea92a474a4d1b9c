import type { ActorKey } from "../../machines/ids.ts";
import type { Failure } from "../core/result.ts";
import type { IdempotencyRow, RowReader } from "../ports/store.ts";
import type { Draft } from "./draft.ts";
import type { IdempotencyMark, TurnOutcome } from "./pending.ts";

/** Source: DEL-29. */
const markKeptMs = 24 * 60 * 60 * 1_000;

interface MarkParts {
  readonly draft: Draft;
  readonly rows: RowReader;
  readonly nowMs: () => number;
}

export const nameOfMark = (mark: IdempotencyMark): string => `${mark.scope}\n${mark.key}`;

/** Source: DEL-30. */
export const otherBody: Failure = {
  code: "invalid_request",
  message: "The Idempotency-Key was used before with another body; use a new key for a new request.",
};

/** The row that was kept for a key, unless it has expired. */
export const livingMark = (row: IdempotencyRow | undefined, nowMs: number): IdempotencyRow | undefined =>
  row !== undefined && row.expiresAtMs > nowMs ? row : undefined;

/** The outcome of a request whose key was used before; `null` for its first use. Source: DEL-29, DEL-30. */
export function meetMark(mark: IdempotencyMark, parts: MarkParts): TurnOutcome | null {
  const met =
    parts.draft.marks.get(nameOfMark(mark)) ??
    livingMark(parts.rows.read("idempotency", [mark.scope, mark.key]), parts.nowMs());
  if (met === undefined) return null;
  if (met.fingerprint !== mark.fingerprint) return { ok: false, failure: otherBody, canRetry: false };
  return {
    ok: true,
    actor: met.actor,
    state: "",
    context: null,
    brought: null,
    answer: Number(met.answer),
    isRepeat: true,
    tellIds: [],
  };
}

/** Stores the key in the same commit as its turn; `actor` is `null` when nothing had to happen. */
export function storeMark(mark: IdempotencyMark, actor: ActorKey | null, answer: number, parts: MarkParts): void {
  const row: IdempotencyRow = {
    fingerprint: mark.fingerprint,
    actor,
    answer: String(answer),
    expiresAtMs: parts.nowMs() + markKeptMs,
  };
  parts.draft.writeMark(nameOfMark(mark), { table: "idempotency", key: [mark.scope, mark.key], row });
}
