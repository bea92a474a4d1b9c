import type { ChannelId } from "../../../machines/ids.ts";
import type { AttemptFailure } from "../../../machines/tells.ts";
import type { Directory } from "../directory.ts";

/** Whether the channel has no receiver for messages of agents any more. Source: DEL-08. */
export const isChannelClosed = (directory: Directory, id: ChannelId): boolean =>
  directory.find(id)?.settings.enabled !== true;

/** The failure of a message to a disabled or removed channel, as the agent sees it. Source: DEL-08. */
export function channelClosed(directory: Directory, id: ChannelId): AttemptFailure {
  const why = directory.find(id) === undefined ? "does not exist any more" : "is disabled";
  const kind = "channel_closed";
  return { kind, code: kind, message: `The message was not delivered: channel ${id} ${why}.` };
}
