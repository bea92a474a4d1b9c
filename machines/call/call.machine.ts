import { setup } from "xstate";
import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, Tell, TellEffect } from "../effects.ts";
import { given } from "../effects.ts";
import type { AgentId, CallId, ChannelId, ChatId, MessageId } from "../ids.ts";
import type {
  CallBegan,
  CallbackAnswered,
  CallChanged,
  CallStatus,
  CallSummary,
  CallType,
  MakeReportEffect,
  RungAgent,
} from "../tells.ts";
import { channelAddress, chatAddress, soloConversation } from "../tells.ts";
import type { Chart, Steps } from "../wire.ts";
import { wire } from "../wire.ts";

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

export type CallEffect =
  | StartCallEffect
  | PublishCallEffect
  | MakeReportEffect
  | SetDeadlineEffect
  | ClearDeadlineEffect
  | TellEffect<CallChanged | CallbackAnswered>;

/** The time limit of the gateway's answer; a lost outcome shows right after a restart. Source: CALL-06. */
const gatewayAnswerMs = 15_000;
const gatewayDeadline = "gateway-answer";
/** Source: CALL-11. */
export const callLostMs = 4 * 60 * 60 * 1_000;
export const lostDeadline = "gateway-lost";

/** The context after a status report of the gateway. Source: CALL-07. */
function keepReported({ rung, connectedId }: CallContext, event: CallReported): Partial<CallContext> {
  const { agentId, chosenId, status, reason, recordUrl } = event;
  return {
    status,
    connectedId: agentId ?? (status === "agent_connected" ? (rung?.id ?? null) : connectedId),
    chosenId,
    reason: status === "error" ? (reason ?? "Unknown error") : null,
    recordUrl: status === "end" ? recordUrl : null,
  };
}

/** The context after a failure that the gateway did not report. Source: CALL-06, CALL-08, CALL-11. */
function fail(_: CallContext, event: CallBegan | GatewayAnswered | DeadlineReached): Partial<CallContext> {
  return { status: "error", reason: event.type === "deadline.reached" ? reasonOf(event) : event.failure };
}

const reasonOf = ({ id }: DeadlineReached): string => (id === lostDeadline ? "Gateway lost" : unknownOutcome);

const unknownOutcome = "The service was restarted while the gateway was asked; whether it placed the call is unknown";

/** Source: CALL-09. */
const agentIdOf = ({ connectedId, rung, chosenId }: CallContext) => connectedId ?? rung?.id ?? chosenId;

/** The call as chats and desks see it. */
export const summaryOf = (context: CallContext): CallSummary => ({
  id: context.id,
  type: context.callType,
  phone: context.phone,
  status: context.status,
  agentId: agentIdOf(context),
  reason: context.reason,
  recordUrl: context.recordUrl,
});

/** Source: CALL-02. */
function report(context: CallContext, event: CallEvent): CallEffect {
  const { chatId, callType: type, phone, status, reason, recordUrl } = context;
  const call = { type, phone, status, reason, recordUrl };
  const agentId = agentIdOf(context);
  return { type: "effect.report.make", nowMs: event.nowMs, report: { event: "call_event", chatId, agentId, call } };
}

function tellChanged(context: CallContext, event: CallEvent): CallEffect {
  const lineId = `call/${context.id}/${context.status}` as MessageId;
  const changed = { type: "call.changed", nowMs: event.nowMs, call: summaryOf(context), lineId } as const;
  const toChat = { to: chatAddress(context.chatId), event: changed };
  return { type: "effect.actor.tell", tells: [toChat, ...answered(context)] };
}

/** A callback counts when its client answers, which a gateway reports once. Source: CALL-04, CALL-10. */
function answered({ id: callId, channelId, callType, status }: CallContext): readonly Tell<CallbackAnswered>[] {
  if (callType !== "callback" || status !== "client_connected") return [];
  const to = channelAddress(channelId);
  return [{ to, conversation: soloConversation(to), event: { type: "callback.answered", callId } }];
}

const askGateway = ({ id: callId, callType, phone, rung }: CallContext): CallEffect => ({
  type: "effect.call.start",
  callId,
  callType,
  phone,
  agent: given(rung, "an agent to ring"),
});

const steps = {
  guards: {
    hasFailed: (_, { failure }: CallBegan) => failure !== null,
    asksGateway: ({ callType }) => callType !== "incoming",
    isEnd: (_, { status }: CallReported) => status === "end",
    isError: (_, { status }: CallReported) => status === "error",
    isAgentConnected: (_, { status }: CallReported) => status === "agent_connected",
    isClientConnected: (_, { status }: CallReported) => status === "client_connected",
    isRefused: (_, { failure }: GatewayAnswered) => failure !== null,
    isAnswerLost: (_, { id }: DeadlineReached) => id === gatewayDeadline,
    isLost: (_, { id }: DeadlineReached) => id === lostDeadline,
  },
  assigns: { keepReported, fail },
  emits: {
    awaitAnswer: (_, { nowMs }: CallBegan) => ({
      type: "effect.deadline.set",
      id: gatewayDeadline,
      atMs: nowMs + gatewayAnswerMs,
      atRestart: true,
    }),
    awaitEnd: ({ createdAtMs }) => ({
      type: "effect.deadline.set",
      id: lostDeadline,
      atMs: createdAtMs + callLostMs,
      atRestart: false,
    }),
    clearAnswer: { type: "effect.deadline.clear", id: gatewayDeadline },
    clearLost: { type: "effect.deadline.clear", id: lostDeadline },
    askGateway,
    report,
    tellChanged,
    publish: (context) => ({
      type: "effect.call.publish",
      chatId: context.chatId,
      channelId: context.channelId,
      call: summaryOf(context),
    }),
  },
} satisfies Steps<CallContext, CallEffect>;

const changed = ["report", "tellChanged", "publish"] as const;
const ended = ["clearAnswer", "clearLost", ...changed] as const;

/** Either final state can follow any other. Source: CALL-04. */
const final = [
  { guard: "isEnd", target: "end", actions: ["keepReported", ...ended] },
  { guard: "isError", target: "error", actions: ["keepReported", ...ended] },
] as const;
const agent = { guard: "isAgentConnected", actions: ["keepReported", ...changed] } as const;
const client = { guard: "isClientConnected", actions: ["keepReported", ...changed] } as const;

const chart = {
  initial: "idle",
  on: { "gateway.answered": { actions: "clearAnswer" } },
  states: {
    idle: {
      on: {
        "call.began": [
          { guard: "hasFailed", target: "error", actions: ["fail", ...changed] },
          { guard: "asksGateway", target: "start", actions: ["awaitAnswer", "awaitEnd", "askGateway", ...changed] },
          { target: "start", actions: ["awaitEnd", ...changed] },
        ],
      },
    },
    start: {
      on: {
        "gateway.answered": [
          { guard: "isRefused", target: "error", actions: ["fail", ...ended] },
          { actions: "clearAnswer" },
        ],
        "call.reported": [...final, { ...agent, target: "agent_connected" }, { ...client, target: "client_connected" }],
        "deadline.reached": [
          { guard: "isAnswerLost", target: "error", actions: ["fail", ...ended] },
          { guard: "isLost", target: "error", actions: ["fail", ...ended] },
        ],
      },
    },
    agent_connected: {
      on: {
        "call.reported": [...final, { ...client, target: "connected" }],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    client_connected: {
      on: {
        "call.reported": [...final, { ...agent, target: "connected" }],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    /** Both are on the line. */
    connected: {
      on: {
        "call.reported": [...final],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    end: {},
    error: {},
  },
} as const satisfies Chart<typeof steps, CallEvent>;

const types = {
  context: {} as CallContext,
  events: {} as CallEvent,
  input: {} as CallBegan,
  emitted: {} as CallEffect,
};

/** One call as its gateway reports it; a report out of order changes nothing. Source: CALL-02, CALL-04 to CALL-06, CALL-11. */
export const callMachine = setup(wire(types, steps)).createMachine({
  id: "call",
  context: ({ input }) => ({
    id: input.id,
    chatId: input.chatId,
    channelId: input.channelId,
    callType: input.callType,
    phone: input.phone,
    status: "start",
    rung: input.rung,
    connectedId: null,
    chosenId: input.chosenId,
    reason: null,
    recordUrl: null,
    createdAtMs: input.nowMs,
  }),
  ...chart,
});
