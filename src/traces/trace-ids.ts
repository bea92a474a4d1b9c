import { createHash } from "node:crypto";
import type { AttemptSpan, TurnName } from "../ports/spans.ts";

const traceIdHexDigits = 32;
const spanIdHexDigits = 16;

/** Of the ids that the edge gives to requests: 48 random bits and a counter. */
const requestId = /^[\w-]{8}-\d+$/;

export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** `null` for the first span of a trace. */
  readonly parentId: string | null;
}

/**
 * Ids are made of what is stored anyway, so that whoever finds a delivery again, after a restart or in another process, finds its trace as
 * well. Nothing can be read back from them.
 */
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

const spanIdOf = (text: string): string => digest(`span ${text}`).slice(0, spanIdHexDigits);
const traceIdOf = (text: string): string => digest(`trace ${text}`).slice(0, traceIdHexDigits);

export const placeOfRequest = (id: string): SpanPlace => ({
  traceId: traceIdOf(id),
  spanId: spanIdOf(`request ${id}`),
  parentId: null,
});

/** A turn of a request belongs to the request's trace; any other begins one, unless an attempt made it. */
export function placeOfTurn({ cause, conversation, atMs }: TurnName): SpanPlace {
  const name = `${cause} ${conversation} ${atMs}`;
  const spanId = spanIdOf(`turn ${name}`);
  if (!requestId.test(cause)) return { traceId: traceIdOf(name), spanId, parentId: null };
  const { traceId, spanId: parentId } = placeOfRequest(cause);
  return { traceId, spanId, parentId };
}

/** Below the turn that made the delivery; where that is not known, the attempts of one delivery have a trace of their own. */
export function placeOfAttempt({ name, delivery, startedAtMs }: AttemptSpan, origin: TurnName | null): SpanPlace {
  const spanId = spanIdOf(`${name} ${startedAtMs}`);
  if (origin === null) return { traceId: traceIdOf(delivery), spanId, parentId: null };
  const { traceId, spanId: parentId } = placeOfTurn(origin);
  return { traceId, spanId, parentId };
}

export const placeBelow = ({ traceId, spanId }: SpanPlace, turn: TurnName): SpanPlace => ({
  traceId,
  spanId: placeOfTurn(turn).spanId,
  parentId: spanId,
});
