import { ERROR_STATUS } from "../../core/errors.ts";
import type { Failure } from "../../core/result.ts";
import type { BotChat } from "../../domain/bot/bot-chats.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { BotEntry, SurfaceB } from "./surface-b.types.ts";

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
export function admitBot(
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
export function refusePost({ noteRefused }: SurfaceB, { exchange, entry, chat }: NamedPost, failure: Failure): void {
  const answered = failure.code === "payload_too_large" ? { ...failure, code: "invalid_request" as const } : failure;
  exchange.answerFailure(answered, failure.code === "method_not_allowed" ? allow : []);
  if (ERROR_STATUS[answered.code] >= 500 || answered.code === "rate_limited") return;
  noteRefused({ channelId: entry.settings.id, chat, failure: answered, requestId: exchange.requestId });
}
