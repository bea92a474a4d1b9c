import type { ChatId } from "../../machines/ids.ts";
import type { Defects } from "../actors/defects.ts";
import { readHistory } from "../actors/history/history.ts";
import type { Watching } from "../actors/history/step-record.ts";
import { readActorRow } from "../actors/stored-actor.ts";
import { nearOf } from "../charts/chart-near.ts";
import type { InspectedActor, InspectedStep } from "../codec/inspect/inspected.types.ts";
import { asActorKey, asChatId } from "../core/ids.ts";
import { fail } from "../core/result.ts";
import { findChatActors } from "../domain/chat/queries/listed-chats.ts";
import type { Directory } from "../domain/directory.ts";
import type { SharedEndpoints } from "../domain/webhooks/shared-endpoints.ts";
import type { ChartDrawer } from "../ports/chart-drawer.ts";
import type { Clock } from "../ports/clock.ts";
import type { ActorQuery, Inspector, InspectorPeer, InspectorSubscription } from "../ports/inspector.ts";
import type { Log } from "../ports/log.ts";
import type { Peers } from "../ports/peers.ts";
import type { Store } from "../ports/store.ts";
import type { FactParts } from "./actor-facts.ts";
import { readFacts, toDetails, toKeptStep } from "./actor-facts.ts";
import type { SearchClosedChats } from "./actor-sources.ts";
import { FrameEncoder } from "./frame-encoder.ts";
import { Hub } from "./hub.ts";
import type { InspectMeters, NodeMeters } from "./inspect-metrics.ts";
import { KnownCharts } from "./known-charts.ts";
import type { ListParts } from "./list-actors.ts";
import { countActors, listActors, newestActors } from "./list-actors.ts";
import type { Others } from "./nodes/open-others.ts";
import { openOthers } from "./nodes/open-others.ts";
import type { Feeder } from "./outside-actors.ts";
import { OutsideActors } from "./outside-actors.ts";
import { readInspectedChat } from "./read-chat.ts";
import { createKnownSecrets } from "./secrets/known-secrets.ts";
import type { SecretMask } from "./secrets/mask-secrets.ts";
import { createSecretMask } from "./secrets/mask-secrets.ts";
import type { TopicName } from "./subscriptions.ts";
import { explainStored } from "./why/explain.ts";

export interface InspectorParts {
  readonly runtime: {
    readonly store: Store;
    readonly clock: Clock;
    readonly directory: Directory;
    readonly endpoints: Pick<SharedEndpoints, "list">;
    readonly defects: Defects;
    readonly watching: Watching;
  };
  readonly peers: Peers;
  readonly log: Log;
  /** The first part of every frame's id, unique to this process. */
  readonly processId: string;
  /** Bytes that wait for a watcher before it is disconnected. */
  readonly waitingBytesMax: number;
  /** Returns the current settings of the whole installation that hold secrets, always as many. A change makes new objects. */
  readonly settings: () => readonly unknown[];
  readonly drawer: ChartDrawer;
  readonly searchClosed: SearchClosedChats;
  readonly maskAddress: (address: URL) => string;
  readonly secretsInAddress: (address: URL) => readonly string[];
}

/** The inspector of a service, with its metrics for the operator. */
export interface OpenInspector extends Inspector {
  readonly meters: InspectMeters;
  /** `null` when there can be no other nodes. */
  readonly nodes: NodeMeters | null;
  readonly watchers: number;
  /** Drops the recent frames, which new and reconnecting watchers would get. */
  forgetShown(): void;
  close(): void;
}

export function openInspector(parts: InspectorParts): OpenInspector {
  const { store, clock, directory } = parts.runtime;
  const { secrets, facts, meters, charts, outside, others, lists, hub } = putTogether(parts);
  const { durable } = store;
  return {
    meters,
    get nodes() {
      return others?.nodes ?? null;
    },
    get watchers() {
      return hub.watchers;
    },
    async listActors(query: ActorQuery) {
      await others?.parked.refresh();
      const { actors, ...page } = await listActors(query, lists);
      const counted = query.isCounted === true ? await countActors(query, lists) : null;
      return { ...page, actors: actors.map((actor) => JSON.stringify(actor)), counted };
    },
    async readActor(actor) {
      if (isOutside(actor)) return toJson(outside.read(actor) ?? (await others?.outside.read(actor)) ?? null);
      await others?.parked.refresh();
      const found = await readFacts(asActorKey(actor), facts);
      if (found === undefined) return null;
      const why = await explainStored(found, { facts, directory, clock });
      return JSON.stringify({ ...toDetails(found, secrets, charts), why: secrets.mask(why) });
    },
    async readSteps(actor) {
      if (isOutside(actor)) return toJson(outside.steps(actor) ?? (await others?.outside.steps(actor)) ?? null);
      const key = asActorKey(actor);
      if ((await readActorRow(durable, key)) === undefined) return null;
      return JSON.stringify((await readHistory(durable, key)).map((step) => toKeptStep(step, secrets)));
    },
    async readChat(chatId) {
      if (!chatIdForm.test(chatId)) return null;
      await others?.parked.refresh();
      return toJson(await readInspectedChat(asChatId(chatId), store, facts, charts, clock));
    },
    async readChart(hash, near) {
      const found = charts.find(hash) ?? (await others?.outside.chart(hash)) ?? null;
      if (found === null) return fail("not_found", "There is no such chart.");
      if (near === undefined) return await parts.drawer.draw(found.model, found.form);
      const model = nearOf(found.model, near);
      return model === null
        ? fail("not_found", "The chart has no such state.")
        : await parts.drawer.draw(model, "near");
    },
    forgetShown: () => hub.forgetShown(),
    enter: (peer) => subscribe(peer, hub, outside),
    close() {
      outside.close();
      others?.nodes.close();
    },
  };
}

/** Connects the parts that depend on each other. */
function putTogether(parts: InspectorParts) {
  const { runtime, log, processId, waitingBytesMax, peers } = parts;
  const { store, clock, directory, defects, watching } = runtime;
  const secrets = secretsOf(parts);
  const meters: InspectMeters = { framesSent: 0, watchersCut: 0 };
  const encoder = new FrameEncoder(processId, secrets, () => (peers.isAlone ? undefined : peers.id));
  const charts = new KnownCharts();
  const outside: OutsideActors = new OutsideActors({
    clock,
    secrets,
    encoder,
    charts,
    shown(shown, step) {
      hub.showOutside(shown);
      sendOutside(shown.actor, step);
    },
    announced(actor) {
      hub.announceOutside(actor);
      sendOutside(actor, null);
    },
  });
  const others = openOthers({
    peers,
    clock,
    log,
    secrets,
    encoder,
    watching,
    charts,
    outside,
    defects,
    hub: () => hub,
  });
  const sendOutside = (actor: string, step: InspectedStep | null): void => {
    const facts = others === null ? null : outside.facts(actor);
    if (facts !== null) others?.nodes.sendOutside({ facts, step });
  };
  const facts: FactParts = { store: store.durable, defects: others?.parked ?? defects, secrets };
  const { searchClosed } = parts;
  const lists: ListParts = {
    store,
    directory,
    facts,
    clock,
    searchClosed,
    outside: () => listOutside(outside, others),
  };
  const hub: Hub = new Hub({
    facts,
    encoder,
    clock,
    log,
    meters,
    waitingBytesMax,
    watching: others?.nodes ?? watching,
    listActors: (topic, max) => actorsOfTopic(topic, max, lists),
    encodeOutside: (actor, behind) => outside.encode(actor, behind) ?? others?.outside.encode(actor, behind) ?? null,
    ...(others !== null && { notifyNodes: (names) => others.nodes.watch(names) }),
  });
  return { secrets, facts, meters, charts, outside, others, lists, hub };
}

function secretsOf({ runtime, maskAddress, settings, secretsInAddress }: InspectorParts): SecretMask {
  const { directory, endpoints } = runtime;
  const own = (): readonly unknown[] => [...settings(), endpoints.list()];
  const hide = createKnownSecrets({ directory, own, secretsInAddress });
  return createSecretMask({ hide, maskAddress });
}

/** Lists this node's actors first. */
async function listOutside(outside: OutsideActors, others: Others | null): Promise<readonly InspectedActor[]> {
  const own = outside.list();
  const known = new Set(own.map(({ actor }) => actor));
  const elsewhere = (await others?.outside.list()) ?? [];
  return [...own, ...elsewhere.filter(({ actor }) => !known.has(actor))];
}

const isOutside = (actor: string): boolean => actor.startsWith("outside/");
const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** For a conversation, returns the actors of its newest chat. */
async function actorsOfTopic({ kind, name }: TopicName, max: number, lists: ListParts): Promise<readonly string[]> {
  if (kind === "everything") return newestActors(lists, max);
  const [newest] = (await listActors({ id: name, rowsMax: 1 }, lists)).actors;
  const chatId = newest === undefined ? null : chatIdOf(newest.actor);
  return chatId === null ? [] : (await findChatActors(lists.store, chatId, max)).actors;
}

const chatIdForm = /^[1-9][0-9]{0,14}$/;

/** Returns the chat of an address, with or without `/*` at its end. Null for any other address. */
const chatIdOf = (address: string): ChatId | null => {
  const id = /^chat\/([1-9][0-9]{0,14})(\/\*)?$/.exec(address)?.[1];
  return id === undefined ? null : asChatId(id);
};

/** Gives a socket the right to watch and to report its own actors. Returns `null` while there are too many watchers. */
function subscribe(peer: InspectorPeer, hub: Hub, outside: OutsideActors): InspectorSubscription | null {
  const subscription = hub.subscribe(peer);
  if (subscription === null) return null;
  const feeder: Feeder = { actors: new Set() };
  return {
    watch: (keys, since) => hub.watch(subscription, keys, since),
    feed: (frame) => outside.feed(feeder, frame),
    leave() {
      hub.leave(subscription);
      outside.part(feeder);
    },
  };
}
