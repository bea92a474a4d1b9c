import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { Watcher, Watching } from "../actors/history/step-record.ts";
import { readActorRow } from "../actors/stored-actor.ts";
import { encodeErrorFrame, encodeGapFrame } from "../codec/inspect/inspect-sent.ts";
import { asActorKey } from "../core/ids.ts";
import type { InspectorPeer } from "../ports/inspector.ts";
import type { Log } from "../ports/log.ts";
import type { AnnouncedActors, AnnounceParts } from "./announced-actors.ts";
import { readAnnouncedActors } from "./announced-actors.ts";
import type { ShownStep } from "./frame-ring.ts";
import type { InspectMeters } from "./inspect-metrics.ts";
import type { AnyStep, MissedHere } from "./nodes/messages.ts";
import type { Topic, TopicName } from "./subscriptions.ts";
import { Subscription, WatchedTopics } from "./subscriptions.ts";

/** The maximal number of watchers. */
const watchersMax = 32;
/** Steps that wait for encoding. Further ones are dropped and reported as a gap. */
const waitingStepsMax = 2_000;
/** Steps that are encoded in one turn of the event loop, so that no request waits for them. */
const stepsPerTurn = 16;
/** Characters of frames in one turn. After them, the rest waits for the next turn. */
const charactersPerTurn = 256 * 1024;
/** Actors that are announced at once when many are watched. The others are announced with their next step. */
const announcedAtOnceMax = 64;

export interface HubParts extends AnnounceParts {
  readonly watching: Watching;
  readonly log: Log;
  readonly meters: InspectMeters;
  /** Bytes that wait for a watcher before it is disconnected. */
  readonly waitingBytesMax: number;
  /** Returns the addresses of the actors that are announced first, of a conversation or of all. */
  readonly listActors: (topic: TopicName, max: number) => Promise<readonly string[]>;
  /** Notifies other nodes of what is watched here. Resolves when they send their steps of it. Absent without other nodes. */
  readonly notifyNodes?: (names: readonly TopicName[]) => Promise<void>;
}

interface Joined {
  readonly name: TopicName;
  readonly topic: Topic;
}

/** Sends watchers the frames of their topics. Each step is encoded once for all of them, after its commit and after its turn. */
export class Hub implements Watcher {
  readonly #parts: HubParts;
  readonly #topics = new WatchedTopics();
  readonly #subscriptions = new Set<Subscription>();
  readonly #waiting: AnyStep[] = [];
  #isWriting = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  get watchers(): number {
    return this.#subscriptions.size;
  }

  isWatched(actor: ActorKey, conversation: ConversationKey): boolean {
    return this.#topics.isWatched(actor, conversation);
  }

  show(steps: readonly AnyStep[]): void {
    for (const step of steps) {
      if (this.#waiting.length < waitingStepsMax) this.#waiting.push(step);
      else
        for (const subscription of subscriptionsOf(this.#topics.of(step.actor, step.conversation)))
          subscription.miss(1);
    }
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeOut();
  }

  /** Notes steps of another node that cannot be shown. `null` means an unknown number. */
  miss({ actor, conversation, count }: MissedHere): void {
    const topics = isOutside(actor) ? this.#topics.ofOutside(actor) : this.#topics.of(actor, conversation);
    for (const subscription of subscriptionsOf(topics)) this.#missOf(subscription, count);
  }

  /** Notes that any step of another node may be missing. */
  missAny(): void {
    for (const subscription of this.#subscriptions) if (subscription.topics.size > 0) this.#missOf(subscription, null);
  }

  /** Returns `null` while there are too many watchers. */
  subscribe(peer: InspectorPeer): Subscription | null {
    if (this.#subscriptions.size >= watchersMax) return null;
    const subscription = new Subscription(peer);
    this.#subscriptions.add(subscription);
    return subscription;
  }

  leave(subscription: Subscription): void {
    subscription.isOpen = false;
    this.#subscriptions.delete(subscription);
    for (const { name } of subscription.topics.values()) this.#topics.leave(name, subscription);
    subscription.topics.clear();
    this.#settle();
    void this.#notifyNodes();
  }

  /** Replaces the topics of the subscription. New topics are announced, and their most recent steps are sent again. */
  async watch(subscription: Subscription, keys: readonly string[], since: string | null): Promise<void> {
    await this.#inTurn(subscription, () => this.#watch(subscription, keys, since));
  }

  async #watch(subscription: Subscription, keys: readonly string[], since: string | null): Promise<void> {
    const wanted = new Set(keys);
    const names = await this.#namesOf([...wanted].filter((key) => !subscription.topics.has(key)));
    if (!subscription.isOpen) return;
    for (const [key, { name }] of subscription.topics) {
      if (wanted.has(key)) continue;
      this.#topics.leave(name, subscription);
      subscription.topics.delete(key);
    }
    const fresh = names.flatMap(([key, name]) => this.#join(subscription, key, name) ?? []);
    this.#settle();
    await this.#whileHeld(subscription, async () => {
      await this.#notifyNodes();
      await this.#catchUp(subscription, fresh, since);
    });
  }

  async #notifyNodes(): Promise<void> {
    await this.#parts.notifyNodes?.(this.#topics.names());
  }

  /** Sends a step of an actor of another program. */
  showOutside(shown: ShownStep): void {
    const behind = shown.number - shown.frames.length;
    this.#publish(shown, this.#topics.ofOutside(shown.actor), () => this.#parts.encodeOutside(shown.actor, behind));
  }

  /** Announces an actor of another program that is new or was replaced. */
  announceOutside(actor: string): void {
    const frame = this.#parts.encodeOutside(actor, this.#parts.encoder.lastNumber);
    if (frame === null) return;
    for (const subscription of subscriptionsOf(this.#topics.ofOutside(actor)))
      subscription.show(frame.length, () => this.#announce(subscription, actor, frame));
  }

  /** Drops all frames that were sent so far, because they can hold data of a client that was erased. */
  forgetShown(): void {
    for (const { ring } of this.#topics.all()) ring.forget(this.#parts.encoder.lastNumber);
  }

  #join(subscription: Subscription, key: string, name: TopicName | string): Joined | null {
    if (typeof name === "string") return this.#refuse(subscription, name);
    const topic = this.#topics.join(name, subscription, this.#parts.encoder.lastNumber);
    if (topic === null)
      return this.#refuse(subscription, `Too many actors are watched already: ${key} cannot be watched.`);
    subscription.topics.set(key, { name, topic });
    return { name, topic };
  }

  #refuse(subscription: Subscription, message: string): null {
    this.#send(subscription, encodeErrorFrame(message));
    return null;
  }

  #namesOf(keys: readonly string[]): Promise<readonly (readonly [key: string, name: TopicName | string])[]> {
    return Promise.all(keys.map(async (key) => [key, await this.#nameOf(key)] as const));
  }

  /** Returns the topic of a key, or why the key is invalid. */
  async #nameOf(key: string): Promise<TopicName | string> {
    if (key === "*") return { kind: "everything", name: "" };
    if (key.startsWith("outside/")) return { kind: "outside", name: key };
    if (!conversationKey.test(key)) return { kind: "actor", name: key };
    const row = await readActorRow(this.#parts.facts.store, asActorKey(key.slice(0, -"/*".length)));
    return row === undefined
      ? `Field watch must name existing actors: there is no ${key}.`
      : { kind: "conversation", name: row.conversation };
  }

  /** Detaches from the kernel when there is no watcher, so that watching costs nothing. */
  #settle(): void {
    const { watching } = this.#parts;
    if (this.#topics.hasOwn) watching.watcher = this;
    else if (watching.watcher === this) watching.watcher = null;
  }

  /** Runs one task after the other. A watcher whose topics cannot be read is disconnected, and reconnects. */
  async #inTurn(subscription: Subscription, task: () => Promise<void>): Promise<void> {
    try {
      await subscription.order.run(async () => {
        if (subscription.isOpen) await task();
      });
    } catch (error) {
      this.#parts.log.error({ err: error }, "the actors of a watcher could not be read");
      subscription.peer.fail();
      this.leave(subscription);
    }
  }

  /** Holds steps back while the task reads, so that they follow the frames of the task. */
  async #whileHeld(subscription: Subscription, task: () => Promise<void>): Promise<void> {
    subscription.hold();
    try {
      await task();
    } finally {
      for (const show of subscription.release()) this.#showKept(show);
      // While steps are still being encoded, the gap is reported after them.
      if (!this.#isWriting) this.#reportGapOf(subscription);
    }
  }

  #showKept(show: () => void): void {
    try {
      show();
    } catch (error) {
      this.#parts.log.error({ err: error }, "a step could not be sent to a watcher");
    }
  }

  /** Announces topics again. The subscription gets the steps after `behind` afterwards. */
  #announceTopics(
    subscription: Subscription,
    names: readonly TopicName[],
    announced: AnnouncedActors,
    behind: number,
  ): void {
    for (const name of names) {
      if (isOfOne(name)) this.#announce(subscription, name.name, announced.frameOf(name.name, behind));
      else void this.#announceMany(subscription, name);
    }
  }

  /** Actors that take a step meanwhile are announced with that step. */
  async #announceMany(subscription: Subscription, name: TopicName): Promise<void> {
    const { listActors, encoder, log } = this.#parts;
    try {
      const actors = await listActors(name, announcedAtOnceMax);
      await subscription.order.run(() =>
        this.#whileHeld(subscription, async () => {
          const behind = encoder.lastNumber;
          const unannounced = actors.filter((actor) => subscription.isOpen && !subscription.isAnnounced(actor));
          const announced = await readAnnouncedActors(unannounced, this.#parts);
          for (const actor of unannounced) this.#announce(subscription, actor, announced.frameOf(actor, behind));
        }),
      );
    } catch (error) {
      log.error({ err: error }, "actors could not be sent to a watcher");
    }
  }

  #announce(subscription: Subscription, actor: string, frame: string | null): void {
    if (frame === null) return;
    subscription.noteAnnounced(actor);
    this.#send(subscription, frame);
  }

  /** Sends the recent frames of new topics. A watcher that reconnects gets only the frames since its last one. */
  async #catchUp(subscription: Subscription, fresh: readonly Joined[], since: string | null): Promise<void> {
    const { encoder } = this.#parts;
    const seen = since === null ? 0 : encoder.numberOf(since);
    if (since !== null && (seen === null || fresh.some(({ topic }) => !topic.ring.isCompleteBehind(seen))))
      this.#send(subscription, encodeGapFrame(0));
    const shown = new Set(fresh.flatMap(({ topic }) => topic.ring.behind(seen ?? 0)));
    const steps = [...shown].sort((one, other) => one.number - other.number);
    const behind = steps[0] === undefined ? encoder.lastNumber : steps[0].number - steps[0].frames.length;
    const names = fresh.map(({ name }) => name);
    const stepping = steps.map(({ actor }) => actor).filter((actor) => !subscription.isAnnounced(actor));
    const announced = await readAnnouncedActors([...namesOfOne(names), ...stepping], this.#parts);
    this.#announceTopics(subscription, names, announced, behind);
    for (const step of steps) {
      const first = step.number - step.frames.length;
      if (!subscription.isAnnounced(step.actor))
        this.#announce(subscription, step.actor, announced.frameOf(step.actor, first));
      // A watcher that was disconnected within a step already has the first frame of that step.
      for (const frame of step.frames.slice(Math.max(0, (seen ?? 0) - first))) this.#send(subscription, frame);
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
    for (const subscription of this.#subscriptions) this.#reportGapOf(subscription);
  }

  #writeStep(step: AnyStep): number {
    const topics = this.#topics.of(step.actor, step.conversation);
    if (topics.length === 0) return 0;
    const { encoder, log } = this.#parts;
    try {
      const shown = encoder.encodeStep(step);
      this.#publish(shown, topics, () => encoder.encodeActorBefore(step, shown));
      return shown.characters;
    } catch (error) {
      log.error({ err: error, actor: step.actor }, "a step could not be sent to its watchers");
      return 0;
    }
  }

  #publish(shown: ShownStep, topics: readonly Topic[], encodeActor: () => string | null): void {
    let actorFrame: string | null | undefined;
    for (const subscription of subscriptionsOf(topics)) {
      subscription.show(shown.characters, () => {
        if (!subscription.isAnnounced(shown.actor)) {
          if (actorFrame === undefined) actorFrame = encodeActor();
          this.#announce(subscription, shown.actor, actorFrame);
        }
        for (const frame of shown.frames) this.#send(subscription, frame);
      });
    }
    for (const { ring } of topics) ring.add(shown);
  }

  /** While steps are still being encoded, the gap is reported after them. */
  #missOf(subscription: Subscription, count: number | null): void {
    subscription.miss(count);
    if (!this.#isWriting) this.#reportGapOf(subscription);
  }

  #reportGapOf(subscription: Subscription): void {
    if (subscription.missed > 0) void this.#inTurn(subscription, () => this.#reportGap(subscription));
  }

  /** Reports the gap and announces everything again, so that no watcher continues from an outdated state. */
  async #reportGap(subscription: Subscription): Promise<void> {
    if (subscription.missed === 0) return;
    await this.#whileHeld(subscription, async () => {
      this.#send(subscription, encodeGapFrame(subscription.takeMissed()));
      subscription.forgetAnnounced();
      const behind = this.#parts.encoder.lastNumber;
      const names = [...subscription.topics.values()].map(({ name }) => name);
      this.#announceTopics(subscription, names, await readAnnouncedActors(namesOfOne(names), this.#parts), behind);
    });
  }

  /** Disconnects a watcher that is too slow, because its frames would wait in memory. */
  #send(subscription: Subscription, frame: string): void {
    if (!subscription.isOpen) return;
    const { meters, waitingBytesMax, log } = this.#parts;
    try {
      if (subscription.peer.waitingBytes <= waitingBytesMax) {
        subscription.peer.send(frame);
        meters.framesSent += 1;
        return;
      }
      meters.watchersCut += 1;
      subscription.peer.cut(`More than ${waitingBytesMax} bytes waited for the client.`);
    } catch (error) {
      log.error({ err: error }, "a watcher failed when a frame was sent to it");
    }
    this.leave(subscription);
  }
}

const isOfOne = ({ kind }: TopicName): boolean => kind === "actor" || kind === "outside";
const namesOfOne = (names: readonly TopicName[]): readonly string[] => names.filter(isOfOne).map(({ name }) => name);

/** The key for the conversation of a chat. */
const conversationKey = /^chat\/[0-9]+\/\*$/;

const isOutside = (actor: string): boolean => actor.startsWith("outside/");

const subscriptionsOf = (topics: readonly Topic[]): ReadonlySet<Subscription> =>
  topics.length === 1 && topics[0] !== undefined
    ? topics[0].subscriptions
    : new Set(topics.flatMap(({ subscriptions }) => [...subscriptions]));
