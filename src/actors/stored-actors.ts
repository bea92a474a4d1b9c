import type { ChannelContext } from "../../machines/channel/channel.types.ts";
import { asActorKey } from "../core/ids.ts";
import type { ActorRow, Store } from "../ports/store.ts";
import type { ChannelEntry } from "../domain/directory.ts";
import { readStoredActor } from "./migrations.ts";

const rowsAtOnce = 1_000;

/** Visits the stored actors of one kind; `/` sorts right before `0`. */
export async function eachActor(
  store: Store,
  kind: "channel" | "agent",
  visit: (row: ActorRow) => void,
): Promise<void> {
  for (let after = asActorKey(`${kind}/`); ; ) {
    const page = await store.scan("actor", { after: [after], until: [`${kind}0`], limit: rowsAtOnce });
    for (const { row } of page) visit(row);
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return;
    after = last.row.actor;
  }
}

/** The row must be a channel's. */
export function toChannelEntry(row: ActorRow): ChannelEntry {
  const { state, context } = readStoredActor(row, "channel");
  // The row is a channel's, so that its context is.
  const { settings } = context as ChannelContext;
  return { settings, status: state === "online" ? 1 : 0, isRemoved: state === "removed" };
}

/** Channels that are there, as stored; for whoever looks before anything is taken up. */
export async function storedChannels(store: Store): Promise<readonly ChannelEntry[]> {
  const entries: ChannelEntry[] = [];
  await eachActor(store, "channel", (row) => entries.push(toChannelEntry(row)));
  return entries.filter(({ isRemoved }) => !isRemoved);
}
