import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";

/** What a tab of a channel's page is drawn from. */
export interface ChannelTabProps {
  readonly channel: ChannelAnswer;
}
