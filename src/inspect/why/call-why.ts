import type { CallContext } from "../../../machines/call/call.machine.ts";
import { callLostMs } from "../../../machines/call/call.machine.ts";
import type { WhyPhrase, WhyValue } from "../../codec/inspect/why-phrase.types.ts";
import type { Around, Explanations, Seen } from "./why.types.ts";
import { agentLink, ago, chatLink, lasting, say, sinceAgo, sinceLasting, spanOf } from "./words.ts";

export const callExplanations: Explanations<"call"> = {
  start: ({ context }, around) => {
    const chat = chatLink(context.chatId);
    const begun =
      context.callType === "incoming"
        ? say("callIncoming", { chat, time: lasting(context.createdAtMs) })
        : say("callRinging", { agent: rungIn(context, around), chat, time: ago(context.createdAtMs) });
    return [begun, say("nobodyOnLine")];
  },
  agent_connected: (seen, around) => [
    say("agentOnLine", { agent: connectedIn(seen.context, around), since: sinceLasting(seen) }),
    say("clientNotOnLine", { chat: chatLink(seen.context.chatId) }),
  ],
  client_connected: (seen) => [
    say("clientOnLine", { chat: chatLink(seen.context.chatId), since: sinceLasting(seen) }),
    say("agentNotOnLine"),
  ],
  connected: (seen, around) => [
    say("callConnected", {
      agent: connectedIn(seen.context, around),
      chat: chatLink(seen.context.chatId),
      since: sinceLasting(seen),
    }),
  ],
  end: (seen) => [say("callEnded", { since: sinceAgo(seen) }), kindOf(seen.context)],
  error: (seen) => [say("callFailed", { since: sinceAgo(seen), reason: reasonOf(seen) }), kindOf(seen.context)],
};

const rungIn = ({ rung }: CallContext, around: Around): WhyValue =>
  rung === null ? say("anAgent") : agentLink(rung.id, around);

const connectedIn = (context: CallContext, around: Around): WhyValue =>
  context.connectedId === null ? rungIn(context, around) : agentLink(context.connectedId, around);

const kinds = { callback: "wasCallback", incoming: "wasIncoming", outgoing: "wasOutgoing" } as const;
const kindOf = ({ callType, chatId }: CallContext): WhyPhrase => say(kinds[callType], { chat: chatLink(chatId) });

/** Quotes the gateway's words. */
function reasonOf({ context: { reason }, steps }: Seen<"call">): WhyPhrase {
  if (reason === null) return say("noReason");
  if (reason === "Gateway lost") return say("gatewayLost", { span: spanOf(callLostMs) });
  const isReported = steps.at(-1)?.event.type === "call.reported";
  return say(isReported ? "gatewaySays" : "quoted", { text: reason });
}
