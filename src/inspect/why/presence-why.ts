import type { KeptStep } from "../../actors/history/history.ts";
import type { Around, Seen, Sentences, Words } from "./why.types.ts";
import { agentLink, arrivalOf, count, listOf, say, sinceAgo, sinceLasting } from "./words.ts";

export const channelSentences: Sentences<"channel"> = {
  disabled: (seen, around) => say`Disabled${sinceLasting(seen, around)}: its settings switch it off.`,
  offline: (seen, around) => say`Offline${sinceLasting(seen, around)}: ${whyOffline(seen, around)}.`,
  online: (seen, around) => {
    const { settings, availableAgentIds } = seen.context;
    const there = settings.agentIds.filter((id) => availableAgentIds.includes(id));
    const names = listOf(there.map((id) => agentLink(id, around)));
    return say`Online${sinceLasting(seen, around)}: ${names} ${there.length === 1 ? "is" : "are"} available.`;
  },
  removed: (seen, around) => say`Removed${sinceAgo(seen, around)}: its record stays for the chats it had.`,
};

function whyOffline({ context: { settings } }: Seen<"channel">, around: Around): Words {
  const ids = settings.agentIds.slice(0, agentsMax);
  if (ids.length === 0) return say`it has no agents`;
  const unavailable = ids.filter((id) => around.find("agent", id)?.state === "unavailable");
  if (unavailable.length === 0) return say`none of its ${count(ids.length, "agent")} is connected`;
  const names = listOf(unavailable.map((id) => agentLink(id, around)));
  const others = ids.length - unavailable.length;
  const absent = others === 0 ? "" : `, ${count(others, "other")} not connected`;
  return say`${names} switched to unavailable${absent}`;
}

/** Agents of a channel that are examined. */
const agentsMax = 500;

export const agentSentences: Sentences<"agent"> = {
  absent: (seen, around) => say`Absent${sinceLasting(seen, around)}: ${whyAbsent(arrivalOf(seen))}.`,
  unavailable: (seen, around) =>
    say`Unavailable${sinceLasting(seen, around)}: connected in ${desks(seen)}, but switched to unavailable.`,
  available: (seen, around) =>
    say`Available${sinceLasting(seen, around)}: connected in ${desks(seen)}, on ${count(seen.context.channelIds.length, "channel")}.`,
  removed: (seen, around) => say`Removed${sinceAgo(seen, around)}: the record stays for what was written.`,
};

const desks = ({ context }: Seen<"agent">): string => count(context.socketIds.length, "desk");

function whyAbsent(step: KeptStep | undefined): string {
  switch (step?.event.type) {
    case "socket.closed":
      return "the last desk was closed, or lost its connection";
    case "agent.logged-out":
      return "the last session was ended";
    case "processes.lost":
      return "the process that held the last desk is gone, and no desk has come back";
    default:
      return "no desk is open";
  }
}
