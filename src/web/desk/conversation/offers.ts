import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";

/** Something that may be done with a chat. */
export interface Offer {
  readonly title: string;
  /** Why the state of the chat does not allow it; null when it does. */
  readonly why: string | null;
}
export interface Offers {
  /** Null: the agent has the chat already. */
  readonly reply: Offer | null;
  readonly transfer: Offer;
  readonly close: Offer;
  readonly blacklist: Offer;
}

const isOver = "The chat is closed.";

export const isOwn = ({ state, agent }: DeskChat, me: DeskAgent): boolean =>
  state === "with_agent" && agent?.id === me.id;

/** What an agent may do with a chat as it stands, and why not. Source: `machines/chat/RULES.md`. */
export const offersOf = (chat: DeskChat, me: DeskAgent): Offers => ({
  reply: isOwn(chat, me)
    ? null
    : { title: chat.state === "with_bot" ? "Take over from bot" : "Reply", why: whyNoReply(chat) },
  transfer: { title: "Transfer", why: whyNoTransfer(chat, me) },
  close: { title: "Close", why: whyNoClose(chat, me) },
  blacklist: {
    title: chat.client.blacklisted ? "Take off the blacklist" : "Put on the blacklist",
    why: chat.state === "closed" ? "The chat is closed: the blacklist is changed in an open one." : null,
  },
});

/** Null for a chat that is open, or was closed too long ago. */
export const reopenOf = ({ reopenableUntil }: DeskChat, nowMs: number): Offer | null =>
  reopenableUntil !== null && nowMs <= reopenableUntil ? { title: "Open again", why: null } : null;

function whyNoReply({ state, agent }: DeskChat): string | null {
  if (state === "closed") return isOver;
  if (state === "blocked") return "The client is on the blacklist.";
  return state === "with_agent" ? `${agent?.name ?? "Another agent"} has this chat.` : null;
}

function whyNoTransfer(chat: DeskChat, me: DeskAgent): string | null {
  if (chat.state === "closed") return isOver;
  if (chat.client.blacklisted) return "The client is on the blacklist: the chat cannot be handed on.";
  if (isOwn(chat, me) || me.role === "admin") return null;
  if (chat.state === "with_agent") return `${chat.agent?.name ?? "Another agent"} has this chat.`;
  return "Reply first: only your own chats can be transferred.";
}

function whyNoClose(chat: DeskChat, me: DeskAgent): string | null {
  if (chat.state === "closed") return isOver;
  if (chat.state !== "with_agent" || isOwn(chat, me)) return null;
  const name = chat.agent?.name ?? "another agent";
  return `${name} has this chat, and alone closes it.`;
}
