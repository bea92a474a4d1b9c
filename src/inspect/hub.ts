import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { WatchedStep, Watcher, Watching } from "../actors/watching.ts";
import { encodeErrorFrame, encodeGapFrame } from "../codec/inspect/inspect-answer-frame.ts";
import { asActorKey } from "../core/ids.ts";
import type { Clock } from "../ports/clock.ts";
import type { InspectorPeer } from "../ports/inspector.ts";
import type { Log } from "../ports/log.ts";
import type { FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import type { FrameEncoder } from "./frame-encoder.ts";
import type { ShownStep } from "./frame-ring.ts";
import type { InspectMeters } from "./inspect-metrics.ts";
import type { Topic, TopicName } from "./watched-topics.ts";
import { WatchedTopics } from "./watched-topics.ts";
import { WatcherSeat } from "./watcher-seat.ts";

/** Watchers at once. */
const watchersMax = 32;
/** Steps that wait to be written out; what is more is dropped, and told as a gap. */
const waitingStepsMax = 2_000;
/** Steps written out in one turn of the event loop, so that no request waits for them. */
const stepsPerTurn = 16;
/** Characters of frames in one turn, as soon as which the rest waits for the next. */
const charactersPerTurn = 256 * 1024;
/** Actors that are told at once where many are watched; the others are when they take a step. */
const announcedAtOnceMax = 64;

export interface HubParts {
  readonly watching: Watching;
  readonly facts: FactParts;
  readonly encoder: FrameEncoder;
  readonly clock: Clock;
  readonly log: Log;
  readonly meters: InspectMeters;
  /** Bytes that wait for a watcher before it is cut. */
  readonly waitingBytesMax: number;
  /** Addresses of actors of a conversation, or of any, that are told first. */
  readonly listActors: (topic: TopicName, max: number) => Promise<readonly string[]>;
  /** The frame that tells an actor from outside; null for one that is not there. */
  readonly encodeOutside: (actor: string, behind: number) => string | null;
}

interface Joined {
  readonly name: TopicName;
  readonly topic: Topic;
}

/** Shows watchers what they watch: each step is written out once for all of them, behind the commit and behind the turn it was made in. */
export class Hub implements Watcher {
  readonly #parts: HubParts;
  readonly #topics = new WatchedTopics();
  readonly #seats = new Set<WatcherSeat>();
  readonly #waiting: WatchedStep[] = [];
  #isWriting = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  get watchers(): number {
    return this.#seats.size;
  }

  isWatched(actor: ActorKey, conversation: ConversationKey): boolean {
    return this.#topics.isWatched(actor, conversation);
  }

  show(steps: readonly WatchedStep[]): void {
    for (const step of steps) {
      if (this.#waiting.length < waitingStepsMax) this.#waiting.push(step);
      else for (const seat of seatsOf(this.#topics.of(step.actor, step.conversation))) seat.missed += 1;
    }
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeOut();
  }

  /** `null` while too many watch. */
  take(peer: InspectorPeer): WatcherSeat | null {
    if (this.#seats.size >= watchersMax) return null;
    const seat = new WatcherSeat(peer);
    this.#seats.add(seat);
    return seat;
  }

  leave(seat: WatcherSeat): void {
    seat.isTaken = false;
    this.#seats.delete(seat);
    for (const { name } of seat.topics.values()) this.#topics.leave(name, seat);
    seat.topics.clear();
    this.#settle();
  }

  /** Watches these in place of what the seat watched before; what is new is announced, and what was just shown of it is shown again. */
  watch(seat: WatcherSeat, keys: readonly string[], since: string | null): void {
    if (!seat.isTaken) return;
    const wanted = new Set(keys);
    for (const [key, { name }] of seat.topics) {
      if (wanted.has(key)) continue;
      this.#topics.leave(name, seat);
      seat.topics.delete(key);
    }
    const fresh: Joined[] = [];
    for (const key of wanted) {
      const joined = seat.topics.has(key) ? null : this.#join(seat, key);
      if (joined !== null) fresh.push(joined);
    }
    this.#settle();
    this.#catchUp(seat, fresh, since);
  }

  /** Shows a step of an actor from outside. */
  showOutside(shown: ShownStep): void {
    const behind = shown.number - shown.frames.length;
    this.#publish(shown, this.#topics.ofOutside(shown.actor), () => this.#parts.encodeOutside(shown.actor, behind));
  }

  /** An actor from outside is there, or is another. */
  announceOutside(actor: string): void {
    const frame = this.#parts.encodeOutside(actor, this.#parts.encoder.lastNumber);
    if (frame === null) return;
    for (const seat of seatsOf(this.#topics.ofOutside(actor))) this.#announce(seat, actor, frame);
  }

  #join(seat: WatcherSeat, key: string): Joined | null {
    const name = this.#nameOf(key);
    if (typeof name === "string") return this.#refuse(seat, name);
    const topic = this.#topics.join(name, seat, this.#parts.encoder.lastNumber);
    if (topic === null) return this.#refuse(seat, `Too much is watched already: ${key} cannot be.`);
    seat.topics.set(key, { name, topic });
    return { name, topic };
  }

  #refuse(seat: WatcherSeat, message: string): null {
    this.#send(seat, encodeErrorFrame(message));
    return null;
  }

  /** What a key stands for, or why for nothing. */
  #nameOf(key: string): TopicName | string {
    if (key === "*") return { kind: "everything", name: "" };
    if (key.startsWith("outside/")) return { kind: "outside", name: key };
    if (!conversationKey.test(key)) return { kind: "actor", name: key };
    const row = this.#parts.facts.store.read("actor", [asActorKey(key.slice(0, -"/*".length))]);
    return row === undefined
      ? `Field watch must name what is there: there is no ${key}.`
      : { kind: "conversation", name: row.conversation };
  }

  /** Nobody there costs nothing. */
  #settle(): void {
    const { watching } = this.#parts;
    if (this.#topics.hasOwn) watching.watcher = this;
    else if (watching.watcher === this) watching.watcher = null;
  }

  #announceTopic(seat: WatcherSeat, name: TopicName, behind: number): void {
    if (name.kind === "actor" || name.kind === "outside") this.#announceStored(seat, name.name, behind);
    else void this.#announceMany(seat, name);
  }

  /** Those that take a step meanwhile are announced with it. */
  async #announceMany(seat: WatcherSeat, name: TopicName): Promise<void> {
    const { listActors, encoder, log } = this.#parts;
    try {
      for (const actor of await listActors(name, announcedAtOnceMax)) {
        if (!seat.isTaken) return;
        if (!seat.isAnnounced(actor)) this.#announceStored(seat, actor, encoder.lastNumber);
      }
    } catch (error) {
      log.error({ err: error }, "actors could not be told to a watcher");
    }
  }

  #announceStored(seat: WatcherSeat, actor: string, behind: number): void {
    const { facts, encoder, clock, encodeOutside } = this.#parts;
    if (actor.startsWith("outside/")) {
      this.#announce(seat, actor, encodeOutside(actor, behind));
      return;
    }
    const found = readFacts(asActorKey(actor), facts);
    if (found !== undefined) this.#announce(seat, actor, encoder.encodeActor(found, clock.nowMs(), behind));
  }

  #announce(seat: WatcherSeat, actor: string, frame: string | null): void {
    if (frame === null) return;
    seat.noteAnnounced(actor);
    this.#send(seat, frame);
  }

  /** What is watched from now on, and what was shown of it just now; to somebody who was here before only what came since. */
  #catchUp(seat: WatcherSeat, fresh: readonly Joined[], since: string | null): void {
    const { encoder } = this.#parts;
    const seen = since === null ? 0 : encoder.numberOf(since);
    if (since !== null && (seen === null || fresh.some(({ topic }) => !topic.ring.isCompleteBehind(seen))))
      this.#send(seat, encodeGapFrame(0));
    const shown = new Set(fresh.flatMap(({ topic }) => topic.ring.behind(seen ?? 0)));
    const steps = [...shown].sort((one, other) => one.number - other.number);
    const behind = steps[0] === undefined ? encoder.lastNumber : steps[0].number - steps[0].frames.length;
    for (const { name } of fresh) this.#announceTopic(seat, name, behind);
    for (const step of steps) {
      const first = step.number - step.frames.length;
      if (!seat.isAnnounced(step.actor)) this.#announceStored(seat, step.actor, first);
      // Who came off in the midst of a step has its first frame.
      for (const frame of step.frames.slice(Math.max(0, (seen ?? 0) - first))) this.#send(seat, frame);
    }
  }

  async #writeOut(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn();
      let written = 0;
      for (let characters = 0; written < stepsPerTurn && characters < charactersPerTurn; written += 1) {
        const step = this.#waiting[written];
        if (step === undefined) break;
        characters += this.#writeStep(step);
      }
      this.#waiting.splice(0, written);
    }
    this.#isWriting = false;
    this.#tellGaps();
  }

  #writeStep(step: WatchedStep): number {
    const topics = this.#topics.of(step.actor, step.conversation);
    if (topics.length === 0) return 0;
    const { encoder, log } = this.#parts;
    try {
      const shown = encoder.encodeStep(step);
      this.#publish(shown, topics, () => encoder.encodeActorBefore(step, shown));
      return shown.characters;
    } catch (error) {
      log.error({ err: error, actor: step.actor }, "a step could not be shown to its watchers");
      return 0;
    }
  }

  #publish(shown: ShownStep, topics: readonly Topic[], encodeActor: () => string | null): void {
    let actorFrame: string | null = null;
    for (const seat of seatsOf(topics)) {
      if (!seat.isAnnounced(shown.actor)) {
        actorFrame ??= encodeActor();
        this.#announce(seat, shown.actor, actorFrame);
      }
      for (const frame of shown.frames) this.#send(seat, frame);
    }
    for (const { ring } of topics) ring.add(shown);
  }

  /** Then everything is told anew, so that nobody goes on from what is not so any more. */
  #tellGaps(): void {
    for (const seat of this.#seats) {
      if (seat.missed === 0) continue;
      this.#send(seat, encodeGapFrame(seat.missed));
      seat.missed = 0;
      seat.forgetAnnounced();
      for (const { name } of seat.topics.values()) this.#announceTopic(seat, name, this.#parts.encoder.lastNumber);
    }
  }

  /** A watcher that is too slow is let go: what it could not take would wait in memory. */
  #send(seat: WatcherSeat, frame: string): void {
    if (!seat.isTaken) return;
    const { meters, waitingBytesMax, log } = this.#parts;
    try {
      if (seat.peer.waitingBytes <= waitingBytesMax) {
        seat.peer.send(frame);
        meters.framesSent += 1;
        return;
      }
      meters.watchersCut += 1;
      seat.peer.cut(`More than ${waitingBytesMax} bytes waited to be taken.`);
    } catch (error) {
      log.error({ err: error }, "a watcher failed when it was shown something");
    }
    this.leave(seat);
  }
}

/** Stands for the conversation of a chat. */
const conversationKey = /^chat\/[0-9]+\/\*$/;

const seatsOf = (topics: readonly Topic[]): ReadonlySet<WatcherSeat> =>
  topics.length === 1 && topics[0] !== undefined ? topics[0].seats : new Set(topics.flatMap(({ seats }) => [...seats]));
