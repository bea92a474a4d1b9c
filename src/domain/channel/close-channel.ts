import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { deadlinePages } from "../../actors/deadlines/scheduler.ts";
import { actorKindOf, asChannelId, asDeliveryId } from "../../core/ids.ts";
import type { DeadlineRow } from "../../ports/store.ts";
import { readDelivery } from "../delivery/delivery-actor.ts";
import { channelClosed, isChannelClosed } from "../directory.ts";
import { newMessageId } from "../new-ids.ts";
import type { Runtime } from "../runtime.ts";

/** One page is one run of turns. Turns of other conversations run in between. */
const rowsAtOnce = 100;

/**
 * Fails all waiting messages of every disabled or removed channel. Resolves when
 * that is durable. A message that could not be read is logged, and fails when its next attempt is due. Call it after a
 * channel was closed, and at every start for the channels that the last process did not finish. Source: DEL-08.
 */
export async function failClosedChannels(parts: Runtime): Promise<void> {
  const sent = new Set<ChatId>();
  // A deadline may move from an unread page to one that was read: the next pass finds it.
  for (let sentBefore = -1; sentBefore < sent.size; ) {
    sentBefore = sent.size;
    await tellChats(sent, parts);
  }
}

/** Sends the event to every chat that has not received it yet. */
async function tellChats(sent: Set<ChatId>, parts: Runtime): Promise<void> {
  for await (const page of deadlinePages(parts.store, { limit: rowsAtOnce })) {
    const telling: Promise<void>[] = [];
    const rows = page.flatMap(({ row }) => row ?? []);
    const found = await Promise.all(rows.map((row) => readChatToTell(row, parts)));
    for (const [index, row] of rows.entries()) {
      const chatId = found[index] ?? null;
      if (chatId === null || sent.has(chatId)) continue;
      sent.add(chatId);
      telling.push(tellChat(chatId, row.conversation, parts));
    }
    await Promise.all(telling);
  }
}

/**
 * The chat of a delivery on a closed channel, found by the delivery's deadline. The first delivery of every waiting lane is
 * being attempted or waits to retry, so it has a deadline. No other trace of the waiting messages is needed.
 */
async function readChatToTell({ actor, conversation }: DeadlineRow, parts: Runtime): Promise<ChatId | null> {
  if (actorKindOf(actor) !== "delivery") return null;
  const [, channelId = ""] = conversation.split("/", 2);
  if (!isChannelClosed(parts.directory, asChannelId(channelId))) return null;
  try {
    const delivery = await readDelivery(parts.store, asDeliveryId(actor.slice("delivery/".length)));
    return delivery !== undefined && hasLaneInChat(delivery.context) ? delivery.context.chatId : null;
  } catch (error) {
    parts.defects.releaseFailed(`closing the lane of ${actor}`, error);
    return null;
  }
}

/** Events for the owner's server and mails are still sent, and may belong to no chat. */
const hasLaneInChat = ({ cargo }: DeliveryContext): boolean => cargo.kind === "message" || cargo.kind === "bot_event";

function tellChat(chatId: ChatId, conversation: ConversationKey, parts: Runtime): Promise<void> {
  const [, channelId = ""] = conversation.split("/", 2);
  const failure = channelClosed(parts.directory, asChannelId(channelId));
  return parts.post.untilDone({
    target: { kind: "actor", actor: chatAddress(chatId), conversation },
    event: { type: "channel.closed", nowMs: parts.clock.nowMs(), failure, lineId: newMessageId() },
    cause: `closed channel ${channelId}`,
  });
}
