import { InOrder } from "../core/in-order.ts";
import type { InspectorPeer } from "../ports/inspector.ts";
import type { Topic, TopicName } from "./watched-topics.ts";

/** Addresses an announcement is remembered of; beyond them actors are announced again. */
const announcedMax = 20_000;
/** Steps kept while what comes before them is read, as many as a ring has; what is more is left out, and told as a gap. */
const keptMax = 256;
const keptCharactersMax = 256 * 1024;

/** One watcher, as the hub knows it. */
export class WatcherSeat {
  readonly peer: InspectorPeer;
  /** By the key as it was asked for. */
  readonly topics = new Map<string, { readonly name: TopicName; readonly topic: Topic }>();
  /** What is told with reads in between: one thing after the other. */
  readonly order: InOrder = new InOrder();
  isTaken = true;
  #missed = 0;
  #isMissedUnknown = false;
  readonly #announced = new Set<string>();
  /** What is shown when what comes before it is; null while nothing is read. */
  #kept: (() => void)[] | null = null;
  #keptCharacters = 0;

  constructor(peer: InspectorPeer) {
    this.peer = peer;
  }

  /** Steps that could not be shown since it was told last, at least so many. */
  get missed(): number {
    return this.#missed;
  }

  /** `null` when nobody knows how many. */
  miss(count: number | null): void {
    this.#missed += count ?? 1;
    this.#isMissedUnknown ||= count === null;
  }

  /** What it is to be told of them; 0 when nobody knows. */
  takeMissed(): number {
    const told = this.#isMissedUnknown ? 0 : this.#missed;
    this.#missed = 0;
    this.#isMissedUnknown = false;
    return told;
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

  /** From now on what is shown is kept. */
  hold(): void {
    this.#kept = [];
    this.#keptCharacters = 0;
  }

  /** Shows something, or keeps it for its turn. Once there was no room nothing more is kept: a gap has no steps in its midst. */
  show(characters: number, show: () => void): void {
    if (this.#kept === null) show();
    else if (this.#missed > 0 || this.#kept.length >= keptMax || this.#keptCharacters >= keptCharactersMax)
      this.#missed += 1;
    else {
      this.#kept.push(show);
      this.#keptCharacters += characters;
    }
  }

  /** Nothing is kept any more: what was is to be shown now, in its order. */
  release(): readonly (() => void)[] {
    const kept = this.#kept ?? [];
    this.#kept = null;
    return kept;
  }
}
