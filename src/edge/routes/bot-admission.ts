import type { Failure } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { BotEntry, SurfaceB } from "./surface-b.types.ts";

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
  { bots, access, badPaths, botRate }: SurfaceB,
  exchange: HttpExchange,
  [providerId = "", token = ""]: readonly string[],
): BotEntry | null {
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
  if (bot.oauth !== null && !access.accepts({ channelId, oauth: bot.oauth }, authorization))
    return refuse(exchange, wrongHeader);
  // Only this channel has this pair of provider and token.
  const waitSeconds = botRate.take(channelId);
  if (waitSeconds === 0) return { settings: entry.settings, status: entry.status, bot };
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
