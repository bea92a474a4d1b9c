import type { JSX } from "preact";
import type { DeskChannel } from "../../../codec/desk/desk-surroundings.ts";
import { hueOf } from "../../shared/ui/hue.ts";
import { Icon } from "../../shared/ui/icon.tsx";

/** A channel's icon, in the channel's own hue. The channel's name stands beside it. */
export const ChannelMark = ({
  channel,
  id,
}: {
  readonly channel: DeskChannel | undefined;
  readonly id: string;
}): JSX.Element => (
  <span class={`channel-mark ${hueOf(id)}`}>
    <Icon name={channel?.kind === "widget" ? "site" : "chat"} isSmall />
  </span>
);
