import { channelAddress, chatAddress, soloConversation } from "../addresses.ts";
import type { CallbackAnswered } from "../channel/channel.types.ts";
import type { DeadlineReached, Tell } from "../effects.ts";
import { given } from "../given.ts";
import type { MessageId } from "../ids.ts";
import type { Steps } from "../wire.ts";
import type {
  CallBegan,
  CallContext,
  CallEffect,
  CallEvent,
  CallReported,
  CallSummary,
  GatewayAnswered,
} from "./call.types.ts";

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

export const steps = {
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
