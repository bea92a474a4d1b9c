import type { ChannelId, ChatId, DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress, isNoChat } from "../../../machines/tells.ts";
import type { DeliveryClient } from "../../codec/desk/desk-log.ts";
import { toDeliveryClient } from "../../codec/desk/desk-log.ts";
import { asChatId, asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { ReadRows, ScannedRows, StoredRows } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { DeliveryView } from "./delivery-actor.ts";
import { readDelivery } from "./delivery-actor.ts";

/** A delivery that may belong on a page, and the place after which the list continues. */
export interface Candidate {
  readonly id: DeliveryId;
  readonly place: string;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The place after all rows that were read; undefined without rows. */
  readonly lookedUpTo: string | undefined;
  readonly isEnd: boolean;
}

/** In which order a source finds deliveries, and how many rows it reads at once. */
export interface Look {
  readonly isOldestFirst: boolean;
  readonly rowsAtOnce: number;
}

/** Finds the next deliveries after a place; undefined: from the first. */
export type DeliverySource = (after: string | undefined) => Promise<Candidates>;

export const nothing: Candidates = { found: [], lookedUpTo: undefined, isEnd: true };

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

export interface DeliveriesAsked {
  readonly fits: (delivery: DeliveryView) => boolean;
  /** Where the page begins: a place of the source; undefined: at the first delivery. */
  readonly after: string | undefined;
  readonly rowsMax: number;
}

/** The number of searches for one page. If they find too few, the page is short, and its cursor continues. */
const roundsMax = 50;

/** The rows that one round reads, so that a filter without matches does not block the process. */
export const rowsAtOnceOf = (rowsMax: number): number => rowsMax * 2;

/** One page of a source's matching, durable deliveries, without damaged ones. */
export async function matchingDeliveries(
  rows: StoredRows,
  source: DeliverySource,
  { fits, after: start, rowsMax }: DeliveriesAsked,
): Promise<DeliveryPage> {
  const deliveries: DeliveryView[] = [];
  let after = start;
  for (let round = 0; round < roundsMax; round += 1) {
    const { found, lookedUpTo, isEnd } = await source(after);
    const views = await Promise.all(found.map(({ id }) => undamagedLater(() => readDelivery(rows, id))));
    for (const [index, { place }] of found.entries()) {
      const view = views[index];
      if (view === undefined || !fits(view)) continue;
      deliveries.push(view);
      if (deliveries.length === rowsMax) return { deliveries, next: place };
    }
    if (isEnd) return { deliveries, next: null };
    after = lookedUpTo;
  }
  return { deliveries, next: after ?? null };
}

/** A place among a chat's deliveries: the last message's seq and the last id of deliveries without a message. */
export const placeInChatForm = /^(?:0|[1-9][0-9]{0,14})\.[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Before every message and every delivery, in both orders. */
const newestStart = "999999999999999.7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
const oldestStart = "0.00000000000000000000000000";

/**
 * Deliveries of one chat, merged by their ids: those of its messages, events for the owner's server, and mails. A message goes to
 * the customer system, or to the bot as an event, or nowhere.
 */
export const deliveriesOfChat =
  (store: ScannedRows, chatId: ChatId, look: Look): DeliverySource =>
  async (after = look.isOldestFirst ? oldestStart : newestStart) => {
    const [seq = "", id = ""] = after.split(".");
    const [messages, others] = await Promise.all([
      messagesAfter(store, chatId, Number(seq), look),
      othersAfter(store, chatId, asDeliveryId(id), look),
    ]);
    return merge(messages, others, { seq: Number(seq), id }, look);
  };

interface MessageEntry {
  readonly seq: number;
  /** `null` for a message that is not delivered. */
  readonly id: DeliveryId | null;
}

async function messagesAfter(
  store: ScannedRows,
  chatId: ChatId,
  seq: number,
  { isOldestFirst, rowsAtOnce: limit }: Look,
): Promise<readonly MessageEntry[]> {
  const chatNumber = Number(chatId);
  const range = { prefix: [chatNumber], after: [chatNumber, seq], reverse: !isOldestFirst, limit } as const;
  const rows = await store.scan("message", range);
  return rows.map(({ row }) => ({ seq: row.seq, id: row.deliveryId ?? row.botDeliveryId ?? null }));
}

const others = deliveryAddress(asDeliveryId(""));
/** The first digit of an id is 7 at most. */
const behindOthers = deliveryAddress(asDeliveryId("8"));

async function othersAfter(
  store: ScannedRows,
  chatId: ChatId,
  id: DeliveryId,
  { isOldestFirst, rowsAtOnce: limit }: Look,
): Promise<readonly DeliveryId[]> {
  const chatNumber = Number(chatId);
  const rows = await store.scan("chatActor", {
    prefix: [chatNumber],
    after: [chatNumber, deliveryAddress(id)],
    until: [chatNumber, isOldestFirst ? behindOthers : others],
    reverse: !isOldestFirst,
    limit,
  });
  return rows.map(({ key }) => asDeliveryId(key[1].slice(others.length)));
}

/** Merges while the next entry is certain. It stops at the end of a full list, because that list's next entry may come first. */
function merge(
  messages: readonly MessageEntry[],
  ids: readonly DeliveryId[],
  { seq: startSeq, id: startId }: { readonly seq: number; readonly id: string },
  { isOldestFirst, rowsAtOnce }: Look,
): Candidates {
  const isFirst = (one: DeliveryId, other: DeliveryId): boolean => (isOldestFirst ? one < other : one > other);
  const found: Candidate[] = [];
  const [isMore, isMoreIds] = [messages.length === rowsAtOnce, ids.length === rowsAtOnce];
  let [seq, id, message, other] = [startSeq, startId, 0, 0];
  for (;;) {
    const nextMessage = messages[message];
    const nextId = ids[other];
    const isEnd = nextMessage === undefined && nextId === undefined && !isMore && !isMoreIds;
    if (isEnd || (nextMessage === undefined && isMore) || (nextId === undefined && isMoreIds))
      return { found, lookedUpTo: `${seq}.${id}`, isEnd };
    if (
      nextMessage !== undefined &&
      (nextMessage.id === null || nextId === undefined || isFirst(nextMessage.id, nextId))
    ) {
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

/** A place among a client's deliveries: the chat, and the place in it; `-` before all of them. */
export const placeOfClientForm = new RegExp(`^[1-9][0-9]{0,14}:(-|${placeInChatForm.source.slice(1, -1)})$`);

export interface ClientWanted {
  readonly clientNumber: number;
  readonly isSeen: (channelId: ChannelId) => boolean;
}

/** Deliveries of one client, chat by chat, the newest or the oldest chat first. Each call reads one chat of the client. */
export function deliveriesOfClient(
  store: ReadRows,
  { clientNumber, isSeen }: ClientWanted,
  look: Look,
): DeliverySource {
  const nextChat = async (after: number | null): Promise<ChatId | null> => {
    const [next] = await store.scan("clientChat", {
      prefix: [clientNumber],
      ...(after === null ? {} : { after: [clientNumber, after] }),
      reverse: !look.isOldestFirst,
      limit: 1,
    });
    if (next === undefined) return null;
    const [, chatNumber] = next.key;
    return asChatId(String(chatNumber));
  };
  return async (place): Promise<Candidates> => {
    const [chatText, inChat = "-"] = place?.split(":") ?? [];
    const chatId = chatText === undefined ? await nextChat(null) : asChatId(chatText);
    if (chatId === null) return nothing;
    const row = await store.read("clientChat", [clientNumber, Number(chatId)]);
    const isLookedAt = row !== undefined && isSeen(row.channelId);
    const ofChat = deliveriesOfChat(store, chatId, look);
    const part = isLookedAt ? await ofChat(inChat === "-" ? undefined : inChat) : nothing;
    const found = part.found.map((one) => ({ ...one, place: `${chatId}:${one.place}` }));
    if (!part.isEnd) return { found, lookedUpTo: `${chatId}:${part.lookedUpTo ?? "-"}`, isEnd: false };
    const next = await nextChat(Number(chatId));
    return { found, lookedUpTo: next === null ? undefined : `${next}:-`, isEnd: next === null };
  };
}

/** The minimum of rows that are read at once for each channel, however many channels there are. */
const rowsOfChannelMin = 2;

/** The range of ids of deliveries that began in a period: an id begins with its time. */
export interface IdRange {
  readonly oldest: string;
  /** The first id after the range. */
  readonly behindNewest: string;
}

/** Both ends of the period are included. */
export const idsOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): IdRange => ({
  oldest: firstUlidOf(fromMs),
  behindNewest: firstUlidOf(toMs + 1),
});

export interface DeliveriesWanted extends IdRange {
  readonly list: "all" | "failed" | "dead";
  readonly channelIds: readonly ChannelId[];
}

/** Deliveries of channels; a place is a delivery's id. */
export function deliveriesOfChannels(
  store: ScannedRows,
  { list, channelIds, oldest, behindNewest }: DeliveriesWanted,
  { isOldestFirst, rowsAtOnce }: Look,
): DeliverySource {
  const isFirst = (one: string, other: string): boolean => (isOldestFirst ? one < other : one > other);
  const [first, end] = isOldestFirst ? [oldest, behindNewest] : [behindNewest, oldest];
  const limit = Math.max(rowsOfChannelMin, Math.ceil(rowsAtOnce / Math.max(1, channelIds.length)));
  return async (after = first) => {
    const start = asDeliveryId(isFirst(after, first) ? first : after);
    const pages = await Promise.all(
      channelIds.map((channelId) =>
        store.scan("delivery", {
          prefix: [list, channelId],
          after: [list, channelId, start],
          until: [list, channelId, end],
          reverse: !isOldestFirst,
          limit,
        }),
      ),
    );
    const full = pages.filter((page) => page.length === limit);
    // After the last row of a full page there may be deliveries that come before those of other channels.
    const sureUpTo = full
      .map((page) => page.at(-1)?.key[2] ?? first)
      .reduce((left, right) => (isFirst(left, right) ? left : right), end);
    const ids = pages
      .flat()
      .map(({ key }) => key[2])
      .filter((id) => !isFirst(sureUpTo, id))
      .sort((left, right) => (isFirst(left, right) ? -1 : 1));
    return { found: ids.map((id) => ({ id, place: id })), lookedUpTo: ids.at(-1), isEnd: full.length === 0 };
  };
}

/** Ids of the next deliveries in a channel's list before the id `before`, newest first: an id begins with its time. */
export async function deliveryIdsBefore(
  store: ScannedRows,
  list: "all" | "failed",
  channelId: ChannelId,
  before: DeliveryId | undefined,
  limit: number,
): Promise<readonly DeliveryId[]> {
  const rows = await store.scan("delivery", {
    prefix: [list, channelId],
    ...(before !== undefined && { after: [list, channelId, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key }) => key[2]);
}

/** Finds the clients of chats, and reads each chat once. Null for a missing, damaged or deleted chat. */
export function createClientFinder(rows: StoredRows): (chatId: ChatId) => Promise<DeliveryClient | null> {
  const known = new Map<ChatId, Promise<DeliveryClient | null>>();
  return (chatId) => {
    const found = known.get(chatId) ?? readClient(rows, chatId);
    known.set(chatId, found);
    return found;
  };
}

async function readClient(rows: StoredRows, chatId: ChatId): Promise<DeliveryClient | null> {
  if (isNoChat(chatId)) return null;
  const chat = await undamagedLater(() => readChat(rows, chatId));
  return chat === undefined ? null : toDeliveryClient(chat.context.client);
}
