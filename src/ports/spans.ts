import type { ActorKey, ConversationKey } from "../../machines/ids.ts";

/** An answered request. */
export interface RequestSpan {
  readonly requestId: string;
  readonly method: string;
  /** The registered pattern, because a path may contain a secret. Source: AUTH-14. */
  readonly route: string;
  readonly status: number;
  /** The error code of a failure. */
  readonly code: string | null;
  /** The caller's own `traceparent` header, `""` for none. Source: W3C Trace Context. */
  readonly traceparent: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/**
 * The cause of a turn, and the time when its commit was composed. The history keeps both, so that the turn is found after a
 * restart.
 */
export interface TurnName {
  /** A request id, an attempt, a deadline or another cause. */
  readonly cause: string;
  readonly conversation: ConversationKey;
  readonly atMs: number;
}

/** An event that was stepped, and its commit. */
export interface TurnSpan extends TurnName {
  readonly event: string;
  /** The actor that was stepped; `null` where the turn failed. */
  readonly actor: ActorKey | null;
  /** The code of a failure; `null` where the turn is durable. */
  readonly failure: string | null;
  readonly endedAtMs: number;
}

/** One attempt to deliver. */
export interface AttemptSpan {
  /** The cause of the turn that reports its end. */
  readonly name: string;
  readonly delivery: ActorKey;
  readonly receiver: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Counts of spans by their fate. */
export interface SpanCounts {
  readonly exported: number;
  /** Spans that were dropped for lack of space, because the collector was slow or unreachable. */
  readonly dropped: number;
  /** Spans that were sent, but not accepted. */
  readonly failed: number;
}

/**
 * Sends requests, turns and attempts to a collector. One trace connects a request, its turn and every attempt that follows, at any
 * later time and in any process. None of the calls blocks, throws or waits for the collector.
 */
export interface Spans {
  noteRequest(span: RequestSpan): void;
  noteTurn(span: TurnSpan): void;
  /**
   * Call it before the turn that reports its end is submitted. `origin` is the turn that made the delivery, `null` where it is not
   * known any more.
   */
  noteAttempt(span: AttemptSpan, origin: TurnName | null): void;
  /** That turn is durable, or given up: the attempt is not needed any more. */
  forgetAttempt(name: string): void;
  readonly counts: SpanCounts;
  /** Sends the waiting spans, at most until `untilMs`. */
  close(untilMs: number): Promise<void>;
}
