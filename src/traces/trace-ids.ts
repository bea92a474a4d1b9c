import { hash } from "node:crypto";
import type { AttemptSpan, TurnName } from "../ports/spans.ts";

/** In hexadecimal. Source: W3C Trace Context. */
const traceIdDigits = 32;
const spanIdDigits = 16;

/** Of the ids that the edge gives to requests: 48 random bits and a counter. */
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
 * Ids are made of what is stored anyway, so that whoever finds a delivery again, after a restart or in another process, finds its trace as
 * well. Nothing can be read back from them.
 */
function idsOf(name: string): Ids {
  const digest = hash("sha256", name, "hex");
  return { traceId: digest.slice(0, traceIdDigits), spanId: digest.slice(traceIdDigits, traceIdDigits + spanIdDigits) };
}

export const placeOfRequest = (id: string): SpanPlace => ({ ...idsOf(`request ${id}`), parentId: null });

/** A turn of a request belongs to the request's trace; any other begins one, unless an attempt made it. */
export function placeOfTurn({ cause, conversation, atMs }: TurnName): SpanPlace {
  const own = idsOf(`turn ${cause} ${conversation} ${atMs}`);
  return requestId.test(cause) ? below(placeOfRequest(cause), own) : { ...own, parentId: null };
}

/** Below the turn that made the delivery; where that is not known, the attempts of one delivery have a trace of their own. */
export function placeOfAttempt({ name, delivery, startedAtMs }: AttemptSpan, origin: TurnName | null): SpanPlace {
  const own = idsOf(`${name} ${startedAtMs}`);
  if (origin !== null) return below(placeOfTurn(origin), own);
  return { traceId: idsOf(delivery).traceId, spanId: own.spanId, parentId: null };
}

/** A turn that tells of the end of an attempt. */
export const placeBelow = (attempt: SpanPlace, turn: TurnName): SpanPlace => below(attempt, placeOfTurn(turn));

const below = ({ traceId, spanId: parentId }: SpanPlace, { spanId }: Ids): SpanPlace => ({ traceId, spanId, parentId });
