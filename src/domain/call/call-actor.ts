import type { CallContext, CallEffect, CallEvent } from "../../../machines/call/call.machine.ts";
import { callMachine } from "../../../machines/call/call.machine.ts";
import type { CallRequested, ChatContext } from "../../../machines/chat/chat.types.ts";
import type { CallBegan } from "../../../machines/tells.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { OutlinedFields } from "../../actors/actor-definition.ts";
import { defineActor } from "../../actors/actor-definition.ts";
import { fixed, parts, value, words } from "../../actors/history/kept-context.ts";
import { callForm } from "../../codec/contexts/call-form.ts";
import { Defect } from "../../core/result.ts";
import { release } from "../effects.ts";
import { reportsOf } from "../webhooks/reports.ts";

/** The fields of a new call that the history keeps. */
export const outlineCall = ({ id, callType, rung, chosenId, failure }: CallBegan | CallRequested): OutlinedFields => ({
  call: id,
  callType,
  agent: rung?.id,
  chosen: chosenId ?? undefined,
  hasFailed: failure !== null,
});

/** One call, as far as the gateway has reported it. */
export const callActor = defineActor<CallContext, CallEvent, CallEffect>({
  kind: "call",
  machine: callMachine,
  form: callForm,
  birthEvent: "call.began",
  isAtRest: (state) => state === "end" || state === "error",
  list: ({ context: { chatId }, listedState, key, write }) => {
    if (listedState === null) write({ table: "chatActor", key: [Number(chatId), key], row: {} });
  },
  keep: {
    "effect.call.start": release,
    "effect.call.publish": release,
    "effect.report.make": ({ report, nowMs }, step) => {
      const chat = step.readActor(chatAddress(step.context.chatId));
      if (chat === undefined) throw new Defect(`${step.actor} has a report for its chat, but the chat does not exist`);
      // The address is a chat's.
      const tells = reportsOf(step).make(report, chat.context as ChatContext, nowMs);
      for (const tell of tells) step.tell(tell);
    },
  },
  history: {
    events: {
      "call.began": outlineCall,
      "call.reported": ({ status, agentId, chosenId }) => ({
        status,
        agent: agentId ?? undefined,
        chosen: chosenId ?? undefined,
      }),
      "gateway.answered": ({ failure }) => ({ accepted: failure === null }),
    },
    effects: {
      "effect.call.publish": ({ call: { status } }) => ({ status }),
      "effect.call.start": ({ callType, agent }) => ({ callType, agent: agent.id }),
      "effect.report.make": ({ report: { event } }) => ({ event }),
    },
    context: {
      id: fixed,
      chatId: fixed,
      channelId: fixed,
      callType: fixed,
      phone: words(1),
      status: value(2),
      rung: parts(3, { id: value(4), name: words(5), phone: words(6) }),
      connectedId: value(7),
      chosenId: value(8),
      reason: words(9),
      recordUrl: words(10),
      createdAtMs: fixed,
    },
  },
});
