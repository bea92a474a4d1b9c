import type { ActorKey, ChannelId, ChatId, DeliveryId } from "../../machines/ids.ts";
import {
  agentAddress,
  botAddress,
  channelAddress,
  chatAddress,
  deliveryAddress,
  webhooksAddress,
} from "../../machines/tells.ts";
import { actorsOfKind } from "../actors/stored-actor.ts";
import { asChatId, asDeliveryId } from "../core/ids.ts";
import type { Result } from "../core/result.ts";
import { chatsInStates, chatsOfClient, findChatActors } from "../domain/chat/queries/listed-chats.ts";
import { deliveryIdsBefore } from "../domain/delivery/delivery-pages.ts";
import type { Directory } from "../domain/directory.ts";
import type { Store } from "../ports/store.ts";

/** An actor that may belong in a list, and the position after which the list continues. */
export interface Candidate {
  readonly actor: ActorKey;
  readonly place: string;
}
/** The source cannot continue now. The next request continues from this position, or from the beginning when it is empty. */
export interface Later {
  readonly later: string;
}
/** Yields the candidates after a position, page by page. */
export type Source = (place: string | undefined) => AsyncGenerator<readonly Candidate[] | Later>;

const rowsAtOnce = 100;
/** The minimal number of rows from each channel at once, however many channels there are. */
const rowsOfChannelMin = 2;
/** Actors of one chat that are examined. */
const actorsOfChatMax = 200;

/** Chats by number, the newest first, optionally of one channel. */
export function chatNumbers(
  store: Store,
  states: readonly string[],
  channelId: string | undefined,
  actorsOf: (chatId: ChatId) => readonly ActorKey[] = (id) => [chatAddress(id)],
): Source {
  return async function* pages(place) {
    for (let before = place === undefined ? undefined : Number(place); ; ) {
      const page = await chatsInStates(store, states, before, rowsAtOnce);
      const asked = page.filter((chat) => isAsked(channelId, chat.channelId));
      yield asked.flatMap(({ chatNumber }) => toCandidates(chatNumber, actorsOf(asChatId(String(chatNumber)))));
      before = page.at(-1)?.chatNumber;
      if (before === undefined || page.length < rowsAtOnce) return;
    }
  };
}

const isAsked = (asked: string | undefined, channelId: ChannelId): boolean =>
  asked === undefined || asked === channelId;
const toCandidates = (chatNumber: number, actors: readonly ActorKey[]): readonly Candidate[] =>
  actors.map((actor) => ({ actor, place: String(chatNumber) }));

export const botOf = (id: ChatId): readonly ActorKey[] => [botAddress(id)];
export const webhooksOf = (id: ChatId): readonly ActorKey[] => [webhooksAddress(id)];

/** Chats of clients by visitor number, the newest first. It includes their other actors, unless only chats are requested. */
export function chatsOfClients(store: Store, clientNumbers: readonly number[], hasOthers: boolean): Source {
  return async function* pages(place) {
    for (let before = place === undefined ? undefined : Number(place); ; ) {
      const pages = clientNumbers.map((number) => chatsOfClient(store, number, before, rowsAtOnce));
      const found = (await Promise.all(pages)).flat();
      const numbers = found
        .map(({ chatNumber }) => chatNumber)
        .sort((one, other) => other - one)
        .slice(0, rowsAtOnce);
      if (!hasOthers) yield numbers.flatMap((number) => toCandidates(number, [chatAddress(asChatId(String(number)))]));
      else for (const number of numbers) yield await actorsOf(store, number);
      before = numbers.at(-1);
      if (before === undefined || found.length < rowsAtOnce) return;
    }
  };
}

async function actorsOf(store: Store, number: number): Promise<readonly Candidate[]> {
  return toCandidates(number, (await findChatActors(store, asChatId(String(number)), actorsOfChatMax)).actors);
}

/** Deliveries, the newest first, because an id begins with its time. */
export function deliveries(
  store: Store,
  directory: Directory,
  list: "all" | "failed",
  channelId: string | undefined,
): Source {
  const channelIds = directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => isAsked(channelId, id));
  const limit = Math.max(rowsOfChannelMin, Math.ceil(rowsAtOnce / Math.max(1, channelIds.length)));
  return async function* pages(place) {
    for (let before = place === undefined ? undefined : asDeliveryId(place); ; ) {
      const pages = channelIds.map((channel) => deliveryIdsBefore(store, list, channel, before, limit));
      const ids = sureIds(await Promise.all(pages), limit);
      yield ids.map((id) => ({ actor: deliveryAddress(id), place: id }));
      before = ids.at(-1);
      if (before === undefined) return;
    }
  };
}

/** A full page can be followed by newer rows than those of other pages. Such rows wait for the next page. */
function sureIds(pages: readonly (readonly DeliveryId[])[], limit: number): readonly DeliveryId[] {
  const lastOfFull = pages.filter((page) => page.length === limit).map((page) => page.at(-1) ?? "");
  const oldestSure = lastOfFull.reduce((one, other) => (one > other ? one : other), "");
  return pages
    .flat()
    .filter((id) => id >= oldestSure)
    .sort((one, other) => (one > other ? -1 : 1));
}

/** Stored actors of one kind by address, in descending order. Used for kinds without a list. */
export function storedActors(store: Store, kind: string): Source {
  return async function* pages(place) {
    for (let after = place; ; ) {
      const page = await actorsOfKind(store, kind, after, rowsAtOnce);
      yield page.map((actor) => ({ actor, place: actor.slice(kind.length + 1) }));
      after = page.at(-1)?.slice(kind.length + 1);
      if (after === undefined || page.length < rowsAtOnce) return;
    }
  };
}

/** Channels by id, with removed ones. */
export function channels(directory: Directory, channelId: string | undefined): Source {
  return async function* pages(place = "") {
    const ids = directory
      .channelsEver()
      .map(({ settings }) => settings.id)
      .filter((id) => isAsked(channelId, id));
    yield ids
      .sort()
      .filter((id) => id > place)
      .map((id) => ({ actor: channelAddress(id), place: id }));
  };
}

/** Agents by id. */
export function agents(directory: Directory): Source {
  return async function* pages(place = "0") {
    const ids = directory
      .agents()
      .map(({ profile }) => profile.id)
      .filter((id) => id > Number(place));
    yield ids.sort((one, other) => one - other).map((id) => ({ actor: agentAddress(id), place: String(id) }));
  };
}

/** The position from which a search in closed chats continues. */
interface ClosedPlace {
  readonly closedAtMs: number;
  readonly chatNumber: number;
}

/** Returns a page of the closed chats with these words, the last closed first. With `channelIds` null, the channel does not matter. */
export type SearchClosedChats = (query: {
  readonly text: string;
  readonly channelIds: readonly string[] | null;
  readonly after: ClosedPlace | null;
}) => Promise<Result<{ readonly chats: readonly ClosedPlace[]; readonly next: ClosedPlace | null }>>;

/** Pages of the archive that are read for one page here. */
const pagesMax = 8;

/** Finds closed chats that contain these words anywhere. The caller checks further conditions. A failed search continues from its position. */
export function closedChats(search: SearchClosedChats, text: string, channelId: string | undefined): Source {
  return async function* pages(place) {
    const channelIds = channelId === undefined ? null : [channelId];
    let after = place === undefined ? null : readPlace(place);
    for (let page = 0; page < pagesMax; page += 1) {
      const found = await search({ text, channelIds, after });
      if (!found.ok) break;
      const { chats, next } = found.value;
      yield chats.map((chat) => ({
        actor: chatAddress(asChatId(String(chat.chatNumber))),
        place: textOf(chat),
      }));
      if (next === null) return;
      after = next;
    }
    yield { later: after === null ? "" : textOf(after) };
  };
}

const textOf = ({ closedAtMs, chatNumber }: ClosedPlace): string => `${closedAtMs}.${chatNumber}`;

function readPlace(place: string): ClosedPlace | null {
  const [closedAtMs, chatNumber] = place.split(".").map(Number);
  const isPlace = Number.isSafeInteger(closedAtMs) && Number.isSafeInteger(chatNumber);
  return isPlace ? { closedAtMs: closedAtMs ?? 0, chatNumber: chatNumber ?? 0 } : null;
}
