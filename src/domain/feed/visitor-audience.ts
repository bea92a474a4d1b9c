import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { EnteringPage, Entrance, VisitorPlace } from "./entering-visitors.ts";
import { EnteringVisitors } from "./entering-visitors.ts";
import { visitorTopic, widgetTopic } from "./topics.ts";

/** The connected pages: those that listen, and those that are still entering. */
export interface VisitorAudience {
  /** Whether any visitor of the channel is connected. */
  isAnyOf(channelId: ChannelId): boolean;
  /** Whether any page of the visitor is connected. */
  isHeard(conversation: ConversationKey): boolean;
  /** `broadcast` replaces the broadcaster if not all pages of the visitor may receive the frame. */
  publish(conversation: ConversationKey, frame: string, broadcast?: Broadcaster["publish"]): void;
  /** Adds an entering page. Call `hear` when its place in the order has come. */
  add(visitor: VisitorPlace, page: EnteringPage): Entrance & { hear(): void };
}

/** Keeps at most `keptBytesMax` for each entering page. */
export function createVisitorAudience(broadcaster: Broadcaster, keptBytesMax: number): VisitorAudience {
  const entering = new EnteringVisitors(keptBytesMax);
  return {
    isAnyOf: (channelId) => entering.isAnyOf(channelId) || broadcaster.hasSubscribers(widgetTopic(channelId)),
    isHeard: (conversation) => entering.isAny(conversation) || broadcaster.hasSubscribers(visitorTopic(conversation)),
    publish(conversation, frame, broadcast = broadcaster.publish) {
      entering.keep(conversation, frame);
      broadcast(visitorTopic(conversation), frame);
    },
    add: (visitor, page) => entering.add(visitor, page),
  };
}
