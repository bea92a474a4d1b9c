import type { InspectorPeer } from "../ports/inspector.ts";
import type { Topic, TopicName } from "./watched-topics.ts";

/** Addresses an announcement is remembered of; beyond them actors are announced again. */
const announcedMax = 20_000;

/** One watcher, as the hub knows it. */
export class WatcherSeat {
  readonly peer: InspectorPeer;
  /** By the key as it was asked for. */
  readonly topics = new Map<string, { readonly name: TopicName; readonly topic: Topic }>();
  /** Steps that could not be shown since it was told last. */
  missed = 0;
  isTaken = true;
  readonly #announced = new Set<string>();

  constructor(peer: InspectorPeer) {
    this.peer = peer;
  }

  isAnnounced(actor: string): boolean {
    return this.#announced.has(actor);
  }

  noteAnnounced(actor: string): void {
    if (this.#announced.size >= announcedMax) this.#announced.clear();
    this.#announced.add(actor);
  }

  /** What it was told is not what is so any more. */
  forgetAnnounced(): void {
    this.#announced.clear();
  }
}
