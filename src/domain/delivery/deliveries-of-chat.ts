import type { ChatId, DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import { asDeliveryId } from "../../core/ids.ts";
import type { Store } from "../../ports/store.ts";
import type { Candidate, Candidates, DeliverySource } from "./delivery-source.ts";

/** A place among a chat's deliveries: the last message's seq and the last id of deliveries without a message. */
export const placeInChatForm = /^[1-9][0-9]{0,14}\.[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Before every message and every delivery. */
const start = "999999999999999.7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

/**
 * Deliveries of one chat, merged by their ids: those of its messages, events for the owner's server, and mails. A message goes to
 * the customer system, or to the bot as an event, or nowhere.
 */
export const deliveriesOfChat =
  (store: Pick<Store, "scan">, chatId: ChatId, rowsAtOnce: number): DeliverySource =>
  async (before = start) => {
    const [seq = "", id = ""] = before.split(".");
    const [messages, others] = await Promise.all([
      messagesBefore(store, chatId, Number(seq), rowsAtOnce),
      othersBefore(store, chatId, asDeliveryId(id), rowsAtOnce),
    ]);
    return merge(messages, others, { seq: Number(seq), id }, rowsAtOnce);
  };

interface MessageEntry {
  readonly seq: number;
  /** `null` for a message that is not delivered. */
  readonly id: DeliveryId | null;
}

async function messagesBefore(
  store: Pick<Store, "scan">,
  chatId: ChatId,
  seq: number,
  limit: number,
): Promise<readonly MessageEntry[]> {
  const chatNumber = Number(chatId);
  const rows = await store.scan("message", { prefix: [chatNumber], after: [chatNumber, seq], reverse: true, limit });
  return rows.map(({ row }) => ({ seq: row.seq, id: row.deliveryId ?? row.botDeliveryId ?? null }));
}

const others = deliveryAddress(asDeliveryId(""));

async function othersBefore(
  store: Pick<Store, "scan">,
  chatId: ChatId,
  id: DeliveryId,
  limit: number,
): Promise<readonly DeliveryId[]> {
  const chatNumber = Number(chatId);
  const rows = await store.scan("chatActor", {
    prefix: [chatNumber],
    after: [chatNumber, deliveryAddress(id)],
    until: [chatNumber, others],
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => asDeliveryId(key[1].slice(others.length)));
}

/** Merges while the next entry is certain. It stops at the end of a full list, because that list's next entry may be newer. */
function merge(
  messages: readonly MessageEntry[],
  ids: readonly DeliveryId[],
  { seq: startSeq, id: startId }: { readonly seq: number; readonly id: string },
  rowsAtOnce: number,
): Candidates {
  const found: Candidate[] = [];
  const [isMore, isMoreIds] = [messages.length === rowsAtOnce, ids.length === rowsAtOnce];
  let [seq, id, message, other] = [startSeq, startId, 0, 0];
  for (;;) {
    const nextMessage = messages[message];
    const nextId = ids[other];
    const isEnd = nextMessage === undefined && nextId === undefined && !isMore && !isMoreIds;
    if (isEnd || (nextMessage === undefined && isMore) || (nextId === undefined && isMoreIds))
      return { found, lookedUpTo: `${seq}.${id}`, isEnd };
    if (nextMessage !== undefined && (nextMessage.id === null || nextId === undefined || nextMessage.id > nextId)) {
      message += 1;
      seq = nextMessage.seq;
      if (nextMessage.id !== null) found.push({ id: nextMessage.id, place: `${seq}.${id}` });
    } else if (nextId !== undefined) {
      other += 1;
      id = nextId;
      found.push({ id: nextId, place: `${seq}.${id}` });
    }
  }
}
