import { deliveryAddress } from "../addresses.ts";
import type { AgentId } from "../ids.ts";
import type { ChatContext, ChatEffect, ChatEvent, ClientFacts } from "./chat.types.ts";
import { isChangedBy, withContactChange, withSenderFacts } from "./client-facts.ts";
import { joinLane, laneWaitingMax, openTell, queueTell } from "./lane.ts";
import { withoutCrmPage } from "./report-steps.ts";
import { plain, storedAs } from "./stored-message.ts";
import { nothing } from "./typing.ts";
import { onFirstPage, withAcceptance, withLine, withSaid } from "./visit.ts";
import type { ChatVisit } from "./visit.types.ts";

/** Distinct invitations a chat remembers. Beyond it the oldest is forgotten: shown twice is better than never. */
const invitesMax = 20;

const withAgentId = (ids: readonly AgentId[], id: AgentId): readonly AgentId[] =>
  ids.includes(id) ? ids : [...ids, id];

/** The chat is the agent's who accepted it, or opened it again. */
export function assignAgent({ agentIds, visit, bot }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.accept-requested" && event.type !== "chat.reopen-requested") return {};
  const { agent, nowMs } = event;
  return {
    agent,
    offer: null,
    agentIds: withAgentId(agentIds, agent.id),
    unread: 0,
    visit: withAcceptance(visit),
    bot: withPerson(bot),
    updatedAtMs: nowMs,
  };
}

/** A chat that a person had, or that was handed to an agent or a department, goes to no bot that has not met it. Source: BOT-01. */
const withPerson = (bot: ChatContext["bot"]): ChatContext["bot"] => (bot === "awaited" ? null : bot);

export const markClosed = ({ agentIds, visit }: ChatContext, event: ChatEvent): Partial<ChatContext> => ({
  updatedAtMs: event.nowMs,
  closedAtMs: event.nowMs,
  agentIds: "agent" in event ? withAgentId(agentIds, event.agent.id) : agentIds,
  ...(event.type === "chat.expired" && { visit: { ...visit, isExpired: true } }),
});

export const isReplyOfTheAgent = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "chat.reply-requested" &&
  context.agent?.id === event.agent.id &&
  context.lane.waiting.length < laneWaitingMax;

export const hasLostAgent = ({ agent }: ChatContext, event: ChatEvent): boolean =>
  event.type === "agent.left" && agent?.id === event.agentId;

/** The chat's first message, which came from the page where it began; its own invitation stands before it. Source: WH-19. */
const isOpening = ({ lastSeq }: ChatContext, event: ChatEvent): boolean =>
  event.type === "message.received" && lastSeq === (event.invitation === undefined ? 0 : 1);

/** The context after one message of the client. */
export function receiveMessage(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "message.received" && event.type !== "button.click-requested") return {};
  const client = event.type === "message.received" ? withSenderFacts(context.client, event.sender) : context.client;
  const { isBlacklisted } = context.client;
  const { waitingSinceMs } = context.visit;
  return {
    client,
    visit: withSaid(visitOf(context, client, event), isBlacklisted ? waitingSinceMs : (waitingSinceMs ?? event.nowMs)),
    isClientTyping: false,
    lastSeq: context.lastSeq + 1,
    unread: isBlacklisted ? context.unread : context.unread + 1,
    updatedAtMs: event.nowMs,
  };
}

/** The visit of a client who is where `client` says now. */
function visitOf(context: ChatContext, client: ClientFacts, event: ChatEvent): ChatVisit {
  const visit = client.url === context.client.url ? context.visit : withoutCrmPage(context.visit);
  return isOpening(context, event) ? onFirstPage(visit, client) : visit;
}

/** An invitation this chat has not shown yet. Source: CH-31. */
export const isNewInvitation = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "message.received" &&
  event.invitation !== undefined &&
  !context.invites.includes(event.invitation.text);

/** The client's record is written with the chat's first message, and whenever a fact about the client changes. */
const changesClient = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "message.received" && (context.lastSeq === 0 || isChangedBy(context.client, event.sender));

/** Something besides the message is to be kept: warnings about it, or that typing or buttons are over. */
export const isUnusual = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "message.received" &&
  (event.warnings !== undefined || context.isClientTyping || context.buttons !== null);

/** Nothing is to be kept besides the message. */
export const isPlain = (context: ChatContext, event: ChatEvent): boolean =>
  !isNewInvitation(context, event) && !isUnusual(context, event) && !changesClient(context, event);

/** A reply that the widget shows: nothing of it is delivered over HTTP. */
export function storedInWidget(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.reply-requested") throw new Error(`Expected a reply, got ${event.type}`);
  const { message, agent } = event;
  return storedAs(context, event, { ...message, from: "agent", agentId: agent.id });
}

/** The context after the invitation that comes ahead of its message; it names a department once, as it is shown once. */
export function takeInvitation(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "message.received" || event.invitation === undefined) return {};
  return {
    lastSeq: context.lastSeq + 1,
    invites: [...context.invites, event.invitation.text].slice(-invitesMax),
    department: event.department ?? context.department,
  };
}

/** A chat that waits for agents waits for the department its client was invited by, as after a transfer. Source: WJ-25, BOT-01. */
export function offerByInvitation({ agent, client, bot }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "message.received" || event.department === undefined) return {};
  if (agent !== null || client.isBlacklisted) return {};
  return { offer: { kind: "department", ...event.department }, bot: withPerson(bot) };
}

export function storedInvitation(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "message.received" || event.invitation === undefined) return nothing;
  const { id, text } = event.invitation;
  return storedAs(context, event, { id, from: "system", content: plain("invitation", text) });
}

export function storedWarnings(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "message.received" || event.warnings === undefined) return nothing;
  const { cause, texts } = event.warnings;
  return { type: "effect.warnings.store", cause, texts, messageSeq: context.lastSeq, atMs: event.nowMs };
}

/** The context after one reply of the agent: numbered, and in the lane. */
export function sendReply(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.reply-requested") return {};
  return {
    lastSeq: context.lastSeq + 1,
    unread: 0,
    visit: withSaid(context.visit, null),
    lane: joinLane(context.lane, event.deliveryId),
    agentIds: withAgentId(context.agentIds, event.agent.id),
    updatedAtMs: event.nowMs,
  };
}

/** What an agent did that was just numbered, as it is stored. */
export function storedMessage(context: ChatContext, event: ChatEvent): ChatEffect {
  switch (event.type) {
    case "chat.reply-requested": {
      const { id, content } = event.message;
      const { deliveryId, agent } = event;
      return storedAs(context, event, { id, from: "agent", content, agentId: agent.id, deliveryId });
    }
    case "chat.note-requested": {
      const { id, text } = event.message;
      return storedAs(context, event, { id, from: "agent", content: plain("note", text), agentId: event.agent.id });
    }
    case "chat.transfer-requested": {
      const text = `${event.agent.name} transferred the chat to ${event.to.name}.`;
      const content = plain("event", text);
      return storedAs(context, event, { id: event.messageId, from: "system", content, agentId: event.agent.id });
    }
    default:
      throw new Error(`Expected an event that stores a message, got ${event.type}`);
  }
}

/** The chat waits for whom the transfer names. */
export function transfer(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.transfer-requested") return {};
  const { to } = event;
  return {
    agent: null,
    offer: to,
    bot: withPerson(context.bot),
    department: to.kind === "department" ? { id: to.id, name: to.name } : context.department,
    lastSeq: context.lastSeq + 1,
    visit: withLine(context.visit),
    updatedAtMs: event.nowMs,
  };
}

/** One more message that is nobody's to say. */
export const numberMessage = ({ lastSeq, visit }: ChatContext, { nowMs }: ChatEvent): Partial<ChatContext> => ({
  lastSeq: lastSeq + 1,
  visit: withLine(visit),
  updatedAtMs: nowMs,
});

export function changeContact(context: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.contact-change-requested") return {};
  return { client: withContactChange(context.client, event.change), updatedAtMs: event.nowMs };
}

/** Creates the reply's delivery. */
export function queueReply(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.reply-requested") return nothing;
  const { deliveryId: id, nowMs, message, agent: sender } = event;
  const cargo = { kind: "message", content: message.content, sender } as const;
  return { type: "effect.actor.tell", tells: [queueTell(context, { id, nowMs, messageId: message.id, cargo })] };
}

/** A failed delivery goes behind those that wait already. Source: DEL-05. */
export function requeue(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "delivery.resend-requested") return nothing;
  const requeued = {
    to: deliveryAddress(event.deliveryId),
    event: { type: "delivery.requeued" as const, nowMs: event.nowMs },
  };
  const isFirst = context.lane.active === event.deliveryId;
  return {
    type: "effect.actor.tell",
    tells: isFirst ? [requeued, openTell(context, event.deliveryId, event.nowMs)] : [requeued],
  };
}

/** Opens the delivery that moved to the front of the lane. */
export function openNext(context: ChatContext, event: ChatEvent): ChatEffect {
  const next = context.lane.active;
  return { type: "effect.actor.tell", tells: next === null ? [] : [openTell(context, next, event.nowMs)] };
}

/** Everything in the lane is told that the channel is closed. Source: DEL-08. */
export function cancelLane(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "channel.closed") return nothing;
  const { active, waiting } = context.lane;
  const ids = active === null ? waiting : [active, ...waiting];
  const cancelled = { type: "delivery.cancelled" as const, nowMs: event.nowMs, failure: event.failure };
  return { type: "effect.actor.tell", tells: ids.map((id) => ({ to: deliveryAddress(id), event: cancelled })) };
}
