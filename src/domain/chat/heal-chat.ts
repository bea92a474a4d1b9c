import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { Healing } from "../../actors/actor-definition.ts";

/**
 * A chat counts its stored messages. A former defect could keep a chat's row from before its last messages, so the next message would have
 * overwritten one of them. For an undamaged chat the check costs one read.
 */
export const chatHealing: Healing<ChatContext> = {
  reads: ({ id, lastSeq }) => [{ table: "message", key: [Number(id), lastSeq + 1], isRun: true }],
  heal(context, rows) {
    let { lastSeq } = context;
    while (rows.read("message", [Number(context.id), lastSeq + 1]) !== undefined) lastSeq += 1;
    return lastSeq === context.lastSeq ? context : { ...context, lastSeq };
  },
};
