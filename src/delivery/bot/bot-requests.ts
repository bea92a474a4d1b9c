import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import { encodeBotEvent } from "../../codec/b-bot/bot-event.ts";
import { secretTexts, withSignature } from "../../codec/signatures/signature.ts";
import { toWellFormed } from "../../codec/text/text.ts";
import type { AccessToken } from "../../ports/bot-access.ts";
import type { Log } from "../../ports/log.ts";
import type { Outbound, OutboundBotEvent, OutboundOutcome, OutboundVerdict } from "../../ports/outbound.ts";
import type { AddressGuard, Endpoint } from "../address/address-guard.ts";
import { decodePart, maskAddress, parseHttpUrl, secretsInAddress, toBasic } from "../address/address-guard.ts";
import type { OauthTokens, TokenNeed, TokenRefusal } from "../oauth/oauth-tokens.ts";
import type { ExchangeResult } from "../request/ask.ts";
import { ownHeaders } from "../request/ask.ts";
import {
  explainError,
  explainStatus,
  hideSecrets,
  isSuccess,
  noTrace,
  startOfAnswer,
} from "../request/explain-error.ts";
import type { FoundTarget, RequestParts } from "../request/found-target.ts";
import { createFoundTargets, refusalOf } from "../request/found-target.ts";

interface BotRequestParts extends RequestParts {
  readonly tokens: OauthTokens;
}

/** The outcome of an attempt, and the access tokens that it sent. */
type Answered =
  | { readonly refusal: TokenRefusal }
  | { readonly refusal: null; readonly result: ExchangeResult; readonly carried: readonly AccessToken[] };

/** Makes one request, with an access token when the bot needs one. */
type AskBot = (accessToken: AccessToken | null) => Promise<ExchangeResult>;

/** Sends events to bots. Source: BOT-06, BOT-17 to BOT-20, AUTH-08, AUTH-11. */
export function createBotRequests(parts: BotRequestParts): Pick<Outbound, "tellBot"> {
  const { asker, clock, log, tokens } = parts;
  const findTarget = createBotTargetFinder(parts.guard);
  return {
    async tellBot(telling) {
      const startedAtMs = clock.nowMs();
      const { bot, channelId, timeoutMs } = telling;
      const untilMs = startedAtMs + timeoutMs;
      const target = findTarget(bot, channelId);
      const askBot: AskBot = (accessToken) =>
        asker.ask({
          pools: telling.attempt === 1 ? parts.pools.first : parts.pools.retry,
          target,
          toRequest: () => toRequest(telling, target, accessToken, clock.nowMs()),
          untilMs,
        });
      const isRefused = target.endpoint === null || target.refusal !== null;
      const answered =
        bot.oauth === null || isRefused
          ? { refusal: null, result: await askBot(null), carried: [] }
          : await askWithToken(askBot, { channelId, oauth: bot.oauth, timeoutMs, untilMs }, tokens);
      const verdict = answered.refusal ?? toVerdict(telling, target, answered, log);
      const { httpStatus, failure, trace } = verdict;
      const outcome = { startedAtMs, durationMs: clock.nowMs() - startedAtMs, httpStatus, failure, trace };
      logOutcome(parts.plainLog, telling, outcome);
      return outcome;
    },
  };
}

/** After a 401, fetches another token once, within the same time limit. Source: AUTH-11. */
async function askWithToken(askBot: AskBot, need: TokenNeed, tokens: OauthTokens): Promise<Answered> {
  const first = await tokens.take(need);
  if (first.refusal !== null) return { refusal: first.refusal };
  const result = await askBot(first.token);
  if (result.httpStatus !== 401) return { refusal: null, result, carried: [first.token] };
  tokens.drop(need.channelId, first.token);
  // The attempt timed out, or the service stops. There is nothing to retry.
  if (result.error !== null) return { refusal: null, result, carried: [first.token] };
  const second = await tokens.take(need);
  if (second.refusal !== null) return { refusal: second.refusal };
  return { refusal: null, result: await askBot(second.token), carried: [first.token, second.token] };
}

function toRequest(
  telling: OutboundBotEvent,
  { endpoint, headers }: FoundTarget,
  accessToken: AccessToken | null,
  nowMs: number,
) {
  const authorization = accessToken === null ? [] : ["Authorization", `Bearer ${accessToken.text}`];
  const body = Buffer.from(encodeBotEvent(telling));
  return {
    path: endpoint?.path ?? "",
    headers: withSignature([...headers, ...authorization], telling.bot, { id: telling.deliveryId, body, nowMs }),
    body,
  };
}

function toVerdict(
  telling: OutboundBotEvent,
  target: FoundTarget,
  { result, carried }: Extract<Answered, { readonly refusal: null }>,
  log: Log,
): OutboundVerdict {
  const { isDefect, ...verdict } = judgeBotAnswer(result, {
    address: target.endpoint?.address ?? null,
    timeoutMs: telling.timeoutMs,
    secrets: carried.length === 0 ? target.secrets : [...target.secrets, ...carried.map(({ text }) => text)],
  });
  if (isDefect) log.error({ ...aboutOf(telling), err: result.error }, "An attempt failed because of a defect");
  return verdict;
}

const aboutOf = ({ channelId, eventId, event, attempt }: OutboundBotEvent) => ({
  channelId,
  eventId,
  event: event.event,
  chatId: event.chatId,
  attempt,
});

/** Logs each event with its id. Source: BOT-11, BOT-20. */
function logOutcome(plainLog: Log, telling: OutboundBotEvent, outcome: OutboundOutcome): void {
  const { httpStatus, durationMs, failure, trace } = outcome;
  const about = { ...aboutOf(telling), httpStatus, durationMs };
  if (failure === null) plainLog.info(about, "Delivered an event to the bot");
  else plainLog.info({ ...about, failure, answer: trace.answer }, "Attempt to deliver an event to the bot failed");
}

type BotVerdict = OutboundVerdict & {
  /** A defect of the service. No network causes it. */
  readonly isDefect: boolean;
};

/** Any 2xx is a success, whatever the body. Everything else is a failure. `secrets` are masked in the trace. Source: BOT-19, BOT-20. */
function judgeBotAnswer(
  { httpStatus, answer, error }: ExchangeResult,
  about: { readonly address: string | null; readonly timeoutMs: number; readonly secrets: readonly string[] },
): BotVerdict {
  const { address, timeoutMs, secrets } = about;
  const trace =
    httpStatus === null
      ? { ...noTrace, address }
      : { address, answer: startOfAnswer(hideSecrets(answer, secrets)), note: null };
  if (error !== null || httpStatus === null) {
    const explained = explainError(error, timeoutMs, "bot");
    const message = "The event could not be sent because of an error in the service.";
    const failure = explained ?? { kind: "connection", code: "connection", message };
    return { httpStatus, failure, trace, isDefect: explained === null };
  }
  if (isSuccess(httpStatus)) return { httpStatus, failure: null, trace, isDefect: false };
  const message = explainStatus(httpStatus, "bot");
  return { httpStatus, failure: { kind: "http_status", code: "http_status", message }, trace, isDefect: false };
}

/**
 * Finds the target of a bot's current settings. A change creates a new settings object, so a cached target stays valid under the same policy.
 * Source: BOT-06, AUTH-05, AUTH-06, VER-01.
 */
function createBotTargetFinder(guard: AddressGuard): (bot: BotSettings, channelId: ChannelId) => FoundTarget {
  const targets = createFoundTargets<BotSettings, FoundTarget>(guard);
  return (bot, channelId) => {
    const known = targets.get(bot);
    if (known !== undefined && known.owner === channelId) return known;
    const endpoint = toBotEndpoint(bot, channelId);
    const basic = bot.oauth === null ? (endpoint?.authorization ?? null) : null;
    const headers = [...ownHeaders, "Content-Type", "application/json"];
    if (basic !== null) headers.push("Authorization", basic);
    const form = "The bot's endpoint must be an absolute https URL without {token} in its host name.";
    const refusal = refusalOf(endpoint, guard, form);
    // One host of a provider serves many bots. A dead bot takes no connections from another. Source: DEL-19.
    const target = { endpoint, refusal, owner: channelId, headers, secrets: secretsOf(bot, endpoint, channelId) };
    targets.set(bot, target);
    return target;
  };
}

function secretsOf(bot: BotSettings, endpoint: Endpoint | null, channelId: ChannelId): readonly string[] {
  const { token, oauth } = bot;
  const basic = endpoint?.authorization?.slice("Basic ".length) ?? null;
  const password = basic === null ? "" : (/:(.*)$/s.exec(Buffer.from(basic, "base64").toString())?.[1] ?? "");
  const url = parseHttpUrl(bot.endpoint);
  const inAddress = url === null ? [] : secretsInAddress(url, channelId);
  const all = [token, oauth?.clientSecret ?? "", basic ?? "", password, ...secretTexts(bot), ...inAddress];
  return all.filter((secret) => secret !== "");
}

/** `{token}` in the path or the user of a parsed URL. In a query it stays as it is. */
const placeholder = /\{token\}|%7Btoken%7D/gi;
const mask = "***";

/**
 * Returns the bot's endpoint with the token inserted. The address for the log never shows the token. Returns `null` for anything but an absolute
 * http(s) URL, and for `{token}` in the host name, which a name server could read. Source: BOT-06, CH-43, CH-44, DEL-28.
 */
export function toBotEndpoint(bot: Pick<BotSettings, "endpoint" | "token">, channelId: string): Endpoint | null {
  const url = parseHttpUrl(bot.endpoint);
  if (url === null || hasPlaceholder(url.hostname)) return null;
  const appends = !hasPlaceholder(url.href);
  const fill = (part: string, token: string): string => part.replaceAll(placeholder, () => token);
  const fillPath = (token: string, path = url.pathname): string =>
    appends ? `${path.replace(/(?<!\/)\/+$/, "")}/${token}` : fill(path, token);
  const token = encodeSegment(bot.token);

  const named = new URL(url);
  named.username = fill(url.username, token);
  named.password = fill(url.password, token);
  const shown = new URL(url);
  shown.pathname = fillPath(mask, maskSegments(url.pathname, bot.token));
  shown.search = fill(url.search, mask);
  return {
    origin: url.origin,
    // The URL is not parsed again, because a token such as ".." would remove a part of the path.
    path: fillPath(token) + fill(url.search, token),
    authorization: toBasic(named),
    address: maskAddress(shown, channelId),
  };
}

const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

/** Encodes a segment of the path. Dots alone would name a folder. Source: RFC 3986, 3.3. */
function encodeSegment(text: string): string {
  const encoded = encodeURIComponent(toWellFormed(text));
  return /^\.{1,2}$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded;
}

/** The operator may have written the token into the address as well. */
const maskSegments = (path: string, token: string): string =>
  path
    .split("/")
    .map((segment) => (decodePart(segment) === token ? mask : segment))
    .join("/");
