import { deliveryAddress } from "../../../../machines/addresses.ts";
import type { BotConversationContext } from "../../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { ActorKey, DeliveryId } from "../../../../machines/ids.ts";
import type { StoredActor, World } from "../world/world.ts";
import { assertRule } from "./violation.ts";

/** The front of a lane is in an attempt or waits for the next attempt. In both cases a deadline limits the time. Source: DEL-06, DEL-23. */
export function assertLanesGoOn({ stored }: World): void {
  for (const [key, row] of stored) {
    const front = frontOf(key, row);
    if (front === null) continue;
    const delivery = stored.get(deliveryAddress(front));
    const isInHand = delivery !== undefined && delivery.deadlines.length > 0;
    assertRule(
      "DEL-06",
      isInHand,
      `${front} is in front of the lane of ${key} and ${delivery?.state ?? "missing"}, and nothing will come of it`,
    );
  }
}

function frontOf(key: ActorKey, { context }: StoredActor): DeliveryId | null {
  if (key.startsWith("chat/")) return (context as ChatContext).lane.active;
  if (key.startsWith("bot/")) return (context as BotConversationContext).lane.active?.deliveryId ?? null;
  return null;
}
