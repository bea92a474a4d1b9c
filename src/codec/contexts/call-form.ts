import type { CallContext } from "../../../machines/call/call.machine.ts";
import type { CallSummary, RungAgent } from "../../../machines/tells.ts";
import { asAgentId, asCallId, asChannelId, asChatId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { call } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, writeBytes } from "./context-bytes.ts";

export const callForm: StoredForm<CallContext> = {
  version: 1,
  encode: (context) => writeBytes((writer) => call.CallContext.encode(context as Unlocked<CallContext>, writer)),
  decode(bytes) {
    const context = call.CallContext.decode(new ContextReader(bytes));
    return {
      id: asCallId(context.id),
      chatId: asChatId(context.chatId),
      channelId: asChannelId(context.channelId),
      callType: context.callType as CallContext["callType"],
      phone: context.phone,
      status: context.status as CallContext["status"],
      rung: ifThere(context.rung as call.RungAgent | null, decodeRung),
      connectedId: ifThere(context.connectedId, asAgentId),
      chosenId: ifThere(context.chosenId, asAgentId),
      reason: context.reason ?? null,
      recordUrl: context.recordUrl ?? null,
      createdAtMs: context.createdAtMs,
    };
  },
};

const decodeRung = ({ id, name, phone }: call.RungAgent): RungAgent => ({ id: asAgentId(id), name, phone });

export const decodeCallSummary = (summary: call.CallSummary): CallSummary => ({
  id: asCallId(summary.id),
  type: summary.type as CallSummary["type"],
  phone: summary.phone,
  status: summary.status as CallSummary["status"],
  agentId: ifThere(summary.agentId, asAgentId),
  reason: summary.reason ?? null,
  recordUrl: summary.recordUrl ?? null,
});
