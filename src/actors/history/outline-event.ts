import type { CallBegan } from "../../../machines/call/call.types.ts";
import type { BotSurroundings, CallRequested } from "../../../machines/chat/chat.types.ts";
import type { Cargo } from "../../../machines/delivery/delivery.types.ts";
import type { ActorEvent } from "../effects.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import { failed, none, nothing } from "./outlined-fields.ts";

type EventOf<Type extends ActorEvent["type"]> = Extract<ActorEvent, { readonly type: Type }>;

/**
 * What is kept of each event beside its type and the time of the commit. Nothing gets in by itself: a new event has to say here what of
 * it tells why an actor is where it is.
 */
export const eventFields: { readonly [Type in ActorEvent["type"]]: (event: EventOf<Type>) => OutlinedFields } = {
  "agent.accepted": ({ messageSeq }) => ({ messageSeq }),
  "agent.configured": ({ profile: { role } }) => ({ role }),
  "agent.left": ({ agentId }) => ({ agent: agentId }),
  "agent.logged-out": ({ socketIds }) => ({ sockets: socketIds.length }),
  "agent.presence-changed": ({ agentId, isAvailable }) => ({ agent: agentId, isAvailable }),
  "agent.removed": nothing,
  "attempt.failed": ({ attempt, httpStatus, durationMs, failure, isFinal, retryAfterMs }) => ({
    attempt,
    httpStatus: httpStatus ?? undefined,
    durationMs,
    ...failed(failure),
    isFinal,
    retryAfterMs,
  }),
  "attempt.skipped": ({ attempt, failure }) => ({ attempt, ...failed(failure) }),
  "attempt.succeeded": ({ attempt, httpStatus, durationMs }) => ({ attempt, httpStatus, durationMs }),
  "attempt.withdrawn": ({ attempt }) => ({ attempt }),
  "availability.changed": ({ isAvailable }) => ({ isAvailable }),
  "bot.disconnected": nothing,
  "bot.ended": nothing,
  "bot.invitation-posted": ({ agentsOnline, acceptTimeoutMs }) => ({ agentsOnline, acceptTimeoutMs }),
  "bot.message-posted": ({ message, outward, deliveryId }) => ({
    messageId: message.id,
    deliveryId,
    canBeShown: outward !== null,
  }),
  "bot.notified": nothing,
  "bot.offered": nothing,
  "bot.replied": ({ message, deliveryId, isShown }) => ({ messageId: message.id, deliveryId, isShown }),
  "bot.unstaffed": nothing,
  "button.click-requested": ({ messageSeq, index, bot }) => ({ messageSeq, index, ...surroundings(bot) }),
  "callback.answered": ({ callId }) => ({ call: callId }),
  "call.began": (event) => callFields(event),
  "call.changed": ({ call: { id, type, status, agentId } }) => ({
    call: id,
    callType: type,
    status,
    agent: agentId ?? undefined,
  }),
  "call.reported": ({ status, agentId, chosenId }) => ({
    status,
    agent: agentId ?? undefined,
    chosen: chosenId ?? undefined,
  }),
  "call.requested": (event) => callFields(event),
  "channel.assigned": ({ channelId }) => ({ channelId }),
  "channel.closed": ({ failure }) => failed(failure),
  "channel.configured": ({ settings: { kind, enabled, agentIds, bot, webhooks } }) => ({
    kind,
    enabled,
    agents: agentIds.length,
    hasBot: bot !== null,
    hasWebhooks: webhooks !== null,
  }),
  "channel.removed": nothing,
  "channel.unassigned": ({ channelId }) => ({ channelId }),
  "chat.accept-requested": ({ agent }) => ({ agent: agent.id }),
  "chat.assign-requested": ({ agent }) => ({ agent: agent.id }),
  "chat.blacklist-requested": ({ agent, isBlacklisted }) => ({ agent: agent.id, isBlacklisted }),
  "chat.close-requested": ({ agent }) => ({ agent: agent.id }),
  "chat.closed": nothing,
  "chat.contact-change-requested": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
  "chat.expired": ({ waitedDays }) => ({ waitedDays }),
  "chat.note-requested": ({ agent, message }) => ({ agent: agent.id, messageId: message.id }),
  "chat.rated": ({ rate }) => ({ rate }),
  "chat.reopen-requested": ({ agent }) => ({ agent: agent.id }),
  "chat.reopened": nothing,
  "chat.reply-requested": ({ agent, message, deliveryId }) => ({ agent: agent.id, messageId: message.id, deliveryId }),
  "chat.transfer-requested": ({ agent, isAdministrator, to, acceptTimeoutMs }) => ({
    agent: agent.id,
    isAdministrator,
    [to.kind === "agent" ? "toAgent" : "toDepartment"]: to.id,
    acceptTimeoutMs,
  }),
  "chat.dismiss-requested": ({ agent, deliveryId }) => ({ agent: agent.id, deliveryId }),
  "chat.transferred": ({ acceptTimeoutMs }) => ({ acceptTimeoutMs }),
  "chat.typing-requested": ({ agent, state }) => ({ agent: agent.id, state }),
  "client.wrote": ({ messageSeq, agentsOnline, wantsAgent }) => ({ messageSeq, agentsOnline, wantsAgent }),
  "crm.answered": ({ event, answer }) => ({ event, answered: Object.keys(answer).join(" ") }),
  "deadline.reached": ({ id, atMs, restarted }) => ({ id, atMs, restarted }),
  "delivery.cancelled": ({ failure }) => failed(failure),
  "delivery.ended": ({ deliveryId, failure }) => ({ deliveryId, ...failed(failure) }),
  "delivery.opened": nothing,
  "delivery.queued": ({ cargo, messageSeq, isInFront }) => ({
    cargo: cargo.kind,
    event: toldEvent(cargo),
    messageSeq,
    isInFront,
  }),
  "delivery.requeued": ({ seenAttempts }) => ({ seenAttempts }),
  "delivery.resend-requested": ({ deliveryId }) => ({ deliveryId }),
  "gateway.answered": ({ failure }) => ({ accepted: failure === null }),
  "message.received": ({ bot, isFromWidget }) =>
    bot === undefined && isFromWidget === undefined ? none : { isFromWidget, ...surroundings(bot) },
  "offline.message-left": nothing,
  "process.started": ({ processId }) => ({ processId }),
  "report.made": ({ event, deliveryId }) => ({ event, deliveryId }),
  "report.refused": ({ event, failure }) => ({ event, ...failed(failure) }),
  "socket.closed": ({ socketId }) => ({ socketId }),
  "socket.opened": ({ socketId, isAvailable }) => ({ socketId, isAvailable }),
  "typing.received": ({ state }) => ({ state }),
  "visitor.changed": ({ change }) => ({ changed: Object.keys(change).join(" ") }),
  "webhook.ended": ({ deliveryId, event, attempt, failure }) => ({ deliveryId, event, attempt, ...failed(failure) }),
  "webhook.yielded": ({ deliveryId }) => ({ deliveryId }),
};

/** Which event a bot or the owner's server is told. */
function toldEvent(cargo: Cargo): string | undefined {
  if (cargo.kind === "bot_event") return cargo.event.event;
  return cargo.kind === "webhook" ? cargo.event : undefined;
}

/** How the channel stood while the client wrote; nothing on a channel without a bot. */
function surroundings(bot: BotSurroundings | undefined): OutlinedFields {
  if (bot === undefined) return none;
  const { agentsOnline, wantsAgent } = bot;
  return { agentsOnline, wantsAgent };
}

const callFields = ({ id, callType, rung, chosenId, failure }: CallBegan | CallRequested): OutlinedFields => ({
  call: id,
  callType,
  agent: rung?.id,
  chosen: chosenId ?? undefined,
  hasFailed: failure !== null,
});
