import { botAddress } from "../../addresses.ts";
import { nothing } from "../../effects.ts";
import { given } from "../../given.ts";
import type { Steps } from "../../wire.ts";
import type { ChatContext, ChatEffect } from "../chat.types.ts";
import type { ReopenRequested } from "../reopen.types.ts";
import { storedLine } from "../stored-message.ts";

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
