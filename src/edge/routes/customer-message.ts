import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Failure, Result } from "../../core/result.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import type { KeyedRequests } from "../../runtime/keyed-requests.ts";
import type { IdempotencyMark } from "../../runtime/pending.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { readIdempotencyKey } from "../idempotency-key.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import type { Handler, Route } from "../router.ts";
import type { TicketQueues } from "../ticket-queues.ts";
import { createTicketQueues } from "../ticket-queues.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { ChannelEntry, CustomerMessageHandler, SurfaceA } from "./surface-a.types.ts";
import { customerMessageDoc } from "./surface-a-docs.ts";

export interface CustomerMessageParts<Parsed> {
  readonly surface: SurfaceA;
  readonly messages: CustomerMessageHandler<Parsed>;
  /** For bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<Parsed>;
  readonly keyedRequests: KeyedRequests;
  /** LIM-02. */
  readonly senderRate: RateLimiter;
  readonly limits: Pick<Limits, "bodyBytesMax" | "inlineBodyBytesMax" | "workerQueueMax">;
}

/** A request that found its channel. */
interface Arrival {
  readonly exchange: HttpExchange;
  readonly entry: ChannelEntry;
  readonly key: string | undefined;
}

const allow = { methods: ["post"], header: "POST" } as const;
const accepted = { body: '{"result":"ok"}' };
const rateLimited: Failure = { code: "rate_limited", message: ERROR_MESSAGE.rate_limited };
const disabled: Failure = { code: "access_denied", message: "This channel is disabled." };
/** A body over the limit was never accepted: it is another than that of any key. */
const noFingerprint = "";

/**
 * `POST /chat-api/{random}/{publicId}`: a customer's message, answered 200 after its commit. Messages of a channel are taken in
 * the order in which they were read whole, also when a worker parses some. Source: CH-14 to CH-20, DEL-29, ERR-17.
 */
export function customerMessageRoute<Parsed>(parts: CustomerMessageParts<Parsed>): Route {
  const queues = createTicketQueues(parts.limits.workerQueueMax);
  const handle: Handler = (exchange, parameters) => {
    const entry = admitToChannel(parts.surface, exchange, parameters, allow);
    if (entry === null) return;
    const key = readIdempotencyKey(exchange);
    if (!key.ok) return exchange.answerFailure(key.failure);
    if (key.value === undefined && !entry.settings.enabled) return exchange.answerFailure(disabled);
    const arrival = { exchange, entry, key: key.value };
    exchange.onBody(parts.limits.bodyBytesMax, (body) => takeBody(arrival, body, queues, parts));
  };
  return {
    pattern: "/chat-api/:random/:publicId",
    gate: "load",
    methods: { post: handle },
    otherMethods: handle,
    docs: { post: customerMessageDoc },
  };
}

/** Parses a body where it costs least, in its turn. */
function takeBody<Parsed>(
  arrival: Arrival,
  body: Result<Uint8Array>,
  queues: TicketQueues,
  parts: CustomerMessageParts<Parsed>,
): void {
  const channelId = arrival.entry.settings.id;
  const isBig = body.ok && body.value.byteLength > parts.limits.inlineBodyBytesMax;
  if (!isBig && !queues.isBusy(channelId)) {
    parseHere(arrival, body, parts);
    return;
  }
  const { exchange, key } = arrival;
  const ticket = queues.take(channelId);
  if (ticket === null) exchange.answerCode("overloaded");
  else if (!isBig) ticket.ready(() => orDefect(exchange, () => parseHere(arrival, body, parts)));
  else {
    parts.bodyParser.parse(body.value, key !== undefined).then(
      (result) => ticket.ready(() => orDefect(exchange, () => takeParsed(arrival, result, parts))),
      (defect: unknown) => ticket.ready(() => exchange.answerDefect(defect)),
    );
  }
}

function parseHere<Parsed>(arrival: Arrival, body: Result<Uint8Array>, parts: CustomerMessageParts<Parsed>): void {
  meetKey(arrival, parseInline(body, arrival.key !== undefined, parts.messages), parts);
}

function parseInline<Parsed>(
  body: Result<Uint8Array>,
  wantsFingerprint: boolean,
  messages: CustomerMessageHandler<Parsed>,
): ParsedBody<Parsed> {
  if (!body.ok) return { parsed: body, fingerprint: noFingerprint };
  const fingerprint = wantsFingerprint ? fingerprintOf(body.value) : null;
  return { parsed: messages.parse(body.value), fingerprint };
}

function takeParsed<Parsed>(
  arrival: Arrival,
  result: Result<ParsedBody<Parsed>>,
  parts: CustomerMessageParts<Parsed>,
): void {
  if (result.ok) meetKey(arrival, result.value, parts);
  else arrival.exchange.answerFailure(result.failure);
}

/** Answers a request whose key was met before; lets every other through. Source: DEL-29, DEL-30. */
function meetKey<Parsed>(
  arrival: Arrival,
  { parsed, fingerprint }: ParsedBody<Parsed>,
  parts: CustomerMessageParts<Parsed>,
): void {
  const { exchange, entry, key } = arrival;
  if (key === undefined) {
    transmit(arrival, parsed, undefined, ignored, parts);
    return;
  }
  const mark = { scope: `chat-api/${entry.settings.id}`, key, fingerprint: fingerprint ?? noFingerprint };
  parts.keyedRequests.meet(mark, {
    carryOut(ended) {
      try {
        transmit(arrival, parsed, mark, ended, parts);
      } catch (error) {
        exchange.answerDefect(error);
        ended(false);
      }
    },
    repeat: () => exchange.answer(200, accepted),
    refuse: (failure) => exchange.answerFailure(failure),
  });
}

function transmit<Parsed>(
  { exchange, entry }: Arrival,
  parsed: Result<Parsed>,
  idempotency: IdempotencyMark | undefined,
  ended: (isKept: boolean) => void,
  parts: CustomerMessageParts<Parsed>,
): void {
  const admitted = checkLast(entry, parsed, parts);
  if (!admitted.ok) {
    exchange.answerFailure(admitted.failure);
    ended(false);
    return;
  }
  const request = { requestId: exchange.requestId, ...(idempotency === undefined ? {} : { idempotency }) };
  parts.messages.receive(entry, admitted.value, request, (received) => {
    if (received.ok) exchange.answer(200, accepted);
    else exchange.answerFailure(received.failure);
    ended(received.ok);
  });
}

/** ERR-17 (A), from the disabled channel to the sender's rate. */
function checkLast<Parsed>(
  { settings }: ChannelEntry,
  parsed: Result<Parsed>,
  { messages, senderRate }: CustomerMessageParts<Parsed>,
): Result<Parsed> {
  if (!settings.enabled) return { ok: false, failure: disabled };
  if (!parsed.ok) return parsed;
  const waitSeconds = senderRate.take(`${settings.id}/${messages.senderKey(parsed.value)}`);
  return waitSeconds === 0 ? parsed : { ok: false, failure: { ...rateLimited, retryAfterSeconds: waitSeconds } };
}

const ignored = (): void => undefined;

/** What fails in one request's turn must not keep others from theirs. */
function orDefect(exchange: HttpExchange, work: () => void): void {
  try {
    work();
  } catch (error) {
    exchange.answerDefect(error);
  }
}
