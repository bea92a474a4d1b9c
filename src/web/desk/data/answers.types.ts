import type { DeskAgent, DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import type { DeskDeliveryDetails, DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import type { DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import type { DeskSurroundings } from "../../../codec/desk/desk-surroundings.ts";

/** The API responses and socket messages that the desk reads; the schemas are in `src/codec/desk/`. */

/** `GET /api/session`. */
export type Surroundings = DeskSurroundings;

export interface ChatsPage {
  readonly chats: readonly DeskChat[];
  readonly cursor: string | null;
  /** Set in the response to a search. */
  readonly found?: readonly WordsPlace[];
  /** False while the service is still searching the open chats. */
  readonly complete?: boolean;
}
/** The place of the searched words in a chat. */
export interface WordsPlace {
  readonly chat: string;
  /** The seq of the message; null for the client's data. */
  readonly seq: number | null;
  readonly text: string;
}
export interface MessagesPage {
  readonly messages: readonly DeskMessage[];
}
export interface ChatAnswer {
  readonly chat: DeskChat;
}
export interface MessageAnswer {
  readonly message: DeskMessage;
}
export interface DeliveriesPage {
  readonly deliveries: readonly DeskDeliveryRecord[];
  readonly cursor: string | null;
}
/** `GET /api/failures`. */
export interface FailuresAnswer {
  readonly count: number;
  readonly deliveryIds: readonly string[];
  readonly deliveries: readonly DeskDeliveryRecord[];
}
export interface DeliveryAnswer {
  readonly delivery: DeskDeliveryDetails;
}

/** The messages of the socket. Frames of other types are ignored. */
export type DeskNews =
  | { readonly type: "ready"; readonly agent: DeskAgent; readonly cursor: number }
  | { readonly type: "resync" }
  | { readonly type: "surroundings" }
  | { readonly type: "chat"; readonly cursor: number; readonly chat: DeskChat }
  | { readonly type: "message"; readonly cursor: number; readonly chatId: string; readonly message: DeskMessage }
  | { readonly type: "chat_gone"; readonly cursor: number; readonly chatId: string }
  | { readonly type: "available"; readonly value: boolean }
  | { readonly type: "typing"; readonly chatId: string; readonly state: "typein" | "typeout" }
  | {
      readonly type: "viewer";
      readonly chatId: string;
      readonly agent: { readonly id: number; readonly name: string };
      readonly state: "views" | "writes" | "left";
    }
  | { readonly type: "call"; readonly chatId: string; readonly channelId: string; readonly call: DeskChat["call"] }
  | { readonly type: "failures" }
  | { readonly type: "offline_message"; readonly offlineMessage: DeskOfflineMessage };
