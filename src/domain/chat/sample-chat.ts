import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { SampleLine } from "../../codec/a-customer/sample-chat.ts";
import { toSampleLine } from "../../codec/a-customer/sample-chat.ts";
import { clientConversation } from "../../core/ids.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { DurableRows, ScannedRows } from "../../ports/store.ts";
import { readDelivery } from "../delivery/delivery-actor.ts";

/** The chats that are searched for the last messages. */
const chatsMax = 3;

/**
 * The messages from and to a customer of the chat API: the last `linesMax` messages of its last chats, in order. Reads at
 * most that many messages, and their deliveries.
 */
export async function readSampleChat(
  store: DurableRows & ScannedRows,
  { channelId, customerId }: { readonly channelId: ChannelId; readonly customerId: string },
  linesMax: number,
): Promise<readonly SampleLine[]> {
  const key = [clientConversation(channelId, customerId)] as const;
  const client = (await undamagedLater(() => store.durable.read("client", key)))?.client;
  if (client === undefined) return [];
  const chats = await store.scan("clientChat", {
    prefix: [client.number],
    reverse: true,
    limit: chatsMax,
    onDamaged: () => null,
  });
  const newest: ChatMessage[] = [];
  for (const { key } of chats) {
    const limit = linesMax - newest.length;
    if (limit === 0) break;
    const page = await store.scan("message", { prefix: [key[1]], reverse: true, limit, onDamaged: () => null });
    newest.push(...page.map(({ row }) => row));
  }
  const lines = await Promise.all(newest.map((message) => undamagedLater(() => lineOf(store, message))));
  return lines.toReversed().flatMap((line) => line ?? []);
}

async function lineOf(store: DurableRows, message: ChatMessage): Promise<SampleLine | null> {
  const { from, content, deliveryId } = message;
  if (from === "client") return content.type === "invitation" ? null : toSampleLine(message, null);
  if (deliveryId === null) return null;
  const delivery = await readDelivery(store.durable, deliveryId);
  if (delivery?.state !== "delivered" || delivery.context.cargo.kind !== "message") return null;
  return toSampleLine(message, delivery.context.cargo.sender.name);
}
