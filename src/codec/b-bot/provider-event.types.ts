import type { BotContent } from "../../../machines/chat/message.types.ts";

/** What a bot provider posts, every rule of its fields applied. Source: B1, BOT-24, BOT-25. */
export type ProviderEvent = BotMessageEvent | InviteAgentEvent;

interface ProviderEventIds {
  /** The provider's own id of the event; `null` when it has none. Source: BOT-31, BOT-32. */
  readonly id: string | null;
  /** Decimal text of a number, else the string itself; whether there is such a chat is not looked at. */
  readonly chatId: string | null;
  /** As `chatId`. */
  readonly clientId: string | null;
}

export interface BotMessageEvent extends ProviderEventIds {
  readonly event: "BOT_MESSAGE";
  readonly content: BotContent;
}

export interface InviteAgentEvent extends ProviderEventIds {
  readonly event: "INVITE_AGENT";
}
