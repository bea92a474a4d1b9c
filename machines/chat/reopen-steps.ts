import { botAddress } from "../addresses.ts";
import type { ChatContext, ChatEffect, ChatEvent } from "./chat.types.ts";
import type { ReopenRequested } from "./reopen.types.ts";
import { storedLine } from "./stored-message.ts";
import { nothing } from "./typing.ts";

const minuteMs = 60_000;

/** Why the chat cannot be opened again; `null` when it can. */
function reasonAgainst({ closedAtMs, visit, client }: ChatContext, event: ReopenRequested): string | null {
  if (closedAtMs === null) return 'The chat is not closed; "open again" is for a closed chat.';
  if (visit.isExpired === true)
    return 'Nobody closed the chat: it waited too long for an answer; "open again" is for a chat that an agent closed.';
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

export const canReopen = (context: ChatContext, event: ChatEvent): boolean =>
  event.type === "chat.reopen-requested" && reasonAgainst(context, event) === null;

export const refuseReopen = (context: ChatContext, event: ChatEvent): ChatEffect =>
  event.type === "chat.reopen-requested"
    ? { type: "effect.request.refuse", message: reasonAgainst(context, event) ?? "The chat cannot be opened again." }
    : nothing;

/** The chat goes on, with its client as it is known by now: more may have become known since the chat was closed. */
export function reopen({ client }: ChatContext, event: ChatEvent): Partial<ChatContext> {
  if (event.type !== "chat.reopen-requested") return {};
  return { closedAtMs: null, client: event.standing?.client ?? client };
}

/** Who opened it again, for the agents. */
export function storedReopenedLine(context: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.reopen-requested") throw new Error(`Expected a chat to be opened again, got ${event.type}`);
  return storedLine(context, event, event.messageId, `${event.agent.name} opened the chat again.`);
}

/**
 * The bot hears once of the first agent in the chat: of this one when none accepted it before it was closed. Before the acceptance is
 * noted. Source: BOT-44.
 */
export function tellReopened({ id, bot, visit }: ChatContext, event: ChatEvent): ChatEffect {
  if (event.type !== "chat.reopen-requested" || bot !== "left" || visit.isAccepted) return nothing;
  const { nowMs, notice } = event;
  const reopened = { type: "chat.reopened", nowMs, notice } as const;
  return { type: "effect.actor.tell", tells: [{ to: botAddress(id), event: reopened }] };
}
