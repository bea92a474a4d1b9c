import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";

/** The props of a tab of a channel's page. */
export interface ChannelTabProps {
  readonly channel: ChannelAnswer;
}
