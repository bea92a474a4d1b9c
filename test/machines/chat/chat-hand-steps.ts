import type { ChatOffer } from "../../../machines/chat/chat.types.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { asActorKey, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { botNotice, kim, lee, t0 } from "./chat-steps.ts";

export const toLee: ChatOffer = { kind: "agent", id: lee.id, name: lee.name };
export const transfer = (
  to: ChatOffer,
  { agent = kim, isAdministrator = false, nowMs = t0 + 400, acceptTimeoutMs = 60_000 } = {},
): ActorEvent => ({
  type: "chat.transfer-requested",
  nowMs,
  agent,
  isAdministrator,
  to,
  messageId: asMessageId("transfer-1"),
  notice: botNotice("transfer"),
  acceptTimeoutMs,
});

const closedChannel: AttemptFailure = {
  kind: "channel_closed",
  code: "channel_closed",
  message: "The channel is disabled.",
};
export const channelClosed: ActorEvent = {
  type: "channel.closed",
  nowMs: t0 + 800,
  failure: closedChannel,
  lineId: asMessageId("line-closed"),
};
/** The deliveries that end with the channel. */
export const cancelled = (...numbers: readonly number[]): Effect => ({
  type: "effect.actor.tell",
  tells: numbers.map((number) => ({
    to: asActorKey(`delivery/D${number}`),
    event: { type: "delivery.cancelled", nowMs: t0 + 800, failure: closedChannel },
  })),
});
