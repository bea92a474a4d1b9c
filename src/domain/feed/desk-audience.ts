import type { ChannelId } from "../../../machines/ids.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import { deskTopic, everyChannelTopic } from "./topics.ts";

/** One frame for desks, encoded only if a desk listens. */
export interface DeskFrame {
  /** The channel whose agents receive the frame, besides administrators; `null`: only administrators. */
  readonly channelId: ChannelId | null;
  encode(): string;
  /** Called when the frame's turn has come, if it may be older than a shown frame. */
  isNews?(): boolean;
}

/** The desks that listen now. */
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
