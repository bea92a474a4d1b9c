import {
  agentAddress,
  botAddress,
  channelAddress,
  chatAddress,
  deliveryAddress,
  webhooksAddress,
} from "../../machines/addresses.ts";
import type { ActorKey, ChannelId, ChatId, DeliveryId } from "../../machines/ids.ts";
import { asActorKey, asChatId, asDeliveryId } from "../core/ids.ts";
import type { Directory } from "../domain/directory.ts";
import type { Store } from "../ports/store.ts";
import { findChatActors } from "./chat-actors.ts";

/** An actor that may belong in a list, and the place behind which the list goes on. */
export interface Candidate {
  readonly actor: ActorKey;
  readonly place: string;
}
/** It cannot go on now, but from there once it is asked again; from its beginning where that is empty. */
export interface Later {
  readonly later: string;
}
/** Candidates behind a place, page by page. */
export type Source = (place: string | undefined) => AsyncGenerator<readonly Candidate[] | Later>;

export interface SourceParts {
  readonly store: Store;
  readonly directory: Directory;
}

const rowsAtOnce = 100;
/** However many channels there are, each is asked for this many rows at once. */
const rowsOfChannelMin = 2;
/** Actors of one chat that are looked at. */
const actorsOfChatMax = 200;

/** Chats by their numbers, newest first, those of one channel alone if need be. */
export function chatNumbers(
  store: Store,
  states: readonly string[],
  channelId: string | undefined,
  actorsOf: (chatId: ChatId) => readonly ActorKey[] = (id) => [chatAddress(id)],
): Source {
  return async function* pages(place) {
    for (let before = place === undefined ? undefined : Number(place); ; ) {
      const scans = states.map((state) =>
        store.scan("chatState", {
          prefix: [state],
          ...(before !== undefined && { after: [state, before] as const }),
          reverse: true,
          limit: rowsAtOnce,
        }),
      );
      const rows = (await Promise.all(scans)).flat().sort((one, other) => other.key[1] - one.key[1]);
      const page = rows.slice(0, rowsAtOnce);
      // A chat that changes its state between two scans is found twice.
      const asked = new Set(page.filter(({ row }) => isAsked(channelId, row.channelId)).map(({ key }) => key[1]));
      yield [...asked].flatMap((number) => toCandidates(number, actorsOf(asChatId(String(number)))));
      before = page.at(-1)?.key[1];
      if (before === undefined || rows.length < rowsAtOnce) return;
    }
  };
}

const isAsked = (asked: string | undefined, channelId: ChannelId): boolean =>
  asked === undefined || asked === channelId;
const toCandidates = (chatNumber: number, actors: readonly ActorKey[]): readonly Candidate[] =>
  actors.map((actor) => ({ actor, place: String(chatNumber) }));

export const botOf = (id: ChatId): readonly ActorKey[] => [botAddress(id)];
export const webhooksOf = (id: ChatId): readonly ActorKey[] => [webhooksAddress(id)];

/** Chats of clients by their visitor numbers, newest first; with every actor of them where not only chats are asked for. */
export function chatsOfClients(store: Store, clientNumbers: readonly number[], hasOthers: boolean): Source {
  return async function* pages(place) {
    for (let before = place === undefined ? undefined : Number(place); ; ) {
      const scans = clientNumbers.map((number) =>
        store.scan("clientChat", {
          prefix: [number],
          ...(before !== undefined && { after: [number, before] as const }),
          reverse: true,
          limit: rowsAtOnce,
        }),
      );
      const found = (await Promise.all(scans)).flat().map(({ key }) => key[1]);
      const numbers = found.sort((one, other) => other - one).slice(0, rowsAtOnce);
      for (const number of numbers) yield await actorsOf(store, number, hasOthers);
      before = numbers.at(-1);
      if (before === undefined || found.length < rowsAtOnce) return;
    }
  };
}

async function actorsOf(store: Store, number: number, hasOthers: boolean): Promise<readonly Candidate[]> {
  const id = asChatId(String(number));
  if (!hasOthers) return toCandidates(number, [chatAddress(id)]);
  return toCandidates(number, (await findChatActors(store, id, actorsOfChatMax)).actors);
}

/** Deliveries, newest first: an id begins with its time. */
export function deliveries(
  { store, directory }: SourceParts,
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
      const scans = channelIds.map((channel) =>
        store.scan("delivery", {
          prefix: [list, channel],
          ...(before !== undefined && { after: [list, channel, before] as const }),
          reverse: true,
          limit,
        }),
      );
      const ids = sureIds(await Promise.all(scans), limit);
      yield ids.map((id) => ({ actor: deliveryAddress(id), place: id }));
      before = ids.at(-1);
      if (before === undefined) return;
    }
  };
}

/** Behind the last row of a full page there may be newer ones than in the others: they come with the next. */
function sureIds(
  pages: readonly (readonly { readonly key: readonly [string, ChannelId, DeliveryId] }[])[],
  limit: number,
): readonly DeliveryId[] {
  const lastOfFull = pages.filter((page) => page.length === limit).map((page) => page.at(-1)?.key[2] ?? "");
  const oldestSure = lastOfFull.reduce((one, other) => (one > other ? one : other), "");
  const ids = pages.flat().map(({ key }) => key[2]);
  return ids.filter((id) => id >= oldestSure).sort((one, other) => (one > other ? -1 : 1));
}

/** Stored actors of one kind by their addresses, last first: for those that no list names. */
export function storedActors(store: Store, kind: string): Source {
  const ends = [asActorKey(`${kind}0`), asActorKey(`${kind}/`)] as const;
  return async function* pages(place) {
    for (let after = place === undefined ? ends[0] : asActorKey(`${kind}/${place}`); ; ) {
      const rows = await store.scan("actor", { after: [after], until: [ends[1]], reverse: true, limit: rowsAtOnce });
      yield rows.map(({ key }) => ({ actor: key[0], place: key[0].slice(kind.length + 1) }));
      const last = rows.at(-1)?.key[0];
      if (last === undefined || rows.length < rowsAtOnce) return;
      after = last;
    }
  };
}

/** Channels by their ids, also those that were removed. */
export function channels({ directory }: SourceParts, channelId: string | undefined): Source {
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

/** Agents by their ids. */
export function agents({ directory }: SourceParts): Source {
  return async function* pages(place = "0") {
    const ids = directory
      .agents()
      .map(({ profile }) => profile.id)
      .filter((id) => id > Number(place));
    yield ids.sort((one, other) => one - other).map((id) => ({ actor: agentAddress(id), place: String(id) }));
  };
}
