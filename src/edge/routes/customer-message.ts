import type { KeyedRequests } from "../../actors/idempotency.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import type { Failure, Result } from "../../core/result.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import { createBodyTurns } from "../body/body-turns.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { carryOutOnce } from "../idempotency/carry-out-once.ts";
import { readIdempotencyKey } from "../idempotency/idempotency-key.ts";
import type { DiskFloors } from "../limits/disk-floors.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { Handler, Route } from "../server/router.ts";
import { admitToChannel } from "./channel-admission.ts";
import type { ChannelEntry, CustomerMessageHandler, SurfaceA } from "./surface-a.types.ts";
import { customerMessageDoc } from "./surface-a-docs.ts";

export interface CustomerMessageParts<Parsed> {
  readonly surface: SurfaceA;
  readonly messages: CustomerMessageHandler<Parsed>;
  /** Parses bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<Parsed>;
  readonly keyedRequests: KeyedRequests;
  /** LIM-02. */
  readonly senderRate: RateLimiter;
  readonly floors: Pick<DiskFloors, "refuseMessage">;
  readonly limits: Pick<Limits, "bodyBytesMax" | "inlineBodyBytesMax" | "workerQueueMax">;
}

/** A request whose channel was found. */
interface Arrival {
  readonly exchange: HttpExchange;
  readonly entry: ChannelEntry;
  readonly key: string | undefined;
}

const allow = { methods: ["post"], header: "POST" } as const;
const accepted = { body: '{"result":"ok"}' };
const rateLimited: Failure = { code: "rate_limited", message: ERROR_MESSAGE.rate_limited };
const disabled: Failure = { code: "access_denied", message: "This channel is disabled." };

/**
 * `POST /chat-api/{random}/{publicId}`: a customer's message, answered 200 after its commit. Messages of a channel are processed
 * in the order in which their bodies were complete, even if a worker parses some of them. Source: CH-14 to CH-20, DEL-29, ERR-17.
 */
export function customerMessageRoute<Parsed>(parts: CustomerMessageParts<Parsed>): Route {
  const { bodyParser, limits } = parts;
  const turns = createBodyTurns({ parse: (body) => parts.messages.parse(body), bodyParser, limits });
  const handle: Handler = (exchange, parameters) => {
    const entry = admitToChannel(parts.surface, exchange, parameters, allow);
    if (entry === null) return;
    const key = readIdempotencyKey(exchange);
    if (!key.ok) return exchange.answerFailure(key.failure);
    if (key.value === undefined && !entry.settings.enabled) return exchange.answerFailure(disabled);
    const arrival = { exchange, entry, key: key.value };
    const queue = entry.settings.id;
    const wantsFingerprint = key.value !== undefined;
    exchange.onBody(limits.bodyBytesMax, (body) =>
      turns.parse({ exchange, queue, body, wantsFingerprint }, (parsed) => takeParsed(arrival, parsed, parts)),
    );
  };
  return {
    pattern: "/chat-api/:random/:publicId",
    gate: "load",
    methods: { post: handle },
    otherMethods: handle,
    docs: { post: customerMessageDoc },
  };
}

function takeParsed<Parsed>(
  arrival: Arrival,
  { parsed, fingerprint }: ParsedBody<Parsed>,
  parts: CustomerMessageParts<Parsed>,
): void | Promise<void> {
  const { exchange, entry, key } = arrival;
  const mark =
    key === undefined ? undefined : { scope: `chat-api/${entry.settings.id}`, key, fingerprint: fingerprint ?? "" };
  return carryOutOnce(parts.keyedRequests, exchange, mark, {
    carryOut: (ended) => transmit(arrival, parsed, mark, ended, parts),
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
): void | Promise<void> {
  const { messages, floors } = parts;
  const refuse = (failure: Failure): void => {
    exchange.answerFailure(failure);
    ended(false);
  };
  const admitted = checkLast(entry, parsed, parts);
  if (!admitted.ok) return refuse(admitted.failure);
  const receive = (): void => {
    const request = { requestId: exchange.requestId, ...(idempotency === undefined ? {} : { idempotency }) };
    messages.receive(entry, admitted.value, request, (received) => {
      if (received.ok) exchange.answer(200, accepted);
      else exchange.answerFailure(received.failure);
      ended(received.ok);
    });
  };
  const refusing = floors.refuseMessage(() => messages.isBeginning(entry, admitted.value));
  if (refusing === null) return receive();
  if (!(refusing instanceof Promise)) return refuse(refusing);
  return refusing.then((refusal) => (refusal === null ? receive() : refuse(refusal)));
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
