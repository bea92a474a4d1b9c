import { InOrder } from "../core/in-order.ts";
import type { InspectorPeer } from "../ports/inspector.ts";
import { FrameRing } from "./frame-ring.ts";

/** Announced addresses that are remembered. Beyond them, actors are announced again. */
const announcedMax = 20_000;
/** Steps that are held back while a task reads, as many as a ring has. Further ones are dropped and reported as a gap. */
const keptMax = 256;
const keptCharactersMax = 256 * 1024;

/** One watcher of the hub. */
export class Subscription {
  readonly peer: InspectorPeer;
  /** Topics by the requested key. */
  readonly topics = new Map<string, { readonly name: TopicName; readonly topic: Topic }>();
  /** Runs tasks that read, one after the other. */
  readonly order: InOrder = new InOrder();
  isOpen = true;
  #missed = 0;
  #isMissedUnknown = false;
  readonly #announced = new Set<string>();
  /** Frames that follow the current task; null while no task reads. */
  #kept: (() => void)[] | null = null;
  #keptCharacters = 0;

  constructor(peer: InspectorPeer) {
    this.peer = peer;
  }

  /** The minimal number of steps that were dropped since the last report. */
  get missed(): number {
    return this.#missed;
  }

  /** `null` means an unknown number. */
  miss(count: number | null): void {
    this.#missed += count ?? 1;
    this.#isMissedUnknown ||= count === null;
  }

  /** Returns the number for the report and resets it. 0 means unknown. */
  takeMissed(): number {
    const missed = this.#isMissedUnknown ? 0 : this.#missed;
    this.#missed = 0;
    this.#isMissedUnknown = false;
    return missed;
  }

  isAnnounced(actor: string): boolean {
    return this.#announced.has(actor);
  }

  noteAnnounced(actor: string): void {
    if (this.#announced.size >= announcedMax) this.#announced.clear();
    this.#announced.add(actor);
  }

  /** Forgets which actors were announced, because they have changed. */
  forgetAnnounced(): void {
    this.#announced.clear();
  }

  /** Begins to hold frames back. */
  hold(): void {
    this.#kept = [];
    this.#keptCharacters = 0;
  }

  /** Sends a frame, or holds it back. After the first drop it holds nothing more, so that a gap has no steps inside. */
  show(characters: number, show: () => void): void {
    if (this.#kept === null) show();
    else if (this.#missed > 0 || this.#kept.length >= keptMax || this.#keptCharacters >= keptCharactersMax)
      this.#missed += 1;
    else {
      this.#kept.push(show);
      this.#keptCharacters += characters;
    }
  }

  /** Stops holding back. Returns the held frames, which the caller sends in order. */
  release(): readonly (() => void)[] {
    const kept = this.#kept ?? [];
    this.#kept = null;
    return kept;
  }
}

/** A watched topic: an actor, a conversation, or everything. */
export interface Topic {
  readonly name: string;
  readonly subscriptions: Set<Subscription>;
  readonly ring: FrameRing;
}

export interface TopicName {
  readonly kind: "everything" | "actor" | "conversation" | "outside";
  /** The address of the actor or the conversation, `""` for everything. */
  readonly name: string;
}

/** The maximal number of topics of all watchers. Each topic keeps its last frames. */
const topicsMax = 256;

/** The watched topics and their watchers. */
export class WatchedTopics {
  readonly #byKind: Readonly<Record<TopicName["kind"], Map<string, Topic>>> = {
    everything: new Map(),
    actor: new Map(),
    conversation: new Map(),
    outside: new Map(),
  };
  #count = 0;

  /** Whether any actor of this service is watched. */
  get hasOwn(): boolean {
    const { everything, actor, conversation } = this.#byKind;
    return everything.size + actor.size + conversation.size > 0;
  }

  names(): readonly TopicName[] {
    return (Object.keys(this.#byKind) as TopicName["kind"][]).flatMap((kind) =>
      [...this.#byKind[kind].keys()].map((name) => ({ kind, name })),
    );
  }

  isWatched(actor: string, conversation: string): boolean {
    const { everything, actor: actors, conversation: conversations } = this.#byKind;
    return everything.size > 0 || actors.has(actor) || conversations.has(conversation);
  }

  /** Returns the topics to which a step of this actor belongs. */
  of(actor: string, conversation: string): readonly Topic[] {
    const { everything, actor: actors, conversation: conversations } = this.#byKind;
    return [everything.get(""), actors.get(actor), conversations.get(conversation)].filter(isThere);
  }

  /** Returns the topics of an actor of another program. */
  ofOutside(actor: string): readonly Topic[] {
    return [this.#byKind.everything.get(""), this.#byKind.outside.get(actor)].filter(isThere);
  }

  /** Returns `null` when there are too many topics. */
  join({ kind, name }: TopicName, subscription: Subscription, lastNumber: number): Topic | null {
    const known = this.#byKind[kind].get(name);
    if (known === undefined && this.#count >= topicsMax) return null;
    const topic = known ?? { name: `${kind} ${name}`, subscriptions: new Set(), ring: new FrameRing(lastNumber) };
    if (known === undefined) this.#count += 1;
    this.#byKind[kind].set(name, topic);
    topic.subscriptions.add(subscription);
    return topic;
  }

  all(): readonly Topic[] {
    return Object.values(this.#byKind).flatMap((topics) => [...topics.values()]);
  }

  /** Drops a topic that has no watcher any more. */
  leave({ kind, name }: TopicName, subscription: Subscription): void {
    const topic = this.#byKind[kind].get(name);
    if (topic === undefined) return;
    topic.subscriptions.delete(subscription);
    if (topic.subscriptions.size > 0) return;
    this.#byKind[kind].delete(name);
    this.#count -= 1;
  }
}

const isThere = (topic: Topic | undefined): topic is Topic => topic !== undefined;
