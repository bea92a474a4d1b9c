import type { AgentId } from "../../ids.ts";
import type { Steps } from "../../wire.ts";
import type {
  AcceptRequested,
  AssignRequested,
  ChatContext,
  ChatEffect,
  ChatEvent,
  CloseRequested,
  ReplyRequested,
  TransferRequested,
  TypingRequested,
} from "../chat.types.ts";
import type { AgentLeft, ChatExpired } from "../outer-events.types.ts";
import type { ReopenRequested } from "../reopen.types.ts";
import { storedLine } from "../stored-message.ts";
import { withAcceptance, withLine } from "../visit.ts";

export const withAgentId = (ids: readonly AgentId[], id: AgentId): readonly AgentId[] =>
  ids.includes(id) ? ids : [...ids, id];

/** A chat that an agent had, or that was transferred to an agent or a department, goes to no bot that does not know it. Source: BOT-01. */
export const withPerson = (bot: ChatContext["bot"]): ChatContext["bot"] => (bot === "awaited" ? null : bot);

/** The chat belongs to the agent who accepted or reopened it. */
const assignAgent = (
  { agentIds, visit, bot }: ChatContext,
  { agent, nowMs }: AcceptRequested | ReopenRequested,
): Partial<ChatContext> => ({
  agent,
  offer: null,
  agentIds: withAgentId(agentIds, agent.id),
  unread: 0,
  visit: withAcceptance(visit),
  bot: withPerson(bot),
  updatedAtMs: nowMs,
});

/** The chat waits for the agent or department that the transfer names. */
const transfer = (context: ChatContext, { to, nowMs }: TransferRequested): Partial<ChatContext> => ({
  agent: null,
  offer: to,
  bot: withPerson(context.bot),
  department: to.kind === "department" ? { id: to.id, name: to.name } : context.department,
  lastSeq: context.lastSeq + 1,
  visit: withLine(context.visit),
  updatedAtMs: nowMs,
});

const hasLostAgent = ({ agent }: ChatContext, { agentId }: AgentLeft): boolean => agent?.id === agentId;

const markClosed = ({ agentIds, visit }: ChatContext, event: ChatEvent): Partial<ChatContext> => ({
  updatedAtMs: event.nowMs,
  closedAtMs: event.nowMs,
  agentIds: "agent" in event ? withAgentId(agentIds, event.agent.id) : agentIds,
  ...(event.type === "chat.expired" && { visit: { ...visit, isExpired: true } }),
});

/** Nobody answered for a long time. */
const storeExpiredLine = (context: ChatContext, event: ChatExpired): ChatEffect =>
  storedLine(context, event, event.lineId, `No agent answered for ${event.waitedDays} days; the chat is closed.`);

/** The owner of the chat. */
export const handSteps = {
  guards: {
    hasThisAgent: ({ agent }, event: AcceptRequested) => agent?.id === event.agent.id,
    isAnothers: ({ agent }, event: ReplyRequested | TypingRequested | AssignRequested | CloseRequested) =>
      agent !== null && agent.id !== event.agent.id,
    canTransfer: ({ agent }, event: TransferRequested) => event.isAdministrator || agent?.id === event.agent.id,
    hasLostAgent,
    hasLostAgentOfBlacklisted: (context, event: AgentLeft) =>
      context.client.isBlacklisted && hasLostAgent(context, event),
    isOfferedToLostAgent: ({ offer }, { agentId }: AgentLeft) => offer?.kind === "agent" && offer.id === agentId,
    isUnchanged: ({ updatedAtMs }, { seenUpdatedAtMs }: ChatExpired) => seenUpdatedAtMs === updatedAtMs,
  },
  assigns: {
    assignAgent,
    transfer,
    loseAgent: (_, { nowMs }: AgentLeft) => ({ agent: null, updatedAtMs: nowMs }),
    withdrawOffer: { offer: null },
    markUpdated: (_, { nowMs }: ChatEvent) => ({ updatedAtMs: nowMs }),
    markClosed,
    /** Counts one more message that has no author. */
    numberMessage: ({ lastSeq, visit }, { nowMs }: ChatEvent) => ({
      lastSeq: lastSeq + 1,
      visit: withLine(visit),
      updatedAtMs: nowMs,
    }),
  },
  emits: {
    storeClient: ({ client, id }) => ({ type: "effect.client.store", client, openChatId: id }),
    releaseClient: ({ client }) => ({ type: "effect.client.store", client, openChatId: null }),
    storeExpiredLine,
    publish: { type: "effect.chat.publish" },
  },
} satisfies Steps<ChatContext, ChatEffect>;
