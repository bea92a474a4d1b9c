import type { ChannelId } from "../../../machines/ids.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import { deskTopic, everyChannelTopic } from "./topics.ts";

/** One frame for desks, encoded when somebody hears it. */
export interface DeskFrame {
  /** Whose desks hear it, beside those of administrators; `null` for administrators alone. */
  readonly channelId: ChannelId | null;
  encode(): string;
  /** Asked when its turn has come, where it may be older than what was shown. */
  isNews?(): boolean;
}

/** The desks that listen in this moment. */
export interface DeskAudience {
  hears(channelId: ChannelId | null): boolean;
  publish(frame: DeskFrame): void;
}

export function createDeskAudience(broadcaster: Broadcaster): DeskAudience {
  const topicsHeard = (channelId: ChannelId | null): readonly string[] => {
    const topics = channelId === null ? [everyChannelTopic] : [deskTopic(channelId), everyChannelTopic];
    return topics.filter((topic) => broadcaster.hasSubscribers(topic));
  };
  return {
    hears: (channelId) => topicsHeard(channelId).length > 0,
    publish({ channelId, encode, isNews }) {
      const topics = topicsHeard(channelId);
      if (topics.length === 0 || isNews?.() === false) return;
      const text = encode();
      for (const topic of topics) broadcaster.publish(topic, text);
    },
  };
}
