import type { BotContent } from "../../../machines/chat/message.types.ts";
import type { Failure } from "../../core/result.ts";

/** An event that a bot provider posts, after all rules for its fields were applied. Source: B1, BOT-24, BOT-25. */
export type ProviderEvent = BotMessageEvent | InviteAgentEvent | RefusedEvent;

interface ProviderEventIds {
  /** The id that the provider gave the event; `null` if it has none. Source: BOT-31, BOT-32. */
  readonly id: string | null;
  /** A number as decimal text, or a string as it is. Whether the chat exists is not checked here. */
  readonly chatId: string | null;
  /** Like `chatId`. */
  readonly clientId: string | null;
}

export interface BotMessageEvent extends ProviderEventIds {
  readonly event: "BOT_MESSAGE";
  readonly content: BotContent;
}

export interface InviteAgentEvent extends ProviderEventIds {
  readonly event: "INVITE_AGENT";
}

/** An event with a mistake that may still name its chat: the agents there learn why the client got nothing. */
export interface RefusedEvent extends Omit<ProviderEventIds, "id"> {
  readonly event: null;
  readonly failure: Failure;
}
