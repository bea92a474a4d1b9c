import { encodeBotEvent } from "../../codec/b-bot/bot-event.ts";
import type { AccessToken } from "../../ports/bot-access.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Outbound, OutboundBotEvent, OutboundOutcome } from "../../ports/outbound.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import type { OauthTokens } from "../oauth/oauth-tokens.ts";
import type { TokenNeed, TokenRefusal } from "../oauth/token-outcome.ts";
import type { Asker, ExchangeResult } from "../request/ask.ts";
import type { EndpointPools } from "../request/endpoint-pools.ts";
import type { BotTarget } from "./bot-targets.ts";
import { createBotTargetFinder } from "./bot-targets.ts";
import { judgeBotAnswer } from "./judge-bot-answer.ts";

export interface BotRequestParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly tokens: OauthTokens;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  /** For log entries whose fields are all chosen by name. Secrets in responses are masked before. */
  readonly plainLog: Pick<Log, "info">;
  readonly firstPools: EndpointPools;
  readonly retryPools: EndpointPools;
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
          pools: telling.attempt === 1 ? parts.firstPools : parts.retryPools,
          target,
          toRequest: () => toRequest(telling, target, accessToken),
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

function toRequest(telling: OutboundBotEvent, { endpoint, headers }: BotTarget, accessToken: AccessToken | null) {
  const authorization = accessToken === null ? [] : ["Authorization", `Bearer ${accessToken.text}`];
  return {
    method: "POST" as const,
    path: endpoint?.path ?? "",
    headers: [...headers, ...authorization],
    body: Buffer.from(encodeBotEvent(telling)),
  };
}

function toVerdict(
  telling: OutboundBotEvent,
  target: BotTarget,
  { result, carried }: Extract<Answered, { readonly refusal: null }>,
  log: BotRequestParts["log"],
): Pick<OutboundOutcome, "httpStatus" | "failure" | "trace"> {
  const { isDefect, ...verdict } = judgeBotAnswer(result, {
    address: target.endpoint?.address ?? null,
    timeoutMs: telling.timeoutMs,
    secrets: [...target.secrets, ...carried.map(({ text }) => text)],
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
function logOutcome(plainLog: BotRequestParts["plainLog"], telling: OutboundBotEvent, outcome: OutboundOutcome): void {
  const { httpStatus, durationMs, failure, trace } = outcome;
  const about = { ...aboutOf(telling), httpStatus, durationMs };
  if (failure === null) plainLog.info(about, "Delivered an event to the bot");
  else plainLog.info({ ...about, failure, answer: trace.answer }, "Attempt to deliver an event to the bot failed");
}
