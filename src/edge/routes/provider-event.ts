import type { KeyedRequests } from "../../actors/keyed-requests.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { ProviderEvent } from "../../codec/b-bot/provider-event.types.ts";
import { fallbackOf } from "../../codec/b-bot/provider-event-fallback.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE } from "../../core/errors.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { BotChat, FindBotChat } from "../../domain/bot/bot-chats.ts";
import type { BotInbox, BotPost } from "../../domain/bot/bot-inbox.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import { createBodyTurns } from "../body/body-turns.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { carryOutOnce } from "../idempotency/carry-out-once.ts";
import { readIdempotencyKey } from "../idempotency/idempotency-key.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { Handler, Route } from "../server/router.ts";
import { admitBot } from "./bot-admission.ts";
import type { BotEntry, SurfaceB } from "./surface-b.types.ts";
import { providerEventAliasDoc, providerEventDoc } from "./surface-b-docs.ts";

export interface ProviderEventParts {
  readonly surface: SurfaceB;
  /** `body` is valid only until this function returns. */
  readonly parse: (body: Uint8Array) => Result<ProviderEvent>;
  /** Parses bodies over `inlineBodyBytesMax`. */
  readonly bodyParser: BodyParser<ProviderEvent>;
  readonly findChat: FindBotChat;
  readonly inbox: BotInbox;
  readonly keyedRequests: KeyedRequests;
  /** LIM-02. */
  readonly chatRate: RateLimiter;
  readonly limits: Pick<Limits, "bodyBytesMax" | "inlineBodyBytesMax" | "workerQueueMax">;
}

/** A request whose bot was found. */
interface Arrival {
  readonly exchange: HttpExchange;
  readonly entry: BotEntry;
  /** The mark of its `Idempotency-Key`, without the fingerprint of its body. */
  readonly key: Pick<IdempotencyMark, "scope" | "key"> | null;
}

const accepted = { body: '{"result":"ok"}' };
const allow = ["Allow", "POST"] as const;

/**
 * `POST /bots/webhooks/{provider_id}/{token}` and its alias under `/bots/providers`: an event of a bot, answered 200 after its
 * commit. Events of a bot are processed in the order in which their bodies were complete, even if a worker parses some of them.
 * Source: BOT-05, BOT-24 to BOT-35, DEL-29, ERR-17, ERR-19.
 */
export function providerEventRoutes(parts: ProviderEventParts): readonly Route[] {
  const turns = createBodyTurns(parts);
  const handle: Handler = (exchange, parameters) => {
    const entry = admitBot(parts.surface, exchange, parameters);
    if (entry === null) return;
    const key = readIdempotencyKey(exchange);
    if (!key.ok) return exchange.answerFailure(key.failure);
    const arrival = {
      exchange,
      entry,
      key: key.value === undefined ? null : { scope: scopeOf(entry), key: key.value },
    };
    exchange.onBody(parts.limits.bodyBytesMax, (body) =>
      turns.parse({ exchange, queue: entry.settings.id, body, wantsFingerprint: true }, (parsed) =>
        takeParsed(arrival, parsed, parts),
      ),
    );
  };
  const route = { gate: "load", methods: { post: handle } } as const;
  return [
    { ...route, pattern: "/bots/webhooks/:providerId/:token", docs: { post: providerEventDoc } },
    { ...route, pattern: "/bots/providers/:providerId/:token", docs: { post: providerEventAliasDoc } },
  ];
}

/** Keys are separate for each token. The token is a secret, so only its fingerprint is stored. Source: DEL-29, AUTH-14. */
const scopeOf = ({ bot }: BotEntry): string => `bots/${fingerprintOf(Buffer.from(`${bot.providerId}\n${bot.token}`))}`;

function takeParsed(
  arrival: Arrival,
  { parsed, fingerprint }: ParsedBody<ProviderEvent>,
  parts: ProviderEventParts,
): void | Promise<void> {
  const { exchange, key } = arrival;
  const body = fingerprint ?? "";
  const mark = key === null ? undefined : { ...key, fingerprint: body };
  return carryOutOnce(parts.keyedRequests, exchange, mark, {
    carryOut(ended) {
      const takeFound = (found: Result<Admitted>): void => {
        const admitted = found.ok ? checkLast(arrival.entry, found.value, parts) : found;
        if (admitted.ok) {
          transmit(arrival, admitted.value, { mark, body, ended }, parts);
          return;
        }
        refuse(exchange, admitted.failure);
        ended(false);
      };
      const found = parsed.ok ? findChat(parsed.value, parts) : parsed;
      return found instanceof Promise ? found.then(takeFound) : takeFound(found);
    },
    repeat: () => exchange.answer(200, accepted),
    refuse: (failure) => refuse(exchange, failure),
  });
}

/** An event, and its chat. */
interface Admitted {
  readonly event: ProviderEvent;
  readonly chat: BotChat;
}

function findChat(event: ProviderEvent, parts: ProviderEventParts): Result<Admitted> | Promise<Result<Admitted>> {
  const found = parts.findChat(event);
  const admit = (chat: Result<BotChat>): Result<Admitted> => (chat.ok ? ok({ event, chat: chat.value }) : chat);
  return found instanceof Promise ? found.then(admit) : admit(found);
}

/** ERR-17 (B), from the chat's channel to its rate. Source: BOT-02, BOT-26, LIM-02. */
function checkLast(
  { settings }: BotEntry,
  { event, chat }: Admitted,
  { chatRate }: ProviderEventParts,
): Result<Admitted> {
  if (chat.channelId !== settings.id)
    return fail("access_denied", `The bot is not connected to the channel of chat ${chat.id}.`);
  if (!settings.enabled) return fail("access_denied", "The channel of the bot is disabled.");
  if (!chat.wasSent) return fail("access_denied", `The bot was never sent a CLIENT_MESSAGE for chat ${chat.id}.`);
  const retryAfterSeconds = chatRate.take(chat.id);
  if (retryAfterSeconds === 0) return ok({ event, chat });
  return { ok: false, failure: { code: "rate_limited", message: ERROR_MESSAGE.rate_limited, retryAfterSeconds } };
}

interface Keeping {
  readonly mark: IdempotencyMark | undefined;
  /** The fingerprint of the body. */
  readonly body: string;
  readonly ended: (isKept: boolean) => void;
}

function transmit(
  { exchange, entry }: Arrival,
  { event, chat }: Admitted,
  { mark, body, ended }: Keeping,
  { inbox }: ProviderEventParts,
): void {
  const request = { requestId: exchange.requestId, ...(mark === undefined ? {} : { idempotency: mark }) };
  inbox.receive(entry, chat, toPost(event, entry, body), request, (received) => {
    if (received.ok) exchange.answer(200, accepted);
    else refuse(exchange, received.failure);
    ended(received.ok);
  });
}

function toPost(event: ProviderEvent, { settings }: BotEntry, fingerprint: string): BotPost {
  const posted = event.id === null ? null : { id: event.id, fingerprint };
  if (event.event === "INVITE_AGENT") return { kind: "invitation", posted };
  const { content } = event;
  return { kind: "message", posted, content, outward: fallbackOf(content, settings.kind) };
}

/** Answers only with statuses of surface B. Source: BOT-29, ERR-08, ERR-19. */
function refuse(exchange: HttpExchange, failure: Failure): void {
  const headers = failure.code === "method_not_allowed" ? allow : [];
  exchange.answerFailure(
    failure.code === "payload_too_large" ? { ...failure, code: "invalid_request" } : failure,
    headers,
  );
}
