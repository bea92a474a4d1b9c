import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import type { Directory } from "../../../domain/directory.ts";

/** Returns the channels for a search, null for all. A channel that the caller may not see is never searched. */
export function visibleChannels(
  directory: Directory,
  caller: AgentProfile,
  asked: string | undefined,
): readonly ChannelId[] | null {
  if (asked === undefined && caller.role === "admin") return null;
  return directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => (asked === undefined || id === asked) && directory.canSee(caller, id));
}
