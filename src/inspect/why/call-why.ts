import type { CallContext } from "../../../machines/call/call.types.ts";
import type { Around, Seen, Sentences, Words } from "./why.types.ts";
import { agentLink, chatLink, lasting, say, sinceAgo, sinceLasting } from "./words.ts";

export const callSentences: Sentences<"call"> = {
  start: ({ context }, around) => {
    const since = lasting(context.createdAtMs, around);
    const rings = context.rung === null ? say`somebody` : agentLink(context.rung.id, around);
    return context.callType === "incoming"
      ? say`The client of ${chatLink(context.chatId)} calls ${since}, and nobody is on the line yet.`
      : say`The gateway was asked to ring ${rings} for ${chatLink(context.chatId)}, and nobody is on the line ${since}.`;
  },
  agent_connected: (seen, around) =>
    say`${onTheLine(seen.context, around)} is on the line${sinceLasting(seen, around)}; the client of ${chatLink(seen.context.chatId)} is not yet.`,
  client_connected: (seen, around) =>
    say`The client of ${chatLink(seen.context.chatId)} is on the line${sinceLasting(seen, around)}; no agent is yet.`,
  connected: (seen, around) =>
    say`${onTheLine(seen.context, around)} and the client of ${chatLink(seen.context.chatId)} speak${sinceLasting(seen, around)}.`,
  end: (seen, around) =>
    say`Ended${sinceAgo(seen, around)}, says the gateway; ${kindOf(seen.context)} of ${chatLink(seen.context.chatId)}.`,
  error: (seen, around) =>
    say`Failed${sinceAgo(seen, around)}: ${reasonOf(seen)}; ${kindOf(seen.context)} of ${chatLink(seen.context.chatId)}.`,
};

function onTheLine({ connectedId, rung }: CallContext, around: Around): Words {
  const id = connectedId ?? rung?.id;
  return id === undefined ? say`An agent` : [agentLink(id, around)];
}

const kinds: { readonly [Type in CallContext["callType"]]: string } = {
  callback: "a callback",
  incoming: "a call",
  outgoing: "an outgoing call",
};
const kindOf = ({ callType }: CallContext): string => `it was ${kinds[callType]}`;

/** Quotes the gateway's words. The service's own words need no quotes. */
function reasonOf({ context: { reason }, steps }: Seen<"call">): string {
  const step = steps.at(-1);
  if (reason === null) return "nobody said why";
  if (reason === "Gateway lost") return "the gateway has reported nothing more for 4 h";
  return step?.event.type === "call.reported" ? `the gateway says “${reason}”` : `“${reason}”`;
}
