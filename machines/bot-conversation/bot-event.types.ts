import type { ChatId, DeliveryId, MessageId } from "../ids.ts";

/** An event for the bot; its `id` on the wire is the message id of its delivery. Source: B1, BOT-07, BOT-09. */
export type BotEvent = ClientMessageEvent | AgentNoticeEvent;

/** Source: BOT-10 to BOT-13. */
export interface ClientMessageEvent {
  readonly event: "CLIENT_MESSAGE";
  readonly chatId: ChatId;
  readonly clientNumber: number;
  readonly sender: BotSender;
  readonly agentsOnline: boolean;
  readonly text: string;
  /** `null` unless the client clicked a button that has an id. Source: BOT-42. */
  readonly buttonId: string | null;
  readonly atMs: number;
}

/** Source: BOT-15. */
export interface AgentNoticeEvent {
  readonly event: "AGENT_JOINED" | "AGENT_UNAVAILABLE";
  readonly chatId: ChatId;
  readonly clientNumber: number;
}

/** The bot's data about the client. Source: BOT-12. */
export interface BotSender {
  readonly name: string | null;
  readonly url: string | null;
  readonly hasContacts: boolean;
}

/** Ids for an event that a step may have to send: machines cannot make ids. */
export interface BotNotice {
  /** The event's own id. Source: BOT-11. */
  readonly eventId: MessageId;
  readonly deliveryId: DeliveryId;
  /** For the line that informs the agents. */
  readonly lineId: MessageId;
}
