import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { ActorKey } from "../../machines/ids.ts";
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

const nameOf = (mark: IdempotencyMark): string => `${mark.scope}\n${mark.key}`;

/** The outcome of a request whose key was met before; `null` when it is the first. Source: DEL-29, DEL-30. */
export function meetMark(mark: IdempotencyMark, parts: MarkParts): TurnOutcome | null {
  const met = parts.draft.marks.get(nameOf(mark)) ?? parts.rows.read("idempotency", [mark.scope, mark.key]);
  if (met === undefined || met.expiresAtMs <= parts.nowMs()) return null;
  if (met.fingerprint !== mark.fingerprint) {
    const message = "The Idempotency-Key was used before with another body; use a new key for a new request.";
    return { ok: false, failure: { code: "invalid_request", message }, canRetry: false };
  }
  const messageSeq = Number(met.answer);
  return {
    ok: true,
    actor: met.actor,
    state: "",
    context: null,
    message: null,
    messageSeq,
    isRepeat: true,
    tellIds: [],
  };
}

/** Keeps the key with the turn it stands for, in the same commit. */
export function storeMark(mark: IdempotencyMark, actor: ActorKey, message: ChatMessage | null, parts: MarkParts): void {
  const row: IdempotencyRow = {
    fingerprint: mark.fingerprint,
    actor,
    answer: String(message?.seq ?? 0),
    expiresAtMs: parts.nowMs() + markKeptMs,
  };
  parts.draft.writeMark(nameOf(mark), { table: "idempotency", key: [mark.scope, mark.key], row });
}
