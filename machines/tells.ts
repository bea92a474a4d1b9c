import type { CrmAnswer } from "./chat/client.types.ts";
import type { AgentSignature, BotContent, OutwardContent } from "./chat/message.types.ts";
import type { ActorKey, AgentId, CallId, ChannelId, ChatId, ConversationKey, DeliveryId, MessageId } from "./ids.ts";

/* The words between machines: the addresses of actors, and each event that one machine sends to another, with its data. */

/** The keys by which machines address each other; the runtime parses the same keys. */
export const agentAddress = (id: AgentId): ActorKey => `agent/${id}` as ActorKey;
export const channelAddress = (id: ChannelId): ActorKey => `channel/${id}` as ActorKey;
export const chatAddress = (id: ChatId): ActorKey => `chat/${id}` as ActorKey;
export const botAddress = (id: ChatId): ActorKey => `bot/${id}` as ActorKey;
export const webhooksAddress = (id: ChatId): ActorKey => `webhooks/${id}` as ActorKey;
export const callAddress = (id: CallId): ActorKey => `call/${id}` as ActorKey;
export const deliveryAddress = (id: DeliveryId): ActorKey => `delivery/${id}` as ActorKey;

/** A channel or an agent has a conversation to itself. */
export const soloConversation = (key: ActorKey): ConversationKey => key as string as ConversationKey;

/** For data that belong to no chat: no chat has this number. */
export const noChatId = "0" as ChatId;

export const isNoChat = (id: ChatId): boolean => id === noChatId;

// Agent and channel.

/** Sent to every channel of the agent. Source: CH-12. */
export interface AgentPresenceChanged {
  readonly type: "agent.presence-changed";
  readonly agentId: AgentId;
  readonly isAvailable: boolean;
}

/** Sent to an agent when a channel assigns or releases it. */
export interface ChannelAssigned {
  readonly type: "channel.assigned";
  readonly channelId: ChannelId;
}
export interface ChannelUnassigned {
  readonly type: "channel.unassigned";
  readonly channelId: ChannelId;
}

// Chat and bot conversation.

/** Ids for an event that a step may have to send: machines cannot make ids. */
export interface BotNotice {
  /** The event's own id. Source: BOT-11. */
  readonly eventId: MessageId;
  readonly deliveryId: DeliveryId;
  /** For the line that informs the agents. */
  readonly lineId: MessageId;
}

/** The bot's data about the client. Source: BOT-12. */
export interface BotSender {
  readonly name: string | null;
  readonly url: string | null;
  readonly hasContacts: boolean;
}

/** The client wrote in the states "with bot" and "unstaffed"; the first one begins the conversation. Source: BOT-10. */
export interface ClientWrote {
  readonly type: "client.wrote";
  readonly nowMs: number;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly clientNumber: number;
  readonly messageSeq: number;
  readonly providerId: string;
  readonly sender: BotSender;
  readonly text: string;
  readonly buttonId: string | null;
  readonly agentsOnline: boolean;
  /** The message is one of the channel's `agentKeywords`, or was sent with the widget's control for it. Source: BOT-46. */
  readonly wantsAgent: boolean;
  readonly acceptTimeoutMs: number;
  readonly notice: BotNotice;
  /** For AGENT_UNAVAILABLE; `null` unless the client wants an agent. */
  readonly offerNotice: BotNotice | null;
}
/** An agent accepted the chat or took it over. Source: BOT-44. */
export interface AgentAccepted {
  readonly type: "agent.accepted";
  readonly nowMs: number;
  readonly messageSeq: number;
  readonly notice: BotNotice;
}
/** An administrator offered the chat to an agent or a department. */
export interface ChatTransferred {
  readonly type: "chat.transferred";
  readonly nowMs: number;
  readonly acceptTimeoutMs: number;
  readonly notice: BotNotice;
}
/** The chat was closed before an agent had it. */
export interface ChatClosed {
  readonly type: "chat.closed";
  readonly nowMs: number;
}
/** An agent reopened the closed chat, and is the first agent in it. */
export interface ChatReopened {
  readonly type: "chat.reopened";
  readonly nowMs: number;
  readonly notice: BotNotice;
}
/** The bot was disconnected from the channel, or the channel was closed. Source: BOT-08. */
export interface BotDisconnected {
  readonly type: "bot.disconnected";
  readonly nowMs: number;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
}

/** Sent to the chat: the bot's message; shown to the client unless an agent has joined or the bot has left. Source: BOT-34. */
export interface BotReplied {
  readonly type: "bot.replied";
  readonly nowMs: number;
  readonly message: { readonly id: MessageId; readonly content: BotContent };
  readonly outward: OutwardContent | null;
  readonly sender: AgentSignature;
  readonly deliveryId: DeliveryId;
  readonly lineId: MessageId;
  readonly isShown: boolean;
}
/** Sent to the chat: the agents may accept it. Source: BOT-43. */
interface BotOffered {
  readonly type: "bot.offered";
  readonly nowMs: number;
}
/** Sent to the chat: no agent is there, or none accepted; the bot is notified. Source: BOT-45. */
export interface BotUnstaffed {
  readonly type: "bot.unstaffed";
  readonly nowMs: number;
  readonly notice: BotNotice;
}
/** Sent to the chat: it goes on without the bot. Source: BOT-08, BOT-22. */
export interface BotEnded {
  readonly type: "bot.ended";
  readonly nowMs: number;
  /** For the agents: one sentence. */
  readonly reason: string;
  readonly lineId: MessageId;
  /** Absent when the bot was disconnected. */
  readonly failure?: FailureWords;
}

/** Sent to the chat: the bot, which knows the chat, is notified that an agent has the reopened chat. Source: BOT-44. */
export interface BotNotified {
  readonly type: "bot.notified";
  readonly nowMs: number;
  readonly notice: BotNotice;
}

export type SentByBot = BotReplied | BotOffered | BotUnstaffed | BotEnded | BotNotified;

// Chat, bot conversation or webhooks, and delivery.

export interface AttemptFailure {
  readonly kind: FailureKind;
  /** The customer system's own code as text, else the kind. Source: DEL-15. */
  readonly code: string;
  /** For the agent: one sentence, at most 500 characters. Source: DEL-13, DEL-16. */
  readonly message: string;
  /** Only the log shows its text. Source: DEL-14. */
  readonly isHidden?: true;
}

export type FailureKind =
  | "timeout"
  | "connection"
  | "refused_target"
  | "http_status"
  | "unexpected_answer"
  | "error_answer"
  | "interrupted"
  /** The receiver wants no more of this event. Source: WH-37. */
  | "gone"
  /** There is no address any more to send it to. */
  | "no_target"
  /** The channel was disabled or removed. Source: DEL-08. */
  | "channel_closed"
  /** The chat went on without the bot. Source: BOT-22. */
  | "bot_ended";

/** The recipient of a message, fixed before the first attempt. Source: CH-40. */
export interface Recipient {
  readonly senderId: string;
  readonly senderIdKind: "string" | "integer";
}

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

export type WebhookEventName = UrlEventName | EndpointEventName;

/** Only endpoints get them. Source: WH-44. */
export type EndpointEventName =
  | "agent_presence"
  | "bot_failed"
  | "chat_rated"
  | "chat_reopened"
  | "chat_started"
  | "chat_transferred"
  | "message_created"
  | "message_delivered"
  | "message_failed";

/** Source: WH-02. */
export type UrlEventName =
  | "call_event"
  | "chat_accepted"
  | "chat_assigned"
  | "chat_finished"
  | "chat_updated"
  | "offline_message";

/** The content of a delivery: a message to the customer system, an event to the bot or to the owner's server, or a mail. */
export type Cargo = MessageCargo | BotEventCargo | WebhookCargo | MailCargo;

export interface MessageCargo {
  readonly kind: "message";
  readonly content: OutwardContent;
  readonly sender: AgentSignature;
}
interface BotEventCargo {
  readonly kind: "bot_event";
  /** The provider of the bot. */
  readonly providerId: string;
  readonly event: BotEvent;
}

/** Its body has its own row. */
export interface WebhookCargo {
  readonly kind: "webhook";
  readonly event: WebhookEventName;
  /** The name of its endpoint; absent for the webhook URL of the channel. */
  readonly endpoint?: string;
  /** How long later events of the chat wait for it, from its first attempt on; absent: only for the first attempt. Source: WH-45. */
  readonly patienceMs?: number;
}
export type MailCargo = LogMailCargo | AnswerMailCargo;

/** The log of a closed chat. Source: WH-27. */
export interface LogMailCargo {
  readonly kind: "mail";
  readonly to: readonly string[];
  /** Seq of the chat's last message when it was closed. */
  readonly messagesUpTo: number;
  /** The time of that: the chat may be reopened before the mail is sent. Absent from mails of earlier versions. */
  readonly closedAtMs?: number;
}
/** An agent's answer to a visitor who left a message. */
interface AnswerMailCargo {
  readonly kind: "mail";
  readonly to: readonly string[];
  readonly answer: LeftMessageAnswer;
}
interface LeftMessageAnswer {
  /** The number of the offline message. */
  readonly number: number;
  readonly agentId: AgentId;
  readonly subject: string;
  readonly text: string;
}

/** Creates the delivery; unless it is in front of its lane, it waits until the lane is opened for it. */
export interface DeliveryQueued {
  readonly type: "delivery.queued";
  readonly nowMs: number;
  readonly id: DeliveryId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly messageSeq: number;
  readonly messageId: MessageId | null;
  readonly cargo: Cargo;
  /** It is in front: its first attempt begins at once. */
  readonly isInFront: boolean;
  /** `null` while it waits, and for an event to a bot. */
  readonly recipient: Recipient | null;
}
export interface DeliveryOpened {
  readonly type: "delivery.opened";
  readonly nowMs: number;
  /** `null` for an event to a bot. */
  readonly recipient: Recipient | null;
}
/** A delivery that has ended must be sent again, as a new series. Source: DEL-05, WH-38. */
export interface DeliveryRequeued {
  readonly type: "delivery.requeued";
  readonly nowMs: number;
  /** How many attempts the sender has seen: if there are more, somebody else has already asked, and this request does nothing. */
  readonly seenAttempts?: number;
}
/** No further attempt may be made. Source: DEL-08. */
export interface DeliveryCancelled {
  readonly type: "delivery.cancelled";
  readonly nowMs: number;
  readonly failure: AttemptFailure;
}

/** Sent to the chat or the bot conversation: the lane is free for the next one. */
export interface DeliveryEnded {
  readonly type: "delivery.ended";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
  readonly messageId: MessageId;
  /** `null` when it was delivered. */
  readonly failure: AttemptFailure | null;
  /** For the chat: the seq and the author of the message; 0 for a bot. */
  readonly message?: { readonly seq: number; readonly agentId: AgentId };
}

/** Sent to the chat's webhooks: the delivery of an event ended. */
export interface WebhookEnded {
  readonly type: "webhook.ended";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
  readonly event: WebhookEventName;
  /** Number of the last attempt. */
  readonly attempt: number;
  /** `null` when it was delivered. */
  readonly failure: AttemptFailure | null;
  readonly answer: CrmAnswer | null;
  /** The name of its endpoint; absent for the webhook URL, whose answers are for the agent. */
  readonly endpoint?: string;
}
/** Sent to the chat's webhooks: the first attempt failed, and later events need not wait for the others. Source: WH-42. */
export interface WebhookYielded {
  readonly type: "webhook.yielded";
  readonly nowMs: number;
  readonly deliveryId: DeliveryId;
}

// Webhooks and chat.

/** Sent to the chat: the answer of the owner's server for the agent. Source: WH-24, WH-30, WH-32. */
export interface CrmAnswered {
  readonly type: "crm.answered";
  readonly nowMs: number;
  readonly event: "chat_accepted" | "chat_updated";
  readonly answer: CrmAnswer;
}
/** Sent to the chat: the owner's server answered with a failure. Source: WH-34. */
export interface ReportRefused {
  readonly type: "report.refused";
  readonly nowMs: number;
  readonly event: WebhookEventName;
  readonly failure: AttemptFailure;
  /** For the line about it. */
  readonly lineId: MessageId;
}

// Chat and call, call and channel.

/** Source: CALL-01. */
export type CallType = "callback" | "incoming" | "outgoing";
export type CallStatus = "start" | "agent_connected" | "client_connected" | "end" | "error";

/** The agent of a call, in the form that the gateway gets. Source: CALL-06. */
export interface RungAgent {
  readonly id: AgentId;
  readonly name: string;
  readonly phone: string;
}

/** The data of a call that a chat and the desk have. */
export interface CallSummary {
  readonly id: CallId;
  readonly type: CallType;
  readonly phone: string;
  readonly status: CallStatus;
  readonly agentId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}

/** Creates the call. */
export interface CallBegan {
  readonly type: "call.began";
  readonly nowMs: number;
  readonly id: CallId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly callType: CallType;
  readonly phone: string;
  /** Without an agent the gateway is not asked: the call has already failed. An incoming call may have none. */
  readonly rung: RungAgent | null;
  readonly chosenId: AgentId | null;
  /** The reason of a failure before it began; `null` without one. Source: CALL-08. */
  readonly failure: string | null;
}
/** Sent to the chat. */
export interface CallChanged {
  readonly type: "call.changed";
  readonly nowMs: number;
  readonly call: CallSummary;
  /** For the line about it. */
  readonly lineId: MessageId;
}

/** A visitor answered a callback: the call tells this once. Source: CALL-10. */
export interface CallbackAnswered {
  readonly type: "callback.answered";
  readonly callId: CallId;
}

// Chat or call, and the maker of reports.

/**
 * Reports an event to the owner's server. The runtime makes its body in the same commit, or nothing where the channel has no webhook.
 * Source: WH-41.
 */
export interface MakeReportEffect {
  readonly type: "effect.report.make";
  readonly nowMs: number;
  readonly report: Report;
}

export type Report = ReportOfUrl | ReportOfEndpoints;

type ReportOfUrl =
  | { readonly event: "chat_accepted" | "chat_updated"; readonly agentId: AgentId }
  | { readonly event: "chat_assigned"; readonly agentId: AgentId; readonly assignTo: string }
  | { readonly event: "chat_finished"; readonly agentIds: readonly AgentId[] }
  | {
      readonly event: "call_event";
      readonly chatId: ChatId;
      /** `null` only when there are no agents at all. Source: CALL-09. */
      readonly agentId: AgentId | null;
      readonly call: CallReport;
    };

/** Only endpoints get them. Source: WH-44. */
type ReportOfEndpoints =
  | { readonly event: "chat_reopened"; readonly agentId: AgentId }
  | { readonly event: "chat_transferred"; readonly agentId: AgentId; readonly to: TransferTarget }
  | { readonly event: "chat_rated"; readonly rate: "positive" | "negative"; readonly comment: string | null }
  | { readonly event: "bot_failed"; readonly failure: FailureWords }
  | (SentReport & { readonly event: "message_delivered" })
  | (SentReport & { readonly event: "message_failed"; readonly failure: FailureWords });

export interface TransferTarget {
  readonly kind: "agent" | "department";
  readonly id: number;
  readonly name: string;
}

/** A message to the customer system has arrived, or its last attempt has failed. */
interface SentReport {
  readonly messageId: MessageId;
  /** 0 for a bot. */
  readonly agentId: AgentId;
  readonly attempts: number;
}

export type FailureWords = Pick<AttemptFailure, "code" | "message">;

/** Source: CALL-01, CALL-03. */
export interface CallReport {
  readonly type: CallType;
  readonly phone: string;
  readonly status: CallStatus;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}
