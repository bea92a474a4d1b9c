import { FrameRing } from "./frame-ring.ts";
import type { WatcherSeat } from "./watcher-seat.ts";

/** What somebody watches: an actor, a conversation, or everything. */
export interface Topic {
  readonly name: string;
  readonly seats: Set<WatcherSeat>;
  readonly ring: FrameRing;
}

export interface TopicName {
  readonly kind: "everything" | "actor" | "conversation" | "outside";
  /** The actor's address or the conversation; `""` for everything. */
  readonly name: string;
}

/** Topics that may be watched at once, by all watchers together: each keeps what was shown last. */
const topicsMax = 256;

/** What is watched, and by whom. */
export class WatchedTopics {
  readonly #byKind: Readonly<Record<TopicName["kind"], Map<string, Topic>>> = {
    everything: new Map(),
    actor: new Map(),
    conversation: new Map(),
    outside: new Map(),
  };
  #count = 0;

  /** Whether an actor of ours is watched at all. */
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

  /** Those a step of this actor belongs to. */
  of(actor: string, conversation: string): readonly Topic[] {
    const { everything, actor: actors, conversation: conversations } = this.#byKind;
    return [everything.get(""), actors.get(actor), conversations.get(conversation)].filter(isThere);
  }

  /** The same for an actor from outside. */
  ofOutside(actor: string): readonly Topic[] {
    return [this.#byKind.everything.get(""), this.#byKind.outside.get(actor)].filter(isThere);
  }

  /** `null` when too much is watched already. */
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

  /** What nobody watches any more is forgotten. */
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
