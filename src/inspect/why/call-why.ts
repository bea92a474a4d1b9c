import type { CallContext } from "../../../machines/call/call.machine.ts";
import { callLostMs } from "../../../machines/call/call.machine.ts";
import type { Around, Explanations, Said, Seen, Words } from "./sentences.ts";
import { agentLink, ago, chatLink, lasting, say, sinceAgo, sinceLasting, spanOf } from "./sentences.ts";

export const callExplanations: Explanations<"call"> = {
  start: ({ context }, around) => {
    const chat = chatLink(context.chatId);
    const begun =
      context.callType === "incoming"
        ? say`The client of ${chat} has been calling ${lasting(context.createdAtMs)}.`
        : say`The gateway was asked ${ago(context.createdAtMs)} to ring ${rungIn(context, around)} for ${chat}.`;
    return [begun, say`Nobody is on the line yet.`];
  },
  agent_connected: (seen, around) => [
    say`${connectedIn(seen.context, around)} has been on the line${sinceLasting(seen)}.`,
    say`The client of ${chatLink(seen.context.chatId)} is not on the line yet.`,
  ],
  client_connected: (seen) => [
    say`The client of ${chatLink(seen.context.chatId)} has been on the line${sinceLasting(seen)}.`,
    say`No agent is on the line yet.`,
  ],
  connected: (seen, around) => [
    say`${connectedIn(seen.context, around)} has been talking to the client of ${chatLink(seen.context.chatId)}${sinceLasting(seen)}.`,
  ],
  end: (seen) => [say`Ended${sinceAgo(seen)}, as the gateway reported.`, kindOf(seen.context)],
  error: (seen) => [say`Failed${sinceAgo(seen)}: ${reasonOf(seen)}.`, kindOf(seen.context)],
};

const rungIn = ({ rung }: CallContext, around: Around): Said =>
  rung === null ? say`an agent` : agentLink(rung.id, around);

const connectedIn = (context: CallContext, around: Around): Said =>
  context.connectedId === null ? rungIn(context, around) : agentLink(context.connectedId, around);

const kindOf = ({ callType, chatId }: CallContext): Words => {
  const chat = chatLink(chatId);
  switch (callType) {
    case "callback":
      return say`It was a callback for ${chat}.`;
    case "incoming":
      return say`It was a call from the client of ${chat}.`;
    case "outgoing":
      return say`It was an outgoing call for ${chat}.`;
  }
};

/** Quotes the gateway's words. */
function reasonOf({ context: { reason }, steps }: Seen<"call">): Words {
  if (reason === null) return say`no reason is known`;
  if (reason === "Gateway lost") return say`the gateway has reported nothing for ${spanOf(callLostMs)}`;
  const isReported = steps.at(-1)?.event.type === "call.reported";
  return isReported ? say`the gateway says “${reason}”` : say`“${reason}”`;
}
