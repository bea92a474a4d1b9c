import type { CallbackAnswered } from "../channel/channel.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, CallId, ChannelId, ChatId, MessageId } from "../ids.ts";
import type { MakeReportEffect } from "../webhooks/webhooks.types.ts";

/** Source: CALL-01. */
export type CallType = "callback" | "incoming" | "outgoing";
export type CallStatus = "start" | "agent_connected" | "client_connected" | "end" | "error";

/** The agent a call is for, as the gateway is told. Source: CALL-06. */
export interface RungAgent {
  readonly id: AgentId;
  readonly name: string;
  readonly phone: string;
}

export interface CallContext {
  readonly id: CallId;
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly callType: CallType;
  readonly phone: string;
  /** The last one reported. */
  readonly status: CallStatus;
  /** Who is rung: whom the gateway was asked to ring, or says that it rings. Source: CALL-08. */
  readonly rung: RungAgent | null;
  /** Who is on the line, as the gateway says. */
  readonly connectedId: AgentId | null;
  /** Whom CALL-08 would have chosen at the last status, where nobody was rung. Source: CALL-09. */
  readonly chosenId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
  readonly createdAtMs: number;
}

/** What a chat and the desk know of a call. */
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
  /** Without one the gateway is not asked: the call has failed already. An incoming call may have none. */
  readonly rung: RungAgent | null;
  readonly chosenId: AgentId | null;
  /** Why it has failed before it began; `null` when it has not. Source: CALL-08. */
  readonly failure: string | null;
}
/** What the gateway said to the request. Source: CALL-06. */
export interface GatewayAnswered {
  readonly type: "gateway.answered";
  readonly nowMs: number;
  /** `null`: it accepted. */
  readonly failure: string | null;
}
/** The gateway reports a status. Source: CALL-07. */
export interface CallReported {
  readonly type: "call.reported";
  readonly nowMs: number;
  readonly status: CallStatus;
  readonly agentId: AgentId | null;
  /** Whom CALL-08 would choose now, where nobody was rung. */
  readonly chosenId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}

export type CallEvent = CallBegan | GatewayAnswered | CallReported | DeadlineReached;

/** Asks the gateway for the call: once, after the commit. Source: CALL-06. */
export interface StartCallEffect {
  readonly type: "effect.call.start";
  readonly callId: CallId;
  readonly callType: CallType;
  readonly phone: string;
  readonly agent: RungAgent;
}
/** The desk shows the call anew. */
export interface PublishCallEffect {
  readonly type: "effect.call.publish";
  readonly chatId: ChatId;
  readonly channelId: ChannelId;
  readonly call: CallSummary;
}
/** Told to the chat. */
export interface CallChanged {
  readonly type: "call.changed";
  readonly nowMs: number;
  readonly call: CallSummary;
  /** Of the line that says so. */
  readonly lineId: MessageId;
}

export type CallEffect =
  | StartCallEffect
  | PublishCallEffect
  | MakeReportEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<CallChanged | CallbackAnswered>;
