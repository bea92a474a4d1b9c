import type { ClearDeadlineEffect, DeadlineReached, RefuseEffect, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, CallId, ChannelId, ChatId, DeliveryId, MessageId } from "../ids.ts";
import type {
  AgentAccepted,
  AttemptFailure,
  BotDisconnected,
  BotNotice,
  CallBegan,
  CallChanged,
  CallSummary,
  CallType,
  ChatClosed,
  ChatReopened,
  ChatTransferred,
  ClientWrote,
  CrmAnswered,
  DeliveryCancelled,
  DeliveryEnded,
  DeliveryOpened,
  DeliveryQueued,
  DeliveryRequeued,
  MakeReportEffect,
  Recipient,
  ReportRefused,
  RungAgent,
  SentByBot,
} from "../tells.ts";
import type {
  ClientFacts,
  ContactChange,
  CustomDataRow,
  PageFacts,
  SenderFacts,
  VisitorChange,
} from "./client.types.ts";
import type {
  AgentSignature,
  FileFacts,
  LiveButtons,
  MessageContent,
  MessageQuote,
  OutwardContent,
  StoreMessageEffect,
  StoreWarningsEffect,
} from "./message.types.ts";

/** The agent or department that a transfer names. */
export type ChatOffer =
  | { readonly kind: "agent"; readonly id: AgentId; readonly name: string }
  | { readonly kind: "department"; readonly id: number; readonly name: string };

export interface ChatDepartment {
  readonly id: number;
  readonly name: string;
}

/** Outbound messages of the chat: one is attempted, the others wait for their turn. Source: DEL-18. */
export interface OutboundLane {
  readonly active: DeliveryId | null;
  readonly waiting: readonly DeliveryId[];
}

/** Facts of a chat beside its messages. */
export interface ChatVisit {
  /** Where the client reads messages: at the customer system, or in the widget on the client's own page. */
  readonly surface: "api" | "widget";
  /** The page where the chat began. Source: WH-19. */
  readonly firstPage: PageFacts | null;
  /** The answer of the owner's server; `null` until then. Source: WH-30. */
  readonly crm: CrmFacts | null;
  /** The last call. */
  readonly call: CallSummary | null;
  /** Source: WH-20. */
  readonly rate: ChatRate | null;
  /** An agent pressed Reply, now or earlier; closing is not accepting. Source: WJ-35. */
  readonly isAccepted: boolean;
  /** Time of the client's first unanswered message. The bot answers while it has the chat alone; later only people do. */
  readonly waitingSinceMs: number | null;
  /** Messages after the last exchanged one: notes, events, hidden ones. Too low in a chat that began before they were counted. */
  readonly linesBehind: number;
  /** Messages that were not delivered and not dealt with yet, the latest failure last. */
  readonly failed: readonly FailedMessage[];
  /** Nobody closed it: it waited too long. Absent in every other chat. */
  readonly isExpired?: true;
  /** The last message that the client has seen. Absent until the client's side reports one. Source: WJ-54. */
  readonly seenSeq?: number;
  /** An agent has written a note. Absent in every other chat, and in one whose notes are from before they were marked. */
  readonly hasNote?: true;
}

/** It stays until it is resent and delivered, is dismissed, or the client is answered. */
export interface FailedMessage {
  readonly deliveryId: DeliveryId;
  readonly seq: number;
  /** The author; 0 for a bot. */
  readonly agentId: AgentId;
  readonly atMs: number;
  /** The chat's last message at that time: later messages are written with the failure in view. */
  readonly knownSeq: number;
}

export type ChatRate = "positive" | "negative";

/** The part of the answers that the chat shows. */
export interface CrmFacts {
  /** Includes an answer to `chat_accepted`: later ones are only logged. Source: WH-30. */
  readonly isOfAcceptance: boolean;
  readonly customData: readonly CustomDataRow[];
  readonly crmLink: string | null;
  readonly enableAssign: boolean;
  /** The chat was bound to the card at `crmLink`. Source: WH-15. */
  readonly isAssigned: boolean;
  /** Until the visitor opens another page. Source: WH-29. */
  readonly page: PageFacts | null;
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
  readonly message: { readonly id: MessageId; readonly content: OutwardContent; readonly quote?: MessageQuote };
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
/** An agent reopens a chat that was closed by mistake. */
export interface ReopenRequested {
  readonly type: "chat.reopen-requested";
  readonly nowMs: number;
  readonly agent: AgentSignature;
  /** For AGENT_JOINED, when no agent had the chat yet. Source: BOT-44. */
  readonly notice: BotNotice;
  /** For the line about it. */
  readonly messageId: MessageId;
  /** How long after its end a chat can be reopened. */
  readonly windowMs: number;
  /** Its channel exists and is enabled. */
  readonly isChannelOpen: boolean;
  /** Read under the client's lock, in the turn itself: the sender leaves it out. `undefined` for a client without a record. */
  readonly standing?: ClientStanding;
}

/** The state of the client's record when the chat is reopened. */
interface ClientStanding {
  readonly client: ClientFacts;
  readonly openChatId: ChatId | null;
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
  /** A word for the receiver. */
  readonly note?: { readonly id: MessageId; readonly text: string };
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
/** The visitor's page showed the messages of the chat up to this one. Source: WJ-54. */
export interface MessagesSeen {
  readonly type: "messages.seen";
  readonly nowMs: number;
  readonly seq: number;
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

/** The channel was disabled or removed: waiting messages are not sent any more. Source: DEL-08. */
export interface ChannelClosed {
  readonly type: "channel.closed";
  readonly nowMs: number;
  readonly failure: AttemptFailure;
  /** Of the line that tells the agents that the bot has left. */
  readonly lineId: MessageId;
}

/** A post of the chat's bot was refused: the client got nothing, and the agents are told why. */
export interface BotPostRefused {
  readonly type: "bot.post-refused";
  readonly nowMs: number;
  /** The code of the answer. */
  readonly code: string;
  /** The path of the wrong field; absent when none is named. */
  readonly field?: string;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
}

/** Nobody accepted or answered the chat for a long time. */
export interface ChatExpired {
  readonly type: "chat.expired";
  readonly nowMs: number;
  /** The time of the chat's last change when this was found. */
  readonly seenUpdatedAtMs: number;
  readonly waitedDays: number;
  /** For the line about it. */
  readonly lineId: MessageId;
}

/** The agent does not exist any more: its chats wait for another agent. */
export interface AgentLeft {
  readonly type: "agent.left";
  readonly nowMs: number;
  readonly agentId: AgentId;
}

export type ChatEvent =
  | MessageReceived
  | ClickRequested
  | SentByBot
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
  | MessagesSeen
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
