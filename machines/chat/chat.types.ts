import type {
  AgentAccepted,
  BotDisconnected,
  ChatClosed,
  ChatReopened,
  ChatTransferred,
  ClientWrote,
  ToldByBot,
} from "../bot-conversation/bot-conversation.types.ts";
import type { BotNotice } from "../bot-conversation/bot-event.types.ts";
import type { CallBegan, CallChanged, CallType, RungAgent } from "../call/call.types.ts";
import type {
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
  DeliveryRequeued,
  Recipient,
} from "../delivery/delivery.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, RefuseEffect, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, CallId, ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type { CrmAnswered, MakeReportEffect, ReportRefused } from "../webhooks/webhooks.types.ts";
import type { CustomDataRow } from "./crm.types.ts";
import type {
  FileFacts,
  LiveButtons,
  MessageContent,
  OutwardContent,
  StoreMessageEffect,
  StoreWarningsEffect,
} from "./message.types.ts";
import type { AgentLeft, BotPostRefused, ChannelClosed, ChatExpired } from "./outer-events.types.ts";
import type { ReopenRequested } from "./reopen.types.ts";
import type { ChatRate, ChatVisit } from "./visit.types.ts";
import type { SessionFacts, VisitorChange } from "./visitor.types.ts";

/** One client on one channel; outlives its chats. `null` means never received. */
export interface ClientFacts {
  /** Decimal text of an integer id, else the string itself. Source: CH-25. */
  readonly senderId: string;
  /** The JSON type last received. Source: CH-40. */
  readonly senderIdKind: "string" | "integer";
  /** Visitor number, from 1, never reused. Source: WJ-13. */
  readonly number: number;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly photo: string | null;
  /** What agents wrote about the client. */
  readonly description: string | null;
  /** The client's present page. Source: CH-32, WH-19. */
  readonly url: string | null;
  readonly pageTitle: string | null;
  /** Set by the visitor's page, shown to nobody, sent in webhooks. Source: WH-06, WJ-24. */
  readonly userToken: string | null;
  /** `null` for a customer of the chat API. Source: WH-13. */
  readonly session: SessionFacts | null;
  /** Includes the present one. Source: WH-07. */
  readonly chatsCount: number;
  /** The client's messages are kept and offered to nobody. Source: WH-20. */
  readonly isBlacklisted: boolean;
  /** As the visitor's page last set it: it cannot be trusted. Source: WJ-17, WJ-20. */
  readonly pageData: readonly CustomDataRow[];
}

/** The sender data of one customer message; absent means unchanged. */
export interface SenderFacts {
  readonly senderIdKind: "string" | "integer";
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly photo?: string;
  readonly url?: string;
}

/** An agent's correction of a client's data; absent means unchanged, `null` removes a value. */
export interface ContactChange {
  readonly name?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly description?: string | null;
}

/** The agent or department that a transfer names. */
export type ChatOffer =
  | { readonly kind: "agent"; readonly id: AgentId; readonly name: string }
  | { readonly kind: "department"; readonly id: number; readonly name: string };

export interface ChatDepartment {
  readonly id: number;
  readonly name: string;
}

/** An agent in a step's event: enough to sign a message. */
export interface AgentSignature {
  /** 0 for a bot. */
  readonly id: AgentId;
  readonly name: string;
  readonly photo: string | null;
}

/** Outbound messages of the chat: one is attempted, the others wait for their turn. Source: DEL-18. */
export interface OutboundLane {
  readonly active: DeliveryId | null;
  readonly waiting: readonly DeliveryId[];
}

export interface ChatContext {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  readonly agent: AgentSignature | null;
  /** The agent or department that the chat waits for since its last transfer; anyone who sees the chat may accept it. */
  readonly offer: ChatOffer | null;
  readonly department: ChatDepartment | null;
  /** Everyone who accepted, wrote or closed, in order. */
  readonly agentIds: readonly AgentId[];
  /** Distinct invitations of this chat, newest last. Source: CH-31. */
  readonly invites: readonly string[];
  readonly isClientTyping: boolean;
  /** The agent for whom the customer system last got a typing notice. Source: CH-49. */
  readonly typingAgent: AgentSignature | null;
  readonly lastSeq: number;
  readonly unread: number;
  readonly lane: OutboundLane;
  /**
   * The bot's part in the chat: `awaited` from a call that began the chat until the client's first message after it, `null` when it never
   * had a bot. Source: BOT-01.
   */
  readonly bot: "awaited" | "connected" | "left" | null;
  /** Buttons the client may still click. Source: BOT-42. */
  readonly buttons: LiveButtons | null;
  /** All of it is one value: with over 19 keys a context would take three times the memory, because V8 then keeps it as a dictionary. */
  readonly visit: ChatVisit;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
}

/** A chat begins with the client's message or call when none is open. */
export interface ChatInput {
  readonly id: ChatId;
  readonly channelId: ChannelId;
  readonly client: ClientFacts;
  /** Where its channel has a bot: the chat begins with the bot, or meets it after the call. Source: BOT-01. */
  readonly bot: "awaited" | "connected" | null;
  readonly surface: ChatVisit["surface"];
  readonly nowMs: number;
}

/** The state of the channel and its bot when the client sends something. */
export interface BotSituation {
  /** The provider of the bot. */
  readonly providerId: string;
  /** Source: CH-12. */
  readonly agentsOnline: boolean;
  /** The message is one of the channel's `agentKeywords`, or was sent with the widget's control for it. Source: BOT-46. */
  readonly wantsAgent: boolean;
  readonly acceptTimeoutMs: number;
  /** For CLIENT_MESSAGE. */
  readonly notice: BotNotice;
  /** For AGENT_UNAVAILABLE; `null` unless the client wants an agent. Source: BOT-45. */
  readonly offerNotice: BotNotice | null;
}

export interface MessageReceived {
  readonly type: "message.received";
  readonly nowMs: number;
  readonly sender: SenderFacts;
  readonly message: { readonly id: MessageId; readonly externalId: string | null; readonly content: MessageContent };
  /** Source: CH-31, WJ-25. */
  readonly invitation?: { readonly id: MessageId; readonly text: string };
  /** The department that should answer after the invitation. Source: WJ-25. */
  readonly department?: ChatDepartment;
  /** For the delivery log: the dropped fields. */
  readonly warnings?: { readonly cause: string; readonly texts: readonly string[] };
  /** Absent while the channel has no bot. */
  readonly bot?: BotSituation;
  /** From a page with the widget. */
  readonly isFromWidget?: true;
  /** The file that its content shows, when we store it. */
  readonly file?: FileFacts;
}
/** The client clicked a button of the bot's last message: the same as writing its text. Source: BOT-42. */
export interface ClickRequested {
  readonly type: "button.click-requested";
  readonly nowMs: number;
  readonly messageId: MessageId;
  /** The client's own id for the click. */
  readonly externalId: string;
  /** Seq of the message with the buttons. */
  readonly messageSeq: number;
  /** The index of the button, from 0. */
  readonly index: number;
  readonly bot?: BotSituation;
}
/** The client began or stopped typing. Source: CH-45. */
export interface TypingReceived {
  readonly type: "typing.received";
  readonly nowMs: number;
  readonly state: "typein" | "typeout";
}
export interface AcceptRequested {
  readonly type: "chat.accept-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  /** For AGENT_JOINED. Source: BOT-44. */
  readonly notice: BotNotice;
}
export interface ReplyRequested {
  readonly type: "chat.reply-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  readonly message: { readonly id: MessageId; readonly content: OutwardContent };
  readonly deliveryId: DeliveryId;
}
export interface ResendRequested {
  readonly type: "delivery.resend-requested";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
}
/** Failed messages need no attention any more: the named one, and those that failed before it. */
export interface DismissRequested {
  readonly type: "chat.dismiss-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  readonly deliveryId: DeliveryId;
  /** For the line about it. */
  readonly messageId: MessageId;
}
export interface CloseRequested {
  readonly type: "chat.close-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
}

/** The chat's agent began or stopped typing, or still types. Source: CH-49. */
export interface TypingRequested {
  readonly type: "chat.typing-requested";
  readonly nowMs: number;
  /** When the agent typed. Absent: now. A notice that waited too long is not sent. */
  readonly typedAtMs?: number;
  readonly agent: AgentSignature;
  readonly state: "typein" | "typeout";
}
export interface TransferRequested {
  readonly type: "chat.transfer-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  /** Administrators transfer any open chat, other agents their own. */
  readonly isAdministrator: boolean;
  readonly to: ChatOffer;
  readonly messageId: MessageId;
  /** For AGENT_UNAVAILABLE, when the bot still has the chat. Source: BOT-45. */
  readonly notice: BotNotice;
  readonly acceptTimeoutMs: number;
}
export interface NoteRequested {
  readonly type: "chat.note-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  readonly message: { readonly id: MessageId; readonly text: string };
}
export interface ContactChangeRequested {
  readonly type: "chat.contact-change-requested";
  readonly nowMs: number;
  readonly change: ContactChange;
}
/** Binds the chat to its card in the CRM. Source: WH-15. */
export interface AssignRequested {
  readonly type: "chat.assign-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
}
/** The visitor's page sent new data about the visitor. */
export interface VisitorChanged {
  readonly type: "visitor.changed";
  readonly nowMs: number;
  readonly change: VisitorChange;
}
/** The visitor rated the chat; the last choice counts. Source: WJ-46, WH-20. */
export interface RateGiven {
  readonly type: "chat.rated";
  readonly nowMs: number;
  readonly rate: ChatRate;
  /** The visitor's comment, and the id of the line that shows it to agents. */
  readonly comment?: { readonly lineId: MessageId; readonly text: string };
}
/** An agent adds the client to the blacklist, or removes it. Source: WH-20. */
export interface BlacklistRequested {
  readonly type: "chat.blacklist-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  readonly isBlacklisted: boolean;
  /** For the line about it. */
  readonly messageId: MessageId;
}
/** A call of this client begins; it opens a chat when there is none. Source: CALL-09. */
export interface CallRequested {
  readonly type: "call.requested";
  readonly nowMs: number;
  readonly id: CallId;
  readonly callType: CallType;
  readonly phone: string;
  readonly rung: RungAgent | null;
  readonly chosenId: AgentId | null;
  readonly failure: string | null;
  readonly isFromWidget?: true;
  /** Its channel has a bot. */
  readonly hasBot?: true;
}

export type ChatEvent =
  | MessageReceived
  | ClickRequested
  | ToldByBot
  | BotPostRefused
  | TypingReceived
  | AcceptRequested
  | ReplyRequested
  | ResendRequested
  | DismissRequested
  | CloseRequested
  | ReopenRequested
  | TypingRequested
  | TransferRequested
  | NoteRequested
  | ContactChangeRequested
  | AssignRequested
  | VisitorChanged
  | RateGiven
  | BlacklistRequested
  | CallRequested
  | CallChanged
  | CrmAnswered
  | ReportRefused
  | ChannelClosed
  | ChatExpired
  | AgentLeft
  | DeliveryEnded
  | DeadlineReached;

/** Stores the client's facts for its next chat, and which chat is open now. */
export interface StoreClientEffect {
  readonly type: "effect.client.store";
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
}
/** The desk's list shows the changed chat. */
export interface PublishChatEffect {
  readonly type: "effect.chat.publish";
}
/** Shown in the desk, never stored. */
export interface PublishTypingEffect {
  readonly type: "effect.typing.publish";
  readonly state: "typein" | "typeout";
}

/** A typing notice for the customer system: sent once, after the commit, or not at all. Source: CH-49, DEL-20. */
export interface SendTypingEffect {
  readonly type: "effect.typing.send";
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly state: "typein" | "typeout";
  readonly sender: AgentSignature;
  readonly recipient: Recipient;
  readonly atMs: number;
}

export type ChatEffect =
  | SendTypingEffect
  | StoreWarningsEffect
  | StoreMessageEffect
  | StoreClientEffect
  | PublishChatEffect
  | PublishTypingEffect
  | MakeReportEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | RefuseEffect
  | TellEffect<
      | DeliveryQueued
      | DeliveryOpened
      | DeliveryRequeued
      | DeliveryCancelled
      | ClientWrote
      | AgentAccepted
      | ChatTransferred
      | ChatClosed
      | ChatReopened
      | BotDisconnected
      | CallBegan
    >;
