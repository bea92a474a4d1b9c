import type { JSX } from "preact";
import type { DeskChannel } from "../../../codec/desk/desk-surroundings.ts";
import { hueOf, huesApart } from "../../shared/ui/hue.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";

/** By a list of channels, because every row of a page asks for the same one. */
const known = new WeakMap<readonly DeskChannel[], ReadonlyMap<string, string>>();

/** Neighbours in a list with one colour for two channels would tell nothing. */
function hueOfChannel(channels: readonly DeskChannel[], id: string): string {
  const hues = known.get(channels) ?? huesApart(channels.map((channel) => channel.id).sort());
  known.set(channels, hues);
  return hues.get(id) ?? hueOf(id);
}

/** A channel's icon, in the channel's own hue. The channel's name stands beside it. */
export const ChannelMark = ({
  channel,
  id,
}: {
  readonly channel: DeskChannel | undefined;
  readonly id: string;
}): JSX.Element => (
  <span class={`channel-mark ${hueOfChannel(useDesk().surroundings.value.channels, id)}`}>
    <Icon name={channel?.kind === "widget" ? "site" : "chat"} isSmall />
  </span>
);
