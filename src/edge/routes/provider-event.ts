import type { KeyedRequests } from "../../actors/idempotency.ts";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { BotMessageEvent, InviteAgentEvent, ProviderEvent } from "../../codec/b-bot/provider-event.types.ts";
import { fallbackOf } from "../../codec/b-bot/provider-event-fallback.ts";
import type { Limits } from "../../config/limits.ts";
import { ERROR_MESSAGE, ERROR_STATUS } from "../../core/errors.ts";
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
    if (!key.ok) return refusePost(parts.surface, { exchange, entry, chat: null }, key.failure);
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
  const { exchange, entry, key } = arrival;
  const body = fingerprint ?? "";
  const mark = key === null ? undefined : { ...key, fingerprint: body };
  const refuse = (failure: Failure, named: BotChat | null = null): void => {
    const chat = named?.channelId === entry.settings.id ? named : null;
    refusePost(parts.surface, { exchange, entry, chat }, failure);
  };
  return carryOutOnce(parts.keyedRequests, exchange, mark, {
    carryOut(ended) {
      if (!parsed.ok) {
        refuse(parsed.failure);
        return ended(false);
      }
      const event = parsed.value;
      const takeFound = (found: Result<BotChat>): void => {
        const admitted = checkLast(entry, event, found, parts);
        if (admitted.ok) {
          transmit(arrival, admitted.value, { mark, body, ended, refuse }, parts);
          return;
        }
        refuse(admitted.failure, found.ok ? found.value : null);
        ended(false);
      };
      const found = parts.findChat(event);
      return found instanceof Promise ? found.then(takeFound) : takeFound(found);
    },
    repeat: () => exchange.answer(200, accepted),
    refuse,
  });
}

/** An event, and its chat. */
interface Admitted {
  readonly event: BotMessageEvent | InviteAgentEvent;
  readonly chat: BotChat;
}

/** ERR-17 (B), from the fields of the event to the rate of its chat. Source: BOT-02, BOT-26, LIM-02. */
function checkLast(
  { settings }: BotEntry,
  event: ProviderEvent,
  found: Result<BotChat>,
  { chatRate }: ProviderEventParts,
): Result<Admitted> {
  if (event.event === null) return { ok: false, failure: event.failure };
  if (!found.ok) return found;
  const chat = found.value;
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
  readonly refuse: (failure: Failure, named: BotChat) => void;
}

function transmit(
  { exchange, entry }: Arrival,
  { event, chat }: Admitted,
  { mark, body, ended, refuse }: Keeping,
  { inbox }: ProviderEventParts,
): void {
  const request = { requestId: exchange.requestId, ...(mark === undefined ? {} : { idempotency: mark }) };
  inbox.receive(entry, chat, toPost(event, entry, body), request, (received) => {
    if (received.ok) exchange.answer(200, accepted);
    else refuse(received.failure, chat);
    ended(received.ok);
  });
}

function toPost(event: Admitted["event"], { settings }: BotEntry, fingerprint: string): BotPost {
  const posted = event.id === null ? null : { id: event.id, fingerprint };
  if (event.event === "INVITE_AGENT") return { kind: "invitation", posted };
  const { content } = event;
  return { kind: "message", posted, content, outward: fallbackOf(content, settings.kind) };
}

const allow = ["Allow", "POST"] as const;
const severalCredentials: Failure = {
  code: "invalid_request",
  message:
    "Credentials were sent more than once: expected the token only in the path, and at most one Authorization header.",
};
const unknownToken: Failure = { code: "invalid_client", message: "The token in the URL is not known." };
const wrongHeader: Failure = {
  code: "unauthorized_client",
  message: "The Authorization header is missing, expired or wrong.",
};

/**
 * ERR-17 (B), from the credentials to the token's rate: returns the bot of `/bots/webhooks/{provider_id}/{token}`, or null after
 * answering 400, 401 or 429. An unknown provider and a wrong token get the same answer; after many of them from one address it is
 * 429. Source: AUTH-07, AUTH-10, AUTH-12, LIM-01.
 */
function admitBot(
  surface: SurfaceB,
  exchange: HttpExchange,
  [providerId = "", token = ""]: readonly string[],
): BotEntry | null {
  const { bots, access, badPaths, botRate } = surface;
  if (hasSeveralCredentials(exchange)) return refuse(exchange, severalCredentials);
  const entry = bots.findBot(providerId, token);
  const bot = entry?.settings.bot;
  if (entry === undefined || !bot) {
    const waitSeconds = badPaths.count(exchange.remoteAddress());
    if (waitSeconds === 0) return refuse(exchange, unknownToken);
    exchange.answerCode("rate_limited", waitSeconds);
    return null;
  }
  const channelId = entry.settings.id;
  exchange.subject = channelId;
  const authorization = exchange.header("authorization") || undefined;
  const admitted = { settings: entry.settings, status: entry.status, bot };
  if (bot.oauth !== null && !access.accepts({ channelId, oauth: bot.oauth }, authorization)) {
    refusePost(surface, { exchange, entry: admitted, chat: null }, wrongHeader);
    return null;
  }
  // Only this channel has this pair of provider and token.
  const waitSeconds = botRate.take(channelId);
  if (waitSeconds === 0) return admitted;
  exchange.answerCode("rate_limited", waitSeconds);
  return null;
}

const queryCredentials = ["token", "access_token"];

const hasSeveralCredentials = (exchange: HttpExchange): boolean =>
  exchange.headerCount("authorization") > 1 || queryCredentials.some((name) => exchange.query(name) !== undefined);

function refuse(exchange: HttpExchange, failure: Failure): null {
  exchange.answerFailure(failure);
  return null;
}

/** A post whose bot is known; `chat` is the chat that it named, if it is one of the bot's channel. */
interface NamedPost {
  readonly exchange: HttpExchange;
  readonly entry: BotEntry;
  readonly chat: BotChat | null;
}

/**
 * Answers only with statuses of surface B, and notes a mistake of the bot: its client waits. Source: BOT-29, ERR-08, ERR-19.
 */
function refusePost({ noteRefused }: SurfaceB, { exchange, entry, chat }: NamedPost, failure: Failure): void {
  const answered = failure.code === "payload_too_large" ? { ...failure, code: "invalid_request" as const } : failure;
  exchange.answerFailure(answered, failure.code === "method_not_allowed" ? allow : []);
  if (ERROR_STATUS[answered.code] >= 500 || answered.code === "rate_limited") return;
  noteRefused({ channelId: entry.settings.id, chat, failure: answered, requestId: exchange.requestId });
}
