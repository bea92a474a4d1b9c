import type { ChatContext } from "../../../../machines/chat/chat.types.ts";
import type { ChatMessage, MessageQuote } from "../../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../../machines/ids.ts";
import { chatAddress } from "../../../../machines/tells.ts";
import { readStored } from "../../../actors/stored-actor.ts";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { toDeskChat, toQuote } from "../../../codec/desk/desk.ts";
import type { Limits } from "../../../config/limits.ts";
import { createLastUsed } from "../../../core/bounds/last-used.ts";
import { scanKeys, undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { ActorRow, DurableRows, ScannedRows, StoredRows } from "../../../ports/store.ts";
import type { DeliveryView, StoredDelivery } from "../../delivery/delivery-actor.ts";
import { readDelivery } from "../../delivery/delivery-actor.ts";
import { chatActor, textlessState } from "../chat-actor.ts";

/** A stored chat. */
export interface ChatView {
  readonly conversation: ConversationKey;
  /** Larger after each change. */
  readonly revision: number;
  readonly state: string;
  readonly context: ChatContext;
}
/** A message with its delivery; `null` for a message that is not delivered. */
interface MessageView {
  readonly message: ChatMessage;
  readonly delivery: StoredDelivery | null;
}

type Reader = StoredRows;

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
  { reopenWindowMs }: Limits,
): Promise<DeskChat> {
  const [lastSaid = null, failure = null] = await Promise.all([
    undamagedLater(() => readLastSaid(store, context)),
    undamagedLater(() => readFailure(store, context)),
  ]);
  const chat = toDeskChat(context, state, lastSaid, reopenWindowMs, failure);
  // The mark in the chat's context outlives the texts of its notes.
  if (chat.hasNote === undefined || !(await isTextless(store, { context, state }))) return chat;
  const { hasNote: _, ...shown } = chat;
  return shown;
}

/** Whether the texts of the chat were deleted for their age. */
export const isTextless = async (
  store: Reader,
  { context: { id }, state }: Pick<ChatView, "context" | "state">,
): Promise<boolean> =>
  state === "closed" &&
  (await undamagedLater(() => store.read("chatState", [textlessState, Number(id)]))) !== undefined;

/** The last failed delivery of the marked ones: only the delivery has the reason. */
async function readFailure(store: Reader, { visit }: ChatContext): Promise<DeliveryView | null> {
  const latest = visit.failed.at(-1);
  return latest === undefined ? null : ((await readDelivery(store, latest.deliveryId)) ?? null);
}

export async function readMessage(store: Reader, chatId: ChatId, seq: number): Promise<MessageView | undefined> {
  const message = await store.read("message", [Number(chatId), seq]);
  return message === undefined ? undefined : withDelivery(store, message);
}

/** Only a message that the client can see may be quoted; otherwise null. Source: WJ-55. */
export const readQuote = async (store: Reader, chatId: ChatId, seq: number): Promise<MessageQuote | null> =>
  toQuote(await store.read("message", [Number(chatId), seq]));

export async function withDelivery(store: Reader, message: ChatMessage): Promise<MessageView> {
  const { deliveryId } = message;
  return { message, delivery: deliveryId === null ? null : ((await readDelivery(store, deliveryId)) ?? null) };
}

/** Where a page of a chat's messages begins: directly after the message with this seq, or directly before it with `reverse`. */
export interface MessagePlace {
  readonly seq: number;
  readonly reverse: boolean;
}

/** A page of a chat's messages, in order for both directions, each with its delivery. */
export async function readMessagePage(
  store: DurableRows & ScannedRows,
  chatId: ChatId,
  { seq, reverse }: MessagePlace,
  limit: number,
): Promise<readonly MessageView[]> {
  const chatNumber = Number(chatId);
  const rows = await store.scan("message", { prefix: [chatNumber], after: [chatNumber, seq], reverse, limit });
  const views = await Promise.all(rows.map(({ row }) => withDelivery(store.durable, row)));
  return reverse ? views.toReversed() : views;
}

interface StoredMessage {
  readonly seq: number;
  /** `null` for a damaged message. */
  readonly message: ChatMessage | null;
}

/** The next messages of a chat after `afterSeq`, oldest first. */
export async function messagesBehind(
  store: ScannedRows,
  chatNumber: number,
  afterSeq: number,
  limit: number,
): Promise<readonly StoredMessage[]> {
  const rows = await scanKeys(store, "message", { prefix: [chatNumber], after: [chatNumber, afterSeq], limit });
  return rows.map(({ key, row }) => ({ seq: key[1], message: row }));
}

/** The fields of a chat that never change: enough to check who may see the chat, and to send it an event. */
export interface ChatPlace {
  readonly conversation: ConversationKey;
  readonly context: Pick<ChatContext, "id" | "channelId">;
}

/** Finds a chat's place. The last `placesMax` places are cached; a deleted chat may still be found. */
export function createChatPlaces(store: StoredRows, placesMax: number): (id: ChatId) => Promise<ChatPlace | undefined> {
  const known = createLastUsed<ChatId, ChatPlace>(placesMax);
  return async (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const chat = await readChat(store, id);
    if (chat === undefined) return undefined;
    const { conversation, context } = chat;
    const place = { conversation, context: { id: context.id, channelId: context.channelId } };
    known.set(id, place);
    return place;
  };
}
