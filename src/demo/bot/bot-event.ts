import { at, textAt } from "../json.ts";

/** An event that the service sends to a bot. Source: B1, BOT-10 to BOT-15. */
export type ParleyEvent =
  | {
      readonly kind: "written";
      /** The same in every repeat of the event. */
      readonly id: string;
      readonly chatId: string;
      readonly clientId: string;
      readonly name: string;
      readonly text: string;
      /** "" unless the client clicked a button. */
      readonly buttonId: string;
    }
  | {
      readonly kind: "joined" | "unavailable";
      readonly id: string;
      readonly chatId: string;
      readonly clientId: string;
    }
  /** An event of a kind that this bot does not know, or an event without the ids that the bot needs. */
  | { readonly kind: "unknown" };

/** Reads the body of a POST from the service. The bot answers ok for every kind, also for an unknown one. */
export function parseParleyEvent(body: unknown): ParleyEvent {
  const ids = { id: textAt(body, "id"), chatId: textAt(body, "chat_id"), clientId: textAt(body, "client_id") };
  if (ids.id === "" || ids.chatId === "") return { kind: "unknown" };
  switch (at(body, "event")) {
    case "CLIENT_MESSAGE":
      return {
        kind: "written",
        ...ids,
        name: textAt(body, "sender", "name"),
        text: textAt(body, "message", "text"),
        buttonId: textAt(body, "message", "button_id"),
      };
    case "AGENT_JOINED":
      return { kind: "joined", ...ids };
    case "AGENT_UNAVAILABLE":
      return { kind: "unavailable", ...ids };
    default:
      return { kind: "unknown" };
  }
}

export interface Button {
  readonly text: string;
  readonly id: string;
}

/**
 * A message of a bot. Markdown and buttons come with plain text, because some channels cannot show them.
 * Source: B2, BOT-36 to BOT-40.
 */
export type BotMessage =
  | { readonly type: "TEXT"; readonly text: string }
  | { readonly type: "MARKDOWN"; readonly content: string; readonly text: string }
  | { readonly type: "BUTTONS"; readonly title: string; readonly text: string; readonly buttons: readonly Button[] };

/** The body that a bot posts to the service. Source: BOT-24. */
export type BotPost =
  | {
      readonly event: "BOT_MESSAGE";
      readonly id: string;
      readonly client_id: string;
      readonly chat_id: string;
      readonly message: BotMessage & { readonly timestamp: number };
    }
  | { readonly event: "INVITE_AGENT"; readonly id: string; readonly client_id: string; readonly chat_id: string };
