import type { DeskAgent, DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { conversationTexts } from "../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** A possible action on a chat. */
export interface Offer {
  readonly title: string;
  /** The reason why the chat's state forbids the action; null when it allows it. */
  readonly why: string | null;
}
export interface Offers {
  /** Null if the agent has the chat already. */
  readonly reply: Offer | null;
  readonly transfer: Offer;
  readonly close: Offer;
  readonly blacklist: Offer;
}

export const isOwn = ({ state, agent }: DeskChat, me: DeskAgent): boolean =>
  state === "with_agent" && agent?.id === me.id;

/** The actions of an agent on a chat in its present state, with reasons. Source: `machines/chat/RULES.md`. */
export const offersOf = (chat: DeskChat, me: DeskAgent): Offers => ({
  reply: isOwn(chat, me)
    ? null
    : { title: text(chat.state === "with_bot" ? "takeOver" : "reply"), why: whyNoReply(chat) },
  transfer: { title: text("transfer"), why: whyNoTransfer(chat, me) },
  close: { title: text("close"), why: whyNoClose(chat, me) },
  blacklist: {
    title: text(chat.client.blacklisted ? "offBlacklist" : "toBlacklist"),
    why: chat.state === "closed" ? text("closedForBlacklist") : null,
  },
});

/** Null for a chat that is open, or was closed too long ago. */
export const reopenOf = ({ reopenableUntil }: DeskChat, nowMs: number): Offer | null =>
  reopenableUntil !== null && nowMs <= reopenableUntil ? { title: text("reopen"), why: null } : null;

function whyNoReply({ state, agent }: DeskChat): string | null {
  if (state === "closed") return text("chatClosed");
  if (state === "blocked") return text("clientBlocked");
  return state === "with_agent" ? whoHas(agent) : null;
}

function whyNoTransfer(chat: DeskChat, me: DeskAgent): string | null {
  if (chat.state === "closed") return text("chatClosed");
  if (chat.client.blacklisted) return text("blockedForTransfer");
  if (isOwn(chat, me) || me.role === "admin") return null;
  if (chat.state === "with_agent") return whoHas(chat.agent);
  return text("replyFirst");
}

function whyNoClose(chat: DeskChat, me: DeskAgent): string | null {
  if (chat.state === "closed") return text("chatClosed");
  if (chat.state !== "with_agent" || isOwn(chat, me)) return null;
  return chat.agent === null ? text("otherCloses") : text("someoneCloses", { name: chat.agent.name });
}

const whoHas = (agent: DeskChat["agent"]): string =>
  agent === null ? text("otherHasChat") : text("someoneHasChat", { name: agent.name });
