import { encodeBotEvent } from "../codec/bot-event.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound, OutboundBotEvent, OutboundOutcome } from "../ports/outbound.ts";
import type { AddressGuard } from "./address-guard.ts";
import type { Asker } from "./ask.ts";
import { createBotTargetFinder } from "./bot-targets.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import { judgeBotAnswer } from "./judge-bot-answer.ts";

export interface BotRequestParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
  readonly firstPools: EndpointPools;
  readonly retryPools: EndpointPools;
}

/** Events for bots. Source: BOT-06, BOT-17 to BOT-20, AUTH-08, AUTH-11. */
export function createBotRequests(parts: BotRequestParts): Pick<Outbound, "tellBot"> {
  const { asker, clock, log } = parts;
  const findTarget = createBotTargetFinder(parts.guard);
  return {
    async tellBot(telling) {
      const startedAtMs = clock.nowMs();
      const target = findTarget(telling.bot, telling.channelId);
      const result = await asker.ask({
        pools: telling.attempt === 1 ? parts.firstPools : parts.retryPools,
        target,
        toRequest: () => ({
          method: "POST",
          path: target.endpoint?.path ?? "",
          headers: [...target.headers],
          body: Buffer.from(encodeBotEvent(telling)),
        }),
        untilMs: startedAtMs + telling.timeoutMs,
      });
      const verdict = judgeBotAnswer(result, {
        address: target.endpoint?.address ?? null,
        timeoutMs: telling.timeoutMs,
        secrets: [telling.bot.token],
      });
      if (verdict.isDefect) log.error({ ...aboutOf(telling), err: result.error }, "An attempt failed by a defect");
      const { httpStatus, failure, trace } = verdict;
      const outcome = { startedAtMs, durationMs: clock.nowMs() - startedAtMs, httpStatus, failure, trace };
      logOutcome(log, telling, outcome);
      return outcome;
    },
  };
}

const aboutOf = ({ channelId, eventId, event, attempt }: OutboundBotEvent) => ({
  channelId,
  eventId,
  event: event.event,
  chatId: event.chatId,
  attempt,
});

/** Each event stands in the log with its id. Source: BOT-11, BOT-20. */
function logOutcome(log: BotRequestParts["log"], telling: OutboundBotEvent, outcome: OutboundOutcome): void {
  const { httpStatus, durationMs, failure, trace } = outcome;
  const about = { ...aboutOf(telling), httpStatus, durationMs };
  if (failure === null) log.info(about, "Told the bot");
  else log.info({ ...about, failure, answer: trace.answer }, "Attempt to tell the bot failed");
}
