import { isDeepStrictEqual } from "node:util";
import type { ActorKey } from "../../machines/ids.ts";
import { readStored } from "../actors/stored-actor.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { ActorRow } from "../ports/store.ts";
import { agentActor } from "./agent/agent-actor.ts";
import { toChannelEntry } from "./channel/channel-actor.ts";
import type { AgentEntry, Directory } from "./directory.ts";

/** Keeps the directory up to date with changes of other processes. The turns of this process update it themselves. */
export function keepDirectoryFresh(freshRows: FreshRows, directory: Directory): void {
  keepActors(freshRows, "channel", (row) => {
    const entry = toChannelEntry(row);
    const { id } = entry.settings;
    // Listeners are not notified of an unchanged entry.
    if (isDeepStrictEqual(directory.findEver(id), entry)) directory.noteRevision(id, row.revision);
    else directory.keepChannel(entry, row.revision);
  });
  keepActors(freshRows, "agent", (row) => {
    const entry = toAgentEntry(row);
    const { id } = entry.profile;
    if (isDeepStrictEqual(directory.agentEver(id), entry)) directory.noteRevision(id, row.revision);
    else directory.keepAgent(entry, row.revision);
  });
}

/** The row must be an agent's. */
export function toAgentEntry(row: ActorRow): AgentEntry {
  const { state, context } = readStored(agentActor, row);
  return { profile: context.profile, isAvailable: state === "available", isRemoved: state === "removed" };
}

/** Rows of channels and agents are never deleted. `/` sorts right before `0`. */
function keepActors(freshRows: FreshRows, kind: string, keep: (row: ActorRow) => void): void {
  freshRows.keep("actor", {
    range: { after: [`${kind}/` as ActorKey], until: [`${kind}0`] },
    isKept: ([actor]) => actor.startsWith(`${kind}/`),
    take(_, row) {
      if (row !== undefined) keep(row);
    },
    takeAll(rows) {
      for (const { row } of rows) if (row !== null) keep(row);
    },
  });
}
