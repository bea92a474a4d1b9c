import type { ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { EnteringPage, Entrance, VisitorPlace } from "./entering-visitors.ts";
import { EnteringVisitors } from "./entering-visitors.ts";
import { visitorTopic, widgetTopic } from "./topics.ts";

/** The pages that are there: those that listen, and those that enter. */
export interface VisitorAudience {
  /** Whether any visitor of the channel is there. */
  isAnyOf(channelId: ChannelId): boolean;
  /** Whether any page of the visitor is there. */
  isHeard(conversation: ConversationKey): boolean;
  /** `broadcast` stands for the broadcaster where not all pages of the visitor are to hear it. */
  publish(conversation: ConversationKey, frame: string, broadcast?: Broadcaster["publish"]): void;
  /** A page that enters; `hear` is to be called when its place in the order has come. */
  add(visitor: VisitorPlace, page: EnteringPage): Entrance & { hear(): void };
}

/** So many bytes are kept of each page that enters. */
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
