import { hash } from "node:crypto";
import type { AttemptSpan, TurnName } from "../ports/spans.ts";

/** Ids in hexadecimal. Source: W3C Trace Context. */
const traceIdDigits = 32;
const spanIdDigits = 16;

/** The form of the edge's request ids: 48 random bits and a counter. */
const requestId = /^[\w-]{8}-\d+$/;

export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** `null` for the first span of a trace. */
  readonly parentId: string | null;
}

interface Ids {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * Derives ids from stored values. Thus another process, or the same one after a restart, finds the trace of a delivery. The stored
 * values cannot be derived from the ids.
 */
function idsOf(name: string): Ids {
  const digest = hash("sha256", name, "hex");
  return { traceId: digest.slice(0, traceIdDigits), spanId: digest.slice(traceIdDigits, traceIdDigits + spanIdDigits) };
}

export const placeOfRequest = (id: string): SpanPlace => ({ ...idsOf(`request ${id}`), parentId: null });

/** A turn of a request belongs to the trace of the request. Any other turn begins a trace, unless an attempt caused the turn. */
export function placeOfTurn({ cause, conversation, atMs }: TurnName): SpanPlace {
  const own = idsOf(`turn ${cause} ${conversation} ${atMs}`);
  return requestId.test(cause) ? below(placeOfRequest(cause), own) : { ...own, parentId: null };
}

/**
 * The parent of an attempt is the turn that created the delivery. If that turn is unknown, the attempts of one delivery share a new
 * trace.
 */
export function placeOfAttempt({ name, delivery, startedAtMs }: AttemptSpan, origin: TurnName | null): SpanPlace {
  const own = idsOf(`${name} ${startedAtMs}`);
  if (origin !== null) return below(placeOfTurn(origin), own);
  return { traceId: idsOf(delivery).traceId, spanId: own.spanId, parentId: null };
}

/** A turn that the end of an attempt caused. */
export const placeBelow = (attempt: SpanPlace, turn: TurnName): SpanPlace => below(attempt, placeOfTurn(turn));

const below = ({ traceId, spanId: parentId }: SpanPlace, { spanId }: Ids): SpanPlace => ({ traceId, spanId, parentId });
