import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey, ChannelId, ChatId } from "../../../../machines/ids.ts";
import { botAddress, chatAddress, deliveryAddress, webhooksAddress } from "../../../../machines/tells.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { rowPages, undamagedLater } from "../../../core/rows/damaged-rows.ts";
import type { ScannedRows, StoredRows } from "../../../ports/store.ts";
import { failedList } from "../chat-actor.ts";
import type { ChatView } from "./chat-queries.ts";
import { readChat } from "./chat-queries.ts";

/** An entry of a list of chats. */
export interface ListedChat {
  readonly chatNumber: number;
  readonly channelId: ChannelId;
}

/** The chats that a list contains. */
export interface ListedWanted {
  readonly states: readonly string[];
  /** Only chats with failed messages, in any state. */
  readonly hasFailed: boolean;
  /** Chats of the client with this number, in any state. */
  readonly clientNumber: number | undefined;
}

/** The newest `limit` chats of a list before the number `before`; fewer only when there are no more. */
export function findListed(
  store: ScannedRows,
  { states, hasFailed, clientNumber }: ListedWanted,
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  if (clientNumber !== undefined) return chatsOfClient(store, clientNumber, before, limit);
  return chatsInStates(store, hasFailed ? [failedList] : states, before, limit);
}

/** The newest `limit` chats of a client before the number `before`. */
export async function chatsOfClient(
  store: ScannedRows,
  clientNumber: number,
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  const rows = await store.scan("clientChat", {
    prefix: [clientNumber],
    ...(before === undefined ? {} : { after: [clientNumber, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key, row }) => ({ chatNumber: key[1], channelId: row.channelId }));
}

/** The newest `limit` chats in any of these states before the number `before`, each once. */
export async function chatsInStates(
  store: ScannedRows,
  states: readonly string[],
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  const scans = states.map((state) =>
    store.scan("chatState", {
      prefix: [state],
      ...(before === undefined ? {} : { after: [state, before] as const }),
      reverse: true,
      limit,
    }),
  );
  // A chat that changes its state between two scans can be found twice.
  const found = new Map((await Promise.all(scans)).flat().map(({ key, row }) => [key[1], row.channelId]));
  return [...found]
    .map(([chatNumber, channelId]) => ({ chatNumber, channelId }))
    .sort((left, right) => right.chatNumber - left.chatNumber)
    .slice(0, limit);
}

interface ChatActors {
  /** The chat itself first, then its bot conversation and its webhooks, then deliveries and calls, newest messages first. */
  readonly actors: readonly ActorKey[];
  /** Whether there are more actors. */
  readonly isCut: boolean;
}

const rowsAtOnce = 200;

/** Addresses of all actors of a chat. Some of the actors may not exist, or not any more. */
export async function findChatActors(store: ScannedRows, chatId: ChatId, max: number): Promise<ChatActors> {
  const chatNumber = Number(chatId);
  const actors = new Set<ActorKey>([chatAddress(chatId), botAddress(chatId), webhooksAddress(chatId)]);
  const pages = [othersOf(store, chatNumber), deliveriesOf(store, chatNumber)];
  for (const page of pages) {
    for await (const found of page) {
      for (const actor of found) {
        if (actors.size >= max) return { actors: [...actors], isCut: true };
        actors.add(actor);
      }
    }
  }
  return { actors: [...actors], isCut: false };
}

/** Deliveries of events and mails, and calls. */
async function* othersOf(store: ScannedRows, chatNumber: number): AsyncGenerator<readonly ActorKey[]> {
  for await (const rows of rowPages(store, "chatActor", { prefix: [chatNumber], reverse: true, limit: rowsAtOnce }))
    yield rows.map(({ key }) => key[1]);
}

/** Deliveries of messages to the customer system and to the bot. */
async function* deliveriesOf(store: ScannedRows, chatNumber: number): AsyncGenerator<readonly ActorKey[]> {
  for await (const rows of rowPages(store, "message", { prefix: [chatNumber], reverse: true, limit: rowsAtOnce }))
    yield rows.flatMap(({ row: { deliveryId, botDeliveryId } }) =>
      [deliveryId, botDeliveryId ?? null].flatMap((id) => (id === null ? [] : [deliveryAddress(id)])),
    );
}

/** Chats that may belong on a page, the newest first. */
export interface Candidates<Listed extends ListedChat> {
  readonly candidates: readonly Listed[];
  /** False while matching chats may be missing. */
  readonly isComplete: boolean;
}

interface WantedPage<Listed extends ListedChat> {
  /** Looks for the next `limit` chats before a number, newest first; fewer only when there are no more. */
  find(before: number | undefined, limit: number): Promise<Result<Candidates<Listed>>>;
  /** Whether a chat is worth reading. */
  isLookedAt(listed: Listed): boolean;
  isAsked(view: ChatView): boolean;
  /** Only chats with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
  /** The number of searches for candidates. If they find too few, the page is short and has a next page. */
  readonly roundsMax: number;
  /** Candidates of each round. */
  readonly rowsAtOnce: number;
}

interface FoundChat<Listed extends ListedChat> {
  readonly listed: Listed;
  readonly view: ChatView;
}

export interface ChatPage<Listed extends ListedChat> {
  readonly found: readonly FoundChat<Listed>[];
  /** Where the next page begins; null at the end. */
  readonly nextBefore: number | null;
  /** False while matching chats of the page may be missing. */
  readonly isComplete: boolean;
}

/** The number of chats that are read together. Other work runs after each group, so a large page does not block the process. */
const chatsAtOnce = 50;

/** One page of durable chats, newest first, without damaged ones. Fails as `find` does. */
export async function readChatPage<Listed extends ListedChat>(
  rows: StoredRows,
  wanted: WantedPage<Listed>,
): Promise<Result<ChatPage<Listed>>> {
  const found: FoundChat<Listed>[] = [];
  let { before } = wanted;
  let isComplete = true;
  let readInTurn = 0;
  for (let round = 0; round < wanted.roundsMax; round += 1) {
    const looked = await wanted.find(before, wanted.rowsAtOnce);
    if (!looked.ok) return looked;
    const { candidates } = looked.value;
    isComplete &&= looked.value.isComplete;
    const worthReading = candidates.filter((listed) => wanted.isLookedAt(listed));
    for (let from = 0; from < worthReading.length; from += chatsAtOnce) {
      const some = worthReading.slice(from, from + chatsAtOnce);
      if (readInTurn + some.length > chatsAtOnce) {
        await nextTurn();
        readInTurn = 0;
      }
      readInTurn += some.length;
      for (const one of await readListed(rows, some)) {
        if (!wanted.isAsked(one.view)) continue;
        found.push(one);
        if (found.length === wanted.rowsMax) return ok({ found, nextBefore: one.listed.chatNumber, isComplete });
      }
    }
    if (candidates.length < wanted.rowsAtOnce) return ok({ found, nextBefore: null, isComplete });
    before = candidates.at(-1)?.chatNumber ?? before;
  }
  return ok({ found, nextBefore: before ?? null, isComplete });
}

/** The existing, undamaged chats, in their order. */
async function readListed<Listed extends ListedChat>(
  rows: StoredRows,
  listed: readonly Listed[],
): Promise<readonly FoundChat<Listed>[]> {
  const found = await Promise.all(
    listed.map(async (one) => {
      const view = await undamagedLater(() => readChat(rows, asChatId(String(one.chatNumber))));
      return view === undefined ? [] : [{ listed: one, view }];
    }),
  );
  return found.flat();
}
