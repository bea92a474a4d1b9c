import { InOrder } from "../core/in-order.ts";
import type { InspectorPeer } from "../ports/inspector.ts";
import type { Topic, TopicName } from "./watched-topics.ts";

/** Announced addresses that are remembered. Beyond them, actors are announced again. */
const announcedMax = 20_000;
/** Steps that are held back while a task reads, as many as a ring has. Further ones are dropped and reported as a gap. */
const keptMax = 256;
const keptCharactersMax = 256 * 1024;

/** One watcher of the hub. */
export class WatcherSeat {
  readonly peer: InspectorPeer;
  /** Topics by the requested key. */
  readonly topics = new Map<string, { readonly name: TopicName; readonly topic: Topic }>();
  /** Runs tasks that read, one after the other. */
  readonly order: InOrder = new InOrder();
  isTaken = true;
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
