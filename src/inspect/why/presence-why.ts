import type { KeptStep } from "../../actors/history/history.ts";
import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import type { Around, Explanations, Seen } from "./why.types.ts";
import { agentLink, arrivalOf, listOf, say, sinceAgo, sinceLasting } from "./words.ts";

export const channelExplanations: Explanations<"channel"> = {
  disabled: (seen) => [say("channelDisabled", { since: sinceLasting(seen) })],
  offline: (seen, around) => [say("channelOffline", { since: sinceLasting(seen), reason: whyOffline(seen, around) })],
  online: (seen, around) => {
    const { settings, availableAgentIds } = seen.context;
    const there = settings.agentIds.filter((id) => availableAgentIds.includes(id));
    const names = listOf(there.map((id) => agentLink(id, around)));
    return [say("channelOnline", { since: sinceLasting(seen), names, n: there.length })];
  },
  removed: (seen) => [say("channelRemoved", { since: sinceAgo(seen) }), say("channelKept")],
};

function whyOffline({ context: { settings } }: Seen<"channel">, around: Around): WhyPhrase {
  const ids = settings.agentIds.slice(0, agentsMax);
  if (ids.length === 0) return say("noAgents");
  const unavailable = ids.filter((id) => around.find("agent", id)?.state === "unavailable");
  if (unavailable.length === 0) return say("noneConnected", { n: ids.length });
  const others = ids.length - unavailable.length;
  return say("setUnavailable", {
    names: listOf(unavailable.map((id) => agentLink(id, around))),
    n: unavailable.length,
    rest: others === 0 ? null : say("restNotConnected", { n: others }),
  });
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

export const agentExplanations: Explanations<"agent"> = {
  absent: (seen) => [say("agentAbsent", { since: sinceLasting(seen), reason: whyAbsent(arrivalOf(seen)) })],
  unavailable: (seen) => [say("agentUnavailable", { since: sinceLasting(seen), desks: desksOf(seen) })],
  available: (seen) => [
    say("agentAvailable", {
      since: sinceLasting(seen),
      desks: desksOf(seen),
      channels: say("channels", { n: seen.context.channelIds.length }),
    }),
  ],
  removed: (seen) => [say("agentWasRemoved", { since: sinceAgo(seen) }), say("agentKept")],
};

const desksOf = ({ context }: Seen<"agent">): WhyPhrase => say("desks", { n: context.socketIds.length });

function whyAbsent(step: KeptStep | undefined): WhyPhrase {
  switch (step?.event.type) {
    case "socket.closed":
      return say("lastDeskClosed");
    case "agent.logged-out":
      return say("lastSessionEnded");
    case "processes.lost":
      return say("processLost");
    default:
      return say("noDeskOpen");
  }
}
