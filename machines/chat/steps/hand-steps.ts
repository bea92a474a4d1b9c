import { given, nothing } from "../../effects.ts";
import type { AgentId } from "../../ids.ts";
import { botAddress } from "../../tells.ts";
import type { Steps } from "../../wire.ts";
import { plain, storedAs, storedLine, withAcceptance, withLine, withNote } from "../changes.ts";
import type {
  AcceptRequested,
  AgentLeft,
  AssignRequested,
  ChatContext,
  ChatEffect,
  ChatEvent,
  ChatExpired,
  CloseRequested,
  ReopenRequested,
  ReplyRequested,
  TransferRequested,
  TypingRequested,
} from "../chat.types.ts";

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

/** The line about the transfer was numbered before it. */
const numberTransferNote = ({ lastSeq, visit }: ChatContext, { note }: TransferRequested): Partial<ChatContext> =>
  note === undefined ? {} : { lastSeq: lastSeq + 1, visit: withNote(visit) };

function storeTransferNote(context: ChatContext, event: TransferRequested): ChatEffect {
  const { note, agent } = event;
  if (note === undefined) return nothing;
  return storedAs(context, event, { id: note.id, from: "agent", content: plain("note", note.text), agentId: agent.id });
}

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
    numberTransferNote,
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
    numberNote: ({ lastSeq, visit }, { nowMs }: ChatEvent) => ({
      lastSeq: lastSeq + 1,
      visit: withNote(visit),
      updatedAtMs: nowMs,
    }),
  },
  emits: {
    storeClient: ({ client, id }) => ({ type: "effect.client.store", client, openChatId: id }),
    releaseClient: ({ client }) => ({ type: "effect.client.store", client, openChatId: null }),
    storeTransferNote,
    storeExpiredLine,
    publish: { type: "effect.chat.publish" },
  },
} satisfies Steps<ChatContext, ChatEffect>;

const minuteMs = 60_000;

/** The reason why the chat cannot be reopened; `null` when it can. */
function reasonAgainst({ closedAtMs, visit, client }: ChatContext, event: ReopenRequested): string | null {
  if (closedAtMs === null) return 'The chat is not closed; "open again" is for a closed chat.';
  if (visit.isExpired === true)
    return 'The service closed the chat because it waited too long for an answer; "open again" is for a chat that an agent closed.';
  if (event.nowMs > closedAtMs + event.windowMs)
    return `The chat was closed too long ago; "open again" is possible for ${toWords(event.windowMs)} after it was closed.`;
  if (!event.isChannelOpen)
    return 'The chat\'s channel is switched off or removed; "open again" needs a channel that is on.';
  const { standing = { client, openChatId: null } } = event;
  if (standing.openChatId !== null)
    return `The client has another open chat by now, ${standing.openChatId}; "open again" would give it two.`;
  return standing.client.isBlacklisted ? 'The client is on the blacklist; "open again" is not possible.' : null;
}

function toWords(ms: number): string {
  const [count, unit] = ms % minuteMs === 0 ? [ms / minuteMs, "minute"] : [ms / 1_000, "second"];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

const canReopen = (context: ChatContext, event: ReopenRequested): boolean => reasonAgainst(context, event) === null;

/**
 * The bot is notified of the first agent in the chat, once: of this agent when none accepted it before it was closed. Runs before the
 * acceptance is noted. Source: BOT-44.
 */
function tellReopened({ id, bot, visit }: ChatContext, { nowMs, notice }: ReopenRequested): ChatEffect {
  if (bot !== "left" || visit.isAccepted) return nothing;
  const reopened = { type: "chat.reopened", nowMs, notice } as const;
  return { type: "effect.actor.tell", tells: [{ to: botAddress(id), event: reopened }] };
}

/** Reopens a chat that was closed by mistake. */
export const reopenSteps = {
  guards: {
    canReopen,
    /** The owner's server already knows a chat that was accepted: changes of its client since then are news. */
    canReopenAccepted: (context, event: ReopenRequested) => context.visit.isAccepted && canReopen(context, event),
  },
  assigns: {
    /** The chat goes on with the client's present record, which may have changed since the chat was closed. */
    reopen: ({ client }, { standing }: ReopenRequested) => ({ closedAtMs: null, client: standing?.client ?? client }),
  },
  emits: {
    /** Names the agent who reopened it, for the agents. */
    storeReopenedLine: (context, event: ReopenRequested) =>
      storedLine(context, event, event.messageId, `${event.agent.name} opened the chat again.`),
    tellReopened,
    refuseReopen: (context, event: ReopenRequested) => ({
      type: "effect.request.refuse",
      message: given(reasonAgainst(context, event), "a reason against opening the chat again"),
    }),
  },
} satisfies Steps<ChatContext, ChatEffect>;
