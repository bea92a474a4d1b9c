import { chatAddress } from "../../../machines/addresses.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { ChatId, ConversationKey } from "../../../machines/ids.ts";
import { readStored } from "../../actors/cells/stored-actor.ts";
import type { DeskChat } from "../../codec/desk/desk.ts";
import { toDeskChat } from "../../codec/desk/desk.ts";
import type { Limits } from "../../config/limits.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Store } from "../../ports/store.ts";
import type { DeliveryView } from "../delivery/delivery-queries.ts";
import { readDelivery } from "../delivery/delivery-queries.ts";
import { chatActor } from "./chat-actor.ts";

/** A chat as it is stored. */
export interface ChatView {
  readonly conversation: ConversationKey;
  readonly state: string;
  readonly context: ChatContext;
}
/** A message with what became of its delivery; `null` for one that is not delivered anywhere. */
export interface MessageView {
  readonly message: ChatMessage;
  readonly delivery: DeliveryView | null;
}

export function readChat(store: Pick<Store, "read">, id: ChatId): ChatView | undefined {
  const row = store.read("actor", [chatAddress(id)]);
  if (row === undefined) return undefined;
  const { state, context } = readStored(chatActor, row);
  return { conversation: row.conversation, state: String(state), context };
}

/** In a chat that began before lines for the agents alone were counted, how many of them are looked past. */
const linesPassedMax = 100;

/** What client, agent or bot said last; null while nothing was, or when it stands too far back to be looked for. Reads little. */
function readLastSaid(store: Pick<Store, "read">, { id, lastSeq, visit }: ChatContext): ChatMessage | null {
  const newest = lastSeq - visit.linesBehind;
  for (let seq = newest; seq > 0 && seq >= newest - linesPassedMax; seq -= 1) {
    const message = store.read("message", [Number(id), seq]);
    if (message !== undefined && isSaid(message)) return message;
  }
  return null;
}

const isSaid = ({ content: { type }, isHidden }: ChatMessage): boolean =>
  type !== "invitation" && type !== "note" && type !== "event" && isHidden !== true;

/** A chat as desks are shown it. */
export const showChat = (
  store: Pick<Store, "read">,
  { context, state }: Omit<ChatView, "conversation">,
  { reopenWindowMs }: Pick<Limits, "reopenWindowMs">,
): DeskChat =>
  toDeskChat(
    context,
    state,
    undamaged(() => readLastSaid(store, context)) ?? null,
    reopenWindowMs,
    undamaged(() => readFailure(store, context)) ?? null,
  );

/** The delivery that failed last, of those that are marked: it alone knows why. */
function readFailure(store: Pick<Store, "read">, { visit }: ChatContext): DeliveryView | null {
  const latest = visit.failed.at(-1);
  return latest === undefined ? null : (readDelivery(store, latest.deliveryId) ?? null);
}

export function readMessage(store: Pick<Store, "read">, chatId: ChatId, seq: number): MessageView | undefined {
  const message = store.read("message", [Number(chatId), seq]);
  return message === undefined ? undefined : withDelivery(store, message);
}

export function withDelivery(store: Pick<Store, "read">, message: ChatMessage): MessageView {
  const delivery = message.deliveryId === null ? null : (readDelivery(store, message.deliveryId) ?? null);
  return { message, delivery };
}
