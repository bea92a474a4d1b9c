import type { DeskAgent, DeskChat, DeskMessage } from "../../src/codec/desk/desk.ts";
import type { DeskDeliveryDetails, DeskDeliveryRecord, DeskLogEntry } from "../../src/codec/desk/desk-log.ts";
import type { DeskOfflineMessage } from "../../src/codec/desk/desk-offline.ts";
import type { DeskSession } from "../../src/codec/desk/desk-own.ts";
import type { CannedReply } from "../../src/domain/agent/canned-replies.ts";

/** The possible parts of an answer of the desk's API. The call decides which of them it has. */
export interface ApiBody {
  readonly token: string;
  readonly agent: DeskAgent;
  readonly chat: DeskChat;
  readonly chats: readonly DeskChat[];
  readonly cursor: string | null;
  /** The mark of the rights of an agent. */
  readonly access: string;
  /** Where the words of a search were found in open chats. */
  readonly found: readonly { readonly chat: string; readonly seq: number | null; readonly text: string }[];
  /** In a search: no chat is missing in the result. */
  readonly complete: boolean;
  readonly delivery: DeskDeliveryDetails;
  readonly deliveryIds: readonly string[];
  readonly deliveries: readonly DeskDeliveryRecord[];
  readonly entries: readonly DeskLogEntry[];
  readonly channels: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: number;
    readonly test: boolean;
  }[];
  /** The channel of a widget. It has more fields than tests check. */
  readonly channel: { readonly callback: { readonly balance: number } };
  readonly agents: readonly { readonly id: number; readonly name: string; readonly available: boolean }[];
  readonly departments: readonly { readonly id: number; readonly name: string }[];
  readonly message: DeskMessage;
  readonly messages: readonly DeskMessage[];
  readonly sessions: readonly DeskSession[];
  readonly reply: CannedReply;
  readonly replies: readonly CannedReply[];
  readonly offlineMessages: readonly DeskOfflineMessage[];
  readonly offlineMessage: DeskOfflineMessage;
  readonly canAnswer: boolean;
  readonly error: { readonly code: string; readonly message: string };
}
