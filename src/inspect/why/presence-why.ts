import type { KeptStep } from "../../actors/history/history.ts";
import type { Around, Explanations, Seen, Words } from "./sentences.ts";
import { agentLink, arrivalOf, counted, isAre, listOf, say, sinceAgo, sinceLasting } from "./sentences.ts";

export const channelExplanations: Explanations<"channel"> = {
  disabled: (seen) => [say`Disabled${sinceLasting(seen)} by the settings of the channel.`],
  offline: (seen, around) => [say`Offline${sinceLasting(seen)}: ${whyOffline(seen, around)}.`],
  online: (seen, around) => {
    const { settings, availableAgentIds } = seen.context;
    const there = settings.agentIds.filter((id) => availableAgentIds.includes(id));
    const names = listOf(there.map((id) => agentLink(id, around)));
    return [say`Online${sinceLasting(seen)}: ${names} ${isAre(there)} available.`];
  },
  removed: (seen) => [say`Removed${sinceAgo(seen)}.`, say`The record is kept for the chats of the channel.`],
};

function whyOffline({ context: { settings } }: Seen<"channel">, around: Around): Words {
  const ids = settings.agentIds.slice(0, agentsMax);
  if (ids.length === 0) return say`the channel has no agents`;
  const unavailable = ids.filter((id) => around.find("agent", id)?.state === "unavailable");
  if (unavailable.length === 0)
    return ids.length === 1 ? say`its only agent is not connected` : say`none of its ${ids.length} agents is connected`;
  const others = ids.length - unavailable.length;
  const rest =
    others === 0 ? null : say`, and ${others} other ${others === 1 ? "agent is" : "agents are"} not connected`;
  return say`${listOf(unavailable.map((id) => agentLink(id, around)))} ${isAre(unavailable)} set to unavailable${rest}`;
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

export const agentExplanations: Explanations<"agent"> = {
  absent: (seen) => [say`Absent${sinceLasting(seen)}: ${whyAbsent(arrivalOf(seen))}.`],
  unavailable: (seen) => [
    say`Unavailable${sinceLasting(seen)}: connected in ${desksOf(seen)}, but set to unavailable.`,
  ],
  available: (seen) => [
    say`Available${sinceLasting(seen)}: connected in ${desksOf(seen)}, on ${counted(seen.context.channelIds.length, "channel")}.`,
  ],
  removed: (seen) => [say`Removed${sinceAgo(seen)}.`, say`The record is kept for the messages of the agent.`],
};

const desksOf = ({ context }: Seen<"agent">): Words => counted(context.socketIds.length, "desk");

function whyAbsent(step: KeptStep | undefined): Words {
  switch (step?.event.type) {
    case "socket.closed":
      return say`the last desk was closed, or it lost its connection`;
    case "agent.logged-out":
      return say`the last session ended`;
    case "processes.lost":
      return say`the process of the last desk stopped, and no desk has connected again`;
    default:
      return say`no desk is open`;
  }
}
