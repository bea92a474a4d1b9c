import { eachActor, readStored } from "../../actors/stored-actor.ts";
import type { ActorRow, Store } from "../../ports/store.ts";
import type { ChannelEntry } from "../directory.ts";
import { channelActor } from "./channel-actor.ts";

/** The row must be a channel's. */
export function toChannelEntry(row: ActorRow): ChannelEntry {
  const { state, context } = readStored(channelActor, row);
  return { settings: context.settings, status: state === "online" ? 1 : 0, isRemoved: state === "removed" };
}

/** Reads the stored channels, for callers that run before the directory is loaded. */
export async function storedChannels(store: Store): Promise<readonly ChannelEntry[]> {
  const entries: ChannelEntry[] = [];
  await eachActor(store, "channel", (row) => entries.push(toChannelEntry(row)));
  return entries.filter(({ isRemoved }) => !isRemoved);
}
