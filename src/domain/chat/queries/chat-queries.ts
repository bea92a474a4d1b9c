import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import { chatAddress } from "../../../../machines/tells.ts";
import { readStored } from "../../../actors/stored-actor.ts";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { toDeskChat } from "../../../codec/desk/desk.ts";
import type { Limits } from "../../../config/limits.ts";
import { undamagedLater } from "../../../core/rows/undamaged.ts";
import type { ActorRow, Store } from "../../../ports/store.ts";
import type { DeliveryView, StoredDelivery } from "../../delivery/delivery-queries.ts";
import { readDelivery } from "../../delivery/delivery-queries.ts";
import { chatActor } from "../chat-actor.ts";

/** A stored chat. */
export interface ChatView {
  readonly conversation: ConversationKey;
  /** Larger after each change. */
  readonly revision: number;
  readonly state: string;
  readonly context: ChatContext;
}
/** A message with its delivery; `null` for a message that is not delivered. */
export interface MessageView {
  readonly message: ChatMessage;
  readonly delivery: StoredDelivery | null;
}

type Reader = Pick<Store, "read">;

/** The row must be a chat's. */
function toChatView(row: ActorRow): ChatView {
  const { state, context } = readStored(chatActor, row);
  return { conversation: row.conversation, revision: row.revision, state: String(state), context };
}

export async function readChat(store: Reader, id: ChatId): Promise<ChatView | undefined> {
  const row = await store.read("actor", [chatAddress(id)]);
  return row === undefined ? undefined : toChatView(row);
}

/** How many messages for agents only are skipped in a chat that began before they were counted. */
const linesPassedMax = 100;

/** The last message of client, agent or bot; null without one, or when it is too far back. Reads few rows. */
async function readLastSaid(store: Reader, { id, lastSeq, visit }: ChatContext): Promise<ChatMessage | null> {
  const newest = lastSeq - visit.linesBehind;
  for (let seq = newest; seq > 0 && seq >= newest - linesPassedMax; seq -= 1) {
    const message = await store.read("message", [Number(id), seq]);
    if (message !== undefined && isSaid(message)) return message;
  }
  return null;
}

const isSaid = ({ content: { type }, isHidden }: ChatMessage): boolean =>
  type !== "invitation" && type !== "note" && type !== "event" && isHidden !== true;

/** A chat in its form for desks. */
export async function showChat(
  store: Reader,
  { context, state }: Pick<ChatView, "context" | "state">,
  { reopenWindowMs }: Pick<Limits, "reopenWindowMs">,
): Promise<DeskChat> {
  const [lastSaid = null, failure = null] = await Promise.all([
    undamagedLater(() => readLastSaid(store, context)),
    undamagedLater(() => readFailure(store, context)),
  ]);
  return toDeskChat(context, state, lastSaid, reopenWindowMs, failure);
}

/** The last failed delivery of the marked ones: only the delivery has the reason. */
async function readFailure(store: Reader, { visit }: ChatContext): Promise<DeliveryView | null> {
  const latest = visit.failed.at(-1);
  return latest === undefined ? null : ((await readDelivery(store, latest.deliveryId)) ?? null);
}

export async function readMessage(store: Reader, chatId: ChatId, seq: number): Promise<MessageView | undefined> {
  const message = await store.read("message", [Number(chatId), seq]);
  return message === undefined ? undefined : withDelivery(store, message);
}

export async function withDelivery(store: Reader, message: ChatMessage): Promise<MessageView> {
  const { deliveryId } = message;
  return { message, delivery: deliveryId === null ? null : ((await readDelivery(store, deliveryId)) ?? null) };
}
