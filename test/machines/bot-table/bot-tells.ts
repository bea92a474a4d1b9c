import type { Tell } from "../../../machines/effects.ts";
import type { SentByBot } from "../../../machines/tells.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";

/** The effects of one step of a bot conversation, as texts that a test compares. */
export interface BotTells {
  /** The events put into the bot's lane. */
  readonly queued: readonly string[];
  /** Deliveries whose attempts begin in this step. */
  readonly opened: readonly string[];
  readonly cancelled: readonly string[];
  readonly chatEvents: readonly string[];
}

export function readBotTells(effects: readonly Effect[]): BotTells {
  const tells = effects.flatMap((effect): readonly Tell<ActorEvent>[] =>
    effect.type === "effect.actor.tell" ? effect.tells : [],
  );
  const idsOf = (isMeant: (event: ActorEvent) => boolean): readonly string[] =>
    tells.filter((tell) => isMeant(tell.event)).map(({ to }) => to.slice("delivery/".length));
  const sent: readonly ActorEvent[] = tells.map((tell) => tell.event);
  return {
    queued: sent.flatMap((tell) =>
      tell.type === "delivery.queued"
        ? [tell.cargo.kind === "bot_event" ? tell.cargo.event.event : tell.cargo.kind]
        : [],
    ),
    opened: idsOf(isOpening),
    cancelled: idsOf(({ type }) => type === "delivery.cancelled"),
    chatEvents: sent.flatMap((tell) => (isSentByBot(tell) ? [nameOf(tell)] : [])),
  };
}

/** Whether the event starts a delivery: one that was queued before, or a new one that is in front at once. */
const isOpening = (event: ActorEvent): boolean =>
  event.type === "delivery.opened" || (event.type === "delivery.queued" && event.isInFront);

const isSentByBot = (event: ActorEvent): event is SentByBot =>
  event.type === "bot.replied" ||
  event.type === "bot.offered" ||
  event.type === "bot.unstaffed" ||
  event.type === "bot.notified" ||
  event.type === "bot.ended";

function nameOf(sent: SentByBot): string {
  if (sent.type === "bot.replied") return sent.isShown ? "shown" : "hidden";
  return sent.type.slice("bot.".length);
}
