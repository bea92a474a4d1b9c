import type { VisitorAgent, VisitorChat, VisitorMessage } from "../../../codec/visitor/visitor.ts";
import type { Contact, ContactFields, CustomDataField } from "../bridge.types.ts";

/** The frames that the page receives on its socket. Source: `src/edge/sockets/visitor/visitor-protocol.md`. */
export type HeardFrame =
  | ReadyFrame
  | { readonly type: "message"; readonly chatId: string; readonly message: VisitorMessage }
  | { readonly type: "chat"; readonly chat: VisitorChat }
  | { readonly type: "typing"; readonly chatId: string; readonly state: "typein" | "typeout" }
  | { readonly type: "contact"; readonly contact: Partial<Contact> }
  | { readonly type: "mode"; readonly mode: "online" | "offline" }
  | { readonly type: "callback"; readonly callback: string | null }
  | AnswerFrame;

export interface ReadyFrame {
  readonly type: "ready";
  readonly visitor: string;
  readonly number: number;
  readonly mode: "online" | "offline";
  readonly callback: string | null;
  readonly hasBot: boolean;
  readonly rate: Rate;
  readonly fileBytesMax: number;
  readonly contact: Contact;
  readonly answerSeconds: number | null;
  readonly earlierChats: number;
  readonly chat: VisitorChat | null;
  /** Only for a widget with a home. */
  readonly agents?: readonly VisitorAgent[];
  /** The answer to the token of the hello: `null`, or why it proves nothing. */
  readonly identity?: string | null;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The response to one request, by its id. */
export type AnswerFrame =
  /**
   * `chatId` is given for a message that was stored earlier: the chat that contains it. `earlier`: whether there are chats before
   * those shown.
   */
  | {
      readonly type: "done";
      readonly id: string;
      readonly seq?: number;
      readonly chatId?: string;
      readonly earlier?: boolean;
    }
  | { readonly type: "failed"; readonly id: string; readonly reason: string; readonly retryAfter?: number };

/** The requests of the page, without ids. A file is sent over HTTP, in the same order. */
export type RequestFrame =
  | MessageFrame
  | { readonly type: "click"; readonly seq: number; readonly index: number }
  | { readonly type: "file"; readonly name: string; readonly blob: Blob; readonly invitation?: Invitation }
  | ({ readonly type: "offline_message"; readonly text: string } & ContactFields)
  | { readonly type: "call"; readonly phone: string }
  | {
      readonly type: "rate";
      readonly value: "positive" | "negative";
      readonly chat?: string;
      readonly comment?: string;
    }
  | { readonly type: "seen"; readonly chat: string; readonly seq: number }
  | { readonly type: "earlier"; readonly before?: string }
  | ({ readonly type: "contact" } & ContactFields)
  | { readonly type: "custom_data"; readonly fields: readonly CustomDataField[] }
  | { readonly type: "page"; readonly url: string; readonly title: string }
  | { readonly type: "user_token"; readonly value: string };

export interface MessageFrame {
  readonly type: "message";
  readonly text: string;
  readonly invitation?: Invitation;
  /** Source: BOT-46. */
  readonly wantsAgent?: true;
}

/** The text of the page's invitation and the department for the answer. Source: WJ-25. */
export interface Invitation {
  readonly text: string;
  readonly departmentId: number | null;
}
