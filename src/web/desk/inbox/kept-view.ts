import type { Desk } from "../data/desk.ts";
import { go, placeOf } from "../shell/route.ts";
import type { ViewId, WaitOrder } from "./views.ts";
import { viewOf } from "./views.ts";

/** The last view of this agent, also from another tab or day. */
export const readKeptView = ({ kept }: Desk): ViewId => viewOf(kept.of("inbox.view").peek() ?? undefined).id;

/** An address without a view means the last view. A view in the address is stored as the last one. */
export function followAddress(desk: Desk, name: string | undefined): void {
  if (name === undefined) go(placeOf(["inbox", readKeptView(desk)]), true);
  else desk.kept.set("inbox.view", viewOf(name).id);
}

export const keepChannel = ({ kept }: Desk, channelId: string | null): void => kept.set("inbox.channel", channelId);

/** The order of waiting chats, for this agent in this browser. */
export const waitOrderOf = ({ kept }: Desk): WaitOrder =>
  kept.of("inbox.order").value === "newest" ? "newest" : "longest";

export const turnWaitOrder = (desk: Desk): void =>
  desk.kept.set("inbox.order", waitOrderOf(desk) === "longest" ? "newest" : null);
