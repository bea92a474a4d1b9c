import type { CallbackAnswered } from "../channel/channel.types.ts";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../effects.ts";
import type { AgentId, CallId, ChannelId, ChatId, MessageId } from "../ids.ts";
import type { MakeReportEffect } from "../webhooks/webhooks.types.ts";

/** Source: CALL-01. */
export type CallType = "callback" | "incoming" | "outgoing";
export type CallStatus = "start" | "agent_connected" | "client_connected" | "end" | "error";

/** The agent of a call, in the form that the gateway gets. Source: CALL-06. */
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
  /** The agent whose phone rings: the gateway was asked to ring that agent, or reports it. Source: CALL-08. */
  readonly rung: RungAgent | null;
  /** The agent on the line, as the gateway reports it. */
  readonly connectedId: AgentId | null;
  /** The agent that CALL-08 would have chosen at the last status, where no agent was rung. Source: CALL-09. */
  readonly chosenId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
  readonly createdAtMs: number;
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
/** The gateway's answer to the request. Source: CALL-06. */
export interface GatewayAnswered {
  readonly type: "gateway.answered";
  readonly nowMs: number;
  /** `null`: the gateway accepted. */
  readonly failure: string | null;
}
/** The gateway reports a status. Source: CALL-07. */
export interface CallReported {
  readonly type: "call.reported";
  readonly nowMs: number;
  readonly status: CallStatus;
  readonly agentId: AgentId | null;
  /** The agent that CALL-08 would choose now, where no agent was rung. */
  readonly chosenId: AgentId | null;
  readonly reason: string | null;
  readonly recordUrl: string | null;
}

export type CallEvent = CallBegan | GatewayAnswered | CallReported | DeadlineReached;

/** Asks the gateway for the call, once, after the commit. Source: CALL-06. */
export interface StartCallEffect {
  readonly type: "effect.call.start";
  readonly callId: CallId;
  readonly callType: CallType;
  readonly phone: string;
  readonly agent: RungAgent;
}
/** The desk shows the changed call. */
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
  /** For the line about it. */
  readonly lineId: MessageId;
}

export type CallEffect =
  | StartCallEffect
  | PublishCallEffect
  | MakeReportEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<CallChanged | CallbackAnswered>;
