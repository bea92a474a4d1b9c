import { FrameRing } from "./frame-ring.ts";
import type { WatcherSeat } from "./watcher-seat.ts";

/** A watched topic: an actor, a conversation, or everything. */
export interface Topic {
  readonly name: string;
  readonly seats: Set<WatcherSeat>;
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
  join({ kind, name }: TopicName, seat: WatcherSeat, lastNumber: number): Topic | null {
    const known = this.#byKind[kind].get(name);
    if (known === undefined && this.#count >= topicsMax) return null;
    const topic = known ?? { name: `${kind} ${name}`, seats: new Set(), ring: new FrameRing(lastNumber) };
    if (known === undefined) this.#count += 1;
    this.#byKind[kind].set(name, topic);
    topic.seats.add(seat);
    return topic;
  }

  all(): readonly Topic[] {
    return Object.values(this.#byKind).flatMap((topics) => [...topics.values()]);
  }

  /** Drops a topic that has no watcher any more. */
  leave({ kind, name }: TopicName, seat: WatcherSeat): void {
    const topic = this.#byKind[kind].get(name);
    if (topic === undefined) return;
    topic.seats.delete(seat);
    if (topic.seats.size > 0) return;
    this.#byKind[kind].delete(name);
    this.#count -= 1;
  }
}

const isThere = (topic: Topic | undefined): topic is Topic => topic !== undefined;
