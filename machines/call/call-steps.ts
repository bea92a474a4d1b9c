import { channelAddress, chatAddress, soloConversation } from "../addresses.ts";
import type { CallbackAnswered } from "../channel/channel.types.ts";
import type { Tell } from "../effects.ts";
import type { MessageId } from "../ids.ts";
import type { CallContext, CallEffect, CallEvent, CallStatus, CallSummary } from "./call.types.ts";

/** The gateway has this long to accept; a lost outcome shows right after a restart. Source: CALL-06. */
const gatewayAnswerMs = 15_000;
export const gatewayDeadline = "gateway-answer";
/** Source: CALL-11. */
const callLostMs = 4 * 60 * 60 * 1_000;
export const lostDeadline = "gateway-lost";

export const awaitAnswer = (event: CallEvent): CallEffect => ({
  type: "effect.deadline.set",
  id: gatewayDeadline,
  atMs: event.nowMs + gatewayAnswerMs,
  atRestart: true,
});

export const awaitEnd = ({ createdAtMs }: CallContext): CallEffect => ({
  type: "effect.deadline.set",
  id: lostDeadline,
  atMs: createdAtMs + callLostMs,
  atRestart: false,
});

/** The context after a status the gateway reported. Source: CALL-07. */
export function keepReported(context: CallContext, event: CallEvent): Partial<CallContext> {
  if (event.type !== "call.reported") return {};
  const { status, reason, recordUrl } = event;
  return {
    status,
    connectedId: event.agentId ?? (status === "agent_connected" ? (context.rung?.id ?? null) : context.connectedId),
    chosenId: event.chosenId,
    reason: status === "error" ? (reason ?? "Unknown error") : null,
    recordUrl: status === "end" ? recordUrl : null,
  };
}

/** The context after a failure that nobody reported. Source: CALL-06, CALL-08, CALL-11. */
export function fail(event: CallEvent): Partial<CallContext> {
  switch (event.type) {
    case "call.began":
    case "gateway.answered":
      return { status: "error", reason: event.failure };
    case "deadline.reached":
      return { status: "error", reason: event.id === lostDeadline ? "Gateway lost" : unknownOutcome };
    default:
      return {};
  }
}

const unknownOutcome = "The service was restarted while the gateway was asked; whether it placed the call is unknown";

export const isReported = (event: CallEvent, status: CallStatus): boolean =>
  event.type === "call.reported" && event.status === status;

/** Source: CALL-09. */
const agentIdOf = ({ connectedId, rung, chosenId }: CallContext) => connectedId ?? rung?.id ?? chosenId;

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
export function report(context: CallContext, event: CallEvent): CallEffect {
  const { chatId, callType: type, phone, status, reason, recordUrl } = context;
  const call = { type, phone, status, reason, recordUrl };
  const agentId = agentIdOf(context);
  return { type: "effect.report.make", nowMs: event.nowMs, report: { event: "call_event", chatId, agentId, call } };
}

export function tellChanged(context: CallContext, event: CallEvent): CallEffect {
  const lineId = `call/${context.id}/${context.status}` as MessageId;
  const changed = { type: "call.changed", nowMs: event.nowMs, call: summaryOf(context), lineId } as const;
  const toChat = { to: chatAddress(context.chatId), event: changed };
  return { type: "effect.actor.tell", tells: [toChat, ...answered(context)] };
}

/** A callback counts when its client is on the line, which a gateway reports once. Source: CALL-04, CALL-10. */
function answered({ id: callId, channelId, callType, status }: CallContext): readonly Tell<CallbackAnswered>[] {
  if (callType !== "callback" || status !== "client_connected") return [];
  const to = channelAddress(channelId);
  return [{ to, conversation: soloConversation(to), event: { type: "callback.answered", callId } }];
}

export function askGateway({ id: callId, callType, phone, rung }: CallContext): CallEffect {
  if (rung === null) throw new Error(`Expected call ${callId} to ring an agent`);
  return { type: "effect.call.start", callId, callType, phone, agent: rung };
}
