import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey } from "../../machines/ids.ts";
import {
  agentAddress,
  botAddress,
  callAddress,
  channelAddress,
  chatAddress,
  deliveryAddress,
  webhooksAddress,
} from "../../machines/tells.ts";
import type { InspectedActor } from "../codec/inspect/inspected.types.ts";
import {
  asActorKey,
  asAgentId,
  asCallId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
} from "../core/ids.ts";
import { actors } from "../domain/actors.ts";
import { findChatActors } from "../domain/chat/queries/listed-chats.ts";
import { chatsOfConversation, findClientNumbers } from "../domain/client/client-queries.ts";
import type { Directory } from "../domain/directory.ts";
import type { Clock } from "../ports/clock.ts";
import type { ActorCount, ActorCounts, ActorQuery, ActorSort } from "../ports/inspector.ts";
import type { Store } from "../ports/store.ts";
import type { ActorFacts, FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import type { Candidate, SearchClosedChats, Source } from "./actor-sources.ts";
import {
  agents,
  botOf,
  channels,
  chatNumbers,
  chatsOfClients,
  closedChats,
  deliveries,
  storedActors,
  webhooksOf,
} from "./actor-sources.ts";

const actorKinds = ["channel", "chat", "bot", "webhooks", "call", "delivery", "agent"] as const;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const digits = /^[0-9]{1,15}$/;
/** The maximal number of chats that the key of a conversation finds. */
const chatsOfConversationMax = 100;
/** The maximal number of actors of a chat that its list finds. Beyond it, the newest are found. */
const actorsOfChatMax = 500;

/** Returns the addresses that a text can mean: an address, an id without a kind, or a conversation. They may not exist. */
async function findAddresses(text: string, store: Store): Promise<readonly ActorKey[]> {
  if (text.startsWith("client/")) return chatsOfConversation(store, asConversationKey(text), chatsOfConversationMax);
  if (actorKinds.some((kind) => text.startsWith(`${kind}/`))) return [asActorKey(text)];
  const ids: ActorKey[] = [callAddress(asCallId(text)), channelAddress(asChannelId(text))];
  if (ulid.test(text)) ids.unshift(deliveryAddress(asDeliveryId(text.toUpperCase())));
  if (!digits.test(text)) return ids;
  const chatId = asChatId(text);
  return [
    chatAddress(chatId),
    botAddress(chatId),
    webhooksAddress(chatId),
    agentAddress(asAgentId(Number(text))),
    ...ids,
  ];
}

export interface ListParts {
  readonly store: Store;
  readonly directory: Directory;
  readonly facts: FactParts;
  readonly clock: Clock;
  readonly searchClosed: SearchClosedChats;
  /** Returns the actors of other programs, the newest first. */
  readonly outside: () => Promise<readonly InspectedActor[]>;
}

export interface ActorList {
  readonly actors: readonly InspectedActor[];
  readonly nextPlace: string | null;
  /** Only the newest actors are sorted, because there are more. */
  readonly isCut?: true;
}

/** Actors examined for one page. Then the page is short, and its cursor continues. */
const lookedAtMax = 2_000;
/** The maximal number of actors that are read together. After them, other work gets its turn. */
const lookedAtOnce = 50;
/** The minimal number of actors that are read together, because matches can be rare. */
const readAtOnceMin = 8;
/** Shorter texts would match nearly every client. */
const searchedDigitsMin = 4;

const statesOf = (kind: keyof typeof actors): readonly string[] => Object.keys(actors[kind].machine.states);
const chatStates = statesOf("chat");

/** One part of a list. The cursors of a part begin with its name. */
interface Part {
  readonly name: string;
  readonly source: Source;
  readonly isAsked?: (facts: ActorFacts) => boolean;
}

/** Returns a page of matching actors. Reads a bounded number of rows, and gives other work its turn. */
export function listActors(query: ActorQuery, parts: ListParts): Promise<ActorList> {
  return query.sort === undefined ? listNewest(query, parts) : listSorted(query, query.sort, parts);
}

/** The newest first if they have an order. */
async function listNewest(query: ActorQuery, parts: ListParts): Promise<ActorList> {
  const isOutsideAsked = query.place === undefined && (query.kind ?? "outside") === "outside";
  const first = isOutsideAsked ? (await parts.outside()).filter((actor) => fits(actor, query, parts)) : [];
  const page = new Page(first.slice(0, query.rowsMax), query, parts);
  if (query.kind === "outside") return page.end(null);
  const [startName, startPlace] = splitPlace(query.place);
  let isBehind = startName === undefined;
  for (const part of await partsOf(query, parts)) {
    if (!isBehind && part.name !== startName) continue;
    const place = isBehind ? undefined : startPlace;
    isBehind = true;
    const full = await page.fill(part, place);
    if (full !== null) return page.end(full === "" ? part.name : `${part.name} ${full}`);
  }
  return page.end(null);
}

/** The newest actors, sorted. The cursor is the number of actors before the next page. */
async function listSorted({ place, ...query }: ActorQuery, sort: ActorSort, parts: ListParts): Promise<ActorList> {
  const { actors, nextPlace } = await listNewest({ ...query, rowsMax: lookedAtMax }, parts);
  const keyOf = sortKeys[sort.by];
  const keyed = actors.map((actor) => ({ actor, key: keyOf(actor) }));
  keyed.sort((one, other) => compare(one.key, other.key));
  if (sort.isDescending) keyed.reverse();
  const [name, from = "0"] = splitPlace(place);
  const start = name === sortedPart ? Number(from) : 0;
  const end = start + query.rowsMax;
  return {
    actors: keyed.slice(start, end).map(({ actor }) => actor),
    nextPlace: end < keyed.length ? `${sortedPart} ${end}` : null,
    ...(nextPlace !== null && { isCut: true }),
  };
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const sortedPart = "sorted";

/** Numbers in ids are sorted as numbers. Without a client or a time, an actor is the last of the ascending order. */
const sortKeys: Readonly<Record<ActorSort["by"], (actor: InspectedActor) => string | number>> = {
  actor: ({ kind, id }) => `${kind}/${digits.test(id) ? id.padStart(15, "0") : id}`,
  state: ({ state }) => state,
  client: ({ client }) => client?.toLowerCase() ?? "\uffff",
  since: ({ sinceMs }) => sinceMs ?? Number.POSITIVE_INFINITY,
};

/** Of each kind, the newest actors are counted up to this number. */
const countedMax = 1_000;

/** Counts the matching actors by kind and state, whatever kind and state the query names. */
export async function countActors(
  { kind: _kind, state: _state, place: _place, sort: _sort, ...query }: ActorQuery,
  parts: ListParts,
): Promise<ActorCounts> {
  const isSmall = [query.id, query.client, query.chatId, query.isParked].some((asked) => asked !== undefined);
  const counts = new Map<string, ActorCount>();
  const cutKinds: string[] = [];
  // A list of everything begins with all chats, so that each kind is counted for itself.
  for (const kind of isSmall ? [undefined] : [...actorKinds, "outside"]) {
    const of = { ...query, rowsMax: countedMax, ...(kind !== undefined && { kind }) };
    const { actors, nextPlace } = await listNewest(of, parts);
    if (nextPlace !== null) cutKinds.push(...(kind === undefined ? new Set(actors.map((one) => one.kind)) : [kind]));
    for (const { kind, state } of actors) {
      const name = `${kind} ${state}`;
      counts.set(name, { kind, state, count: (counts.get(name)?.count ?? 0) + 1 });
    }
  }
  return { counts: [...counts.values()], cutKinds };
}

/** A cursor is the name of a part and a position in it, or only the name. */
function splitPlace(place: string | undefined): readonly [name: string | undefined, place: string | undefined] {
  if (place === undefined) return [undefined, undefined];
  const space = place.indexOf(" ");
  return space < 0 ? [place, undefined] : [place.slice(0, space), place.slice(space + 1)];
}

class Page {
  readonly #actors: InspectedActor[];
  readonly #query: ActorQuery;
  readonly #parts: ListParts;
  readonly #listed = new Set<ActorKey>();
  #lookedAt = 0;

  constructor(first: readonly InspectedActor[], query: ActorQuery, parts: ListParts) {
    this.#actors = [...first];
    this.#query = query;
    this.#parts = parts;
  }

  end(nextPlace: string | null): ActorList {
    return { actors: this.#actors, nextPlace };
  }

  /** Fills the page. Returns the position after which the next page continues, null at the end of the part. */
  async fill({ source, isAsked }: Part, place: string | undefined): Promise<string | null> {
    for await (const candidates of source(place)) {
      if ("later" in candidates) return candidates.later;
      for (let from = 0; from < candidates.length; ) {
        const some = candidates.slice(from, from + this.#readAtOnce);
        const full = await this.#fillWith(some, candidates[from + some.length]?.place, isAsked);
        if (full !== null) return full;
        from += some.length;
      }
    }
    return null;
  }

  get #readAtOnce(): number {
    return Math.min(lookedAtOnce, Math.max(readAtOnceMin, this.#query.rowsMax - this.#actors.length));
  }

  /** Examines actors that were read together. `nextPlace` is the position of the actor after them. */
  async #fillWith(
    some: readonly Candidate[],
    nextPlace: string | undefined,
    isAsked: Part["isAsked"],
  ): Promise<string | null> {
    const read = await Promise.all(some.map(({ actor }) => this.#read(actor)));
    for (const [index, { place }] of some.entries()) {
      this.#lookedAt += 1;
      if (this.#lookedAt % lookedAtOnce === 0) await nextTurn();
      this.#look(read[index], isAsked);
      // All actors of one position stay on one page.
      const isWhole = (index + 1 < some.length ? some[index + 1]?.place : nextPlace) !== place;
      const isFull = this.#actors.length >= this.#query.rowsMax || this.#lookedAt >= lookedAtMax;
      if (isWhole && isFull) return place;
    }
    return null;
  }

  async #read(actor: ActorKey): Promise<ActorFacts | undefined> {
    return this.#listed.has(actor) ? undefined : await readFacts(actor, this.#parts.facts);
  }

  #look(found: ActorFacts | undefined, isAsked: Part["isAsked"]): void {
    if (found === undefined || isAsked?.(found) === false || !fits(found.actor, this.#query, this.#parts)) return;
    const actor = asActorKey(found.actor.actor);
    if (this.#listed.has(actor)) return;
    this.#listed.add(actor);
    this.#actors.push(found.actor);
  }
}

async function partsOf(query: ActorQuery, parts: ListParts): Promise<readonly Part[]> {
  const { id, isParked, client, chatId } = query;
  if (id !== undefined) return [named("id", await findAddresses(id, parts.store))];
  if (isParked) return [named("parked", await parkedAddresses(parts))];
  if (chatId !== undefined)
    return [named("chat", (await findChatActors(parts.store, asChatId(chatId), actorsOfChatMax)).actors)];
  return client === undefined ? partsByKind(query, parts) : await partsOfClient(client, query, parts);
}

/** A part with few actors, which are all known. */
const named = (name: string, actors: readonly ActorKey[]): Part => ({
  name,
  async *source(place) {
    const start = place === undefined ? 0 : actors.indexOf(asActorKey(place)) + 1;
    yield actors.slice(start).map((actor) => ({ actor, place: actor }));
  },
});

async function parkedAddresses({ facts, store }: ListParts): Promise<readonly ActorKey[]> {
  const names = facts.defects.parked().map(({ name }) => name);
  return (await Promise.all(names.map((name) => findAddresses(name, store)))).flat();
}

function partsByKind({ kind, state, channelId }: ActorQuery, parts: ListParts): readonly Part[] {
  const { store, directory } = parts;
  const chats = state === undefined ? chatStates : [state];
  const byKind = {
    chat: chatNumbers(store, chats, channelId),
    delivery: deliveries(store, directory, state === "failed" ? "failed" : "all", channelId),
    call: storedActors(store, "call"),
    bot: chatNumbers(store, chatStates, channelId, botOf),
    webhooks: chatNumbers(store, chatStates, channelId, webhooksOf),
    channel: channels(directory, channelId),
    agent: agents(directory),
  };
  return Object.entries(byKind)
    .filter(([name]) => kind === undefined || kind === name)
    .filter(([name]) => state === undefined || statesOf(name as keyof typeof byKind).includes(state))
    .map(([name, source]) => ({ name, source }));
}

/** First actors that match the text exactly, then open chats whose client matches a part of it, then closed chats by whole words. */
async function partsOfClient(
  client: string,
  { kind, channelId, state }: ActorQuery,
  parts: ListParts,
): Promise<readonly Part[]> {
  const channelIds = parts.directory.channelsEver().map(({ settings }) => settings.id);
  const numbers = await findClientNumbers(parts.store, channelIds, client);
  const hasOthers = kind !== undefined && kind !== "chat";
  const exact: Part = { name: "client", source: chatsOfClients(parts.store, numbers, hasOthers) };
  const isShortNumber = client.length < searchedDigitsMin && /^[0-9]+$/.test(client);
  if (hasOthers || isShortNumber) return [exact];
  const open = chatStates.filter((state) => state !== "closed");
  const isNamed = ({ context }: ActorFacts): boolean => !isOneOf(numbers, context) && says(context, client);
  const closed = closedChats(parts.searchClosed, client, channelId);
  return [
    exact,
    { name: "open", source: chatNumbers(parts.store, open, channelId), isAsked: isNamed },
    ...(state === undefined || state === "closed" ? [{ name: "closed", source: closed, isAsked: isNamed }] : []),
  ];
}

const clientOf = (context: unknown): Readonly<Record<string, unknown>> => Object(Object(context).client);
const isOneOf = (numbers: readonly number[], context: unknown): boolean =>
  numbers.some((number) => number === clientOf(context)["number"]);

function says(context: unknown, text: string): boolean {
  const { name, email, phone, senderId } = clientOf(context);
  const wanted = text.toLowerCase();
  return [name, email, phone, senderId].some(
    (field) => typeof field === "string" && field.toLowerCase().includes(wanted),
  );
}

function fits(actor: InspectedActor, query: ActorQuery, { clock }: ListParts): boolean {
  const { kind, id, client, channelId, chatId, state, isParked, waitingLongerThanMs } = query;
  if (kind !== undefined && actor.kind !== kind) return false;
  if (channelId !== undefined && actor.channelId !== channelId) return false;
  if (chatId !== undefined && actor.chatId !== chatId) return false;
  if (state !== undefined && actor.state !== state) return false;
  if (isParked && actor.parked === null) return false;
  if (waitingLongerThanMs !== undefined && !isOlder(actor.sinceMs, clock.nowMs() - waitingLongerThanMs)) return false;
  if (actor.kind !== "outside") return true;
  return client === undefined && (id === undefined || actor.actor === id || actor.id === id);
}

const isOlder = (sinceMs: number | null, thanMs: number): boolean => sinceMs !== null && sinceMs < thanMs;

/** Returns the addresses of the newest actors, for a watcher of everything. */
export async function newestActors(parts: ListParts, max: number): Promise<readonly ActorKey[]> {
  const { actors } = await listActors({ rowsMax: max }, parts);
  return actors.map(({ actor }) => asActorKey(actor));
}
