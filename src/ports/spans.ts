import type { ActorKey, ConversationKey } from "../../machines/ids.ts";

/** An answered request. */
export interface RequestSpan {
  readonly requestId: string;
  readonly method: string;
  /** The registered pattern: a path may hold a secret. Source: AUTH-14. */
  readonly route: string;
  readonly status: number;
  /** Of a failure. */
  readonly code: string | null;
  /** The caller's own `traceparent` header, `""` for none. Source: W3C Trace Context. */
  readonly traceparent: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** What made a turn, and when its commit was put together: kept in the history, so that it is found again after a restart. */
export interface TurnName {
  /** A request id, an attempt, a deadline or what else it was. */
  readonly cause: string;
  readonly conversation: ConversationKey;
  readonly atMs: number;
}

/** An event that was stepped, and its commit. */
export interface TurnSpan extends TurnName {
  readonly event: string;
  /** Who was stepped; `null` where it failed. */
  readonly actor: ActorKey | null;
  /** The code of a failure; `null` where the turn is durable. */
  readonly failure: string | null;
  readonly endedAtMs: number;
}

/** One attempt to deliver. */
export interface AttemptSpan {
  /** What the turn that tells of its end names as its cause. */
  readonly name: string;
  readonly delivery: ActorKey;
  readonly receiver: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** What became of the spans. */
export interface SpanCounts {
  readonly exported: number;
  /** They found no room, because the collector was slow or away. */
  readonly dropped: number;
  /** They were sent, and not taken. */
  readonly failed: number;
}

/**
 * Tells a collector of requests, turns and attempts. One trace leads from a request over the turn it made to every attempt that came of it,
 * however much later and in which process. None of the calls blocks, throws or waits for the collector.
 */
export interface Spans {
  noteRequest(span: RequestSpan): void;
  noteTurn(span: TurnSpan): void;
  /** To be called before the turn that tells of its end is handed in. `origin` is the turn that made the delivery, `null` where it is not known any more. */
  noteAttempt(span: AttemptSpan, origin: TurnName | null): void;
  /** That turn is durable, or given up: nothing asks for the attempt any more. */
  forgetAttempt(name: string): void;
  readonly counts: SpanCounts;
  /** Hands over what waits, at most until `untilMs`. */
  close(untilMs: number): Promise<void>;
}
