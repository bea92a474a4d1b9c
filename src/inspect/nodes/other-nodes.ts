import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { WatchedStep, Watcher, Watching } from "../../actors/history/step-record.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FrameEncoder } from "../frame-encoder.ts";
import type { ShownStep } from "../frame-ring.ts";
import type { SecretMask } from "../secrets/mask-secrets.ts";
import type { TopicName } from "../subscriptions.ts";
import type { AnyStep, MissedHere, OutsideFacts, SentOutside, StepsMessage, WatchedNames } from "./messages.ts";
import { readStepsMessage } from "./messages.ts";
import { NodeQuestions } from "./node-questions.ts";
import type { OutsideElsewhere } from "./outside-elsewhere.ts";
import { StepOrder } from "./step-order.ts";
import type { SendMeters } from "./step-sender.ts";
import { StepSender } from "./step-sender.ts";
import { WatchedElsewhere } from "./watched-elsewhere.ts";

/** Sends steps to the watchers of this node. */
export interface Shows {
  isWatched(actor: ActorKey, conversation: ConversationKey): boolean;
  show(steps: readonly AnyStep[]): void;
  /** Notes steps that cannot be shown. Without details, they can belong to any actor, in an unknown number. */
  miss(missed: MissedHere): void;
  missAny(): void;
  showOutside(shown: ShownStep): void;
  announceOutside(actor: string): void;
}

interface OtherNodesParts {
  readonly peers: Peers;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretMask;
  readonly encoder: FrameEncoder;
  readonly watching: Watching;
  readonly hub: () => Shows;
  readonly outside: () => OutsideElsewhere;
}

/**
 * Connects the kernel and the hub when there can be several nodes. It sends steps to nodes that watch them, and merges the steps of other nodes
 * with those of this node in one order. Without any watcher, the kernel of every node has no watcher.
 */
export class OtherNodes implements Watcher {
  readonly questions: NodeQuestions;
  readonly meters: SendMeters & { stepsHeard: number } = { stepsSent: 0, stepsNotSent: 0, stepsHeard: 0 };
  readonly #parts: OtherNodesParts;
  readonly #elsewhere: WatchedElsewhere;
  readonly #own: OwnWatch;
  readonly #sender: StepSender;
  readonly #order: StepOrder<AnyStep>;
  #here: Watcher | null = null;
  #isClosed = false;

  constructor(parts: OtherNodesParts) {
    const { peers, clock, log, secrets, hub } = parts;
    this.#parts = parts;
    this.questions = new NodeQuestions(peers, clock, log);
    this.#elsewhere = new WatchedElsewhere(clock, () => this.#settle());
    this.#own = new OwnWatch(peers, clock, this.questions, (facts) => parts.outside().note(facts));
    this.#sender = new StepSender({ peers, clock, log, secrets, meters: this.meters });
    this.#order = new StepOrder(
      clock,
      (steps) => hub().show(steps),
      ({ actor, conversation }) => hub().miss({ actor, conversation, count: null }),
    );
    // The same program on another node sent the names, so they need no check.
    this.questions.onAsked("watch", (names, from) => this.#hearWatch(names as WatchedNames, from));
    peers.hear("steps", (text, from) => this.#hearSteps(readStepsMessage(text), from));
    peers.onLost(({ id }) => {
      this.#elsewhere.forget(id);
      this.#missAny();
    });
    peers.onGap(() => this.#missAny());
  }

  /** The watcher that the hub has set. */
  get watcher(): Watcher | null {
    return this.#here;
  }

  set watcher(watcher: Watcher | null) {
    this.#here = watcher;
    this.#settle();
  }

  /** The number of other nodes with watchers. */
  get watchingNodes(): number {
    return this.#elsewhere.count;
  }

  isWatched(actor: ActorKey, conversation: ConversationKey): boolean {
    return this.#here?.isWatched(actor, conversation) === true || this.#elsewhere.isWatched(actor, conversation);
  }

  show(steps: readonly WatchedStep[]): void {
    const away = steps.filter(({ actor, conversation }) => this.#elsewhere.isWatched(actor, conversation));
    if (away.length > 0) this.#sender.take(away);
    this.#showHere(steps);
  }

  /** Changes the topics of this node. Resolves when the other nodes send their steps of them. */
  async watch(names: readonly TopicName[]): Promise<void> {
    this.#order.forgetShown();
    await this.#own.send(names);
  }

  /** Sends a step of an actor of another program on this node. */
  sendOutside(sent: SentOutside): void {
    if (this.#elsewhere.isOutsideWatched(sent.facts.actor)) this.#sender.sendOutside(sent);
  }

  close(): void {
    this.#isClosed = true;
    this.#own.stop();
    this.#sender.stop();
    this.#order.stop();
    this.#elsewhere.forgetAll();
  }

  #showHere(steps: readonly AnyStep[]): void {
    const { hub, peers } = this.#parts;
    if (this.#here === null) return;
    const shown = steps.filter(({ actor, conversation }) => hub().isWatched(actor, conversation));
    if (shown.length === 0) return;
    if (peers.living().length > 1 || this.#order.isHolding) this.#order.add(shown);
    else hub().show(shown);
  }

  /** Returns the actors of other programs that the other node watches from now on. */
  #hearWatch(names: WatchedNames, from: string): readonly OutsideFacts[] {
    if (this.#isClosed) return [];
    const wanted = new Set(names.outside);
    const isFresh = (actor: string): boolean =>
      (names.everything || wanted.has(actor)) && !this.#elsewhere.isOutsideWatchedOn(from, actor);
    const facts = names.everything || wanted.size > 0 ? this.#parts.outside().factsOf(isFresh) : [];
    this.#elsewhere.set(from, names);
    return facts;
  }

  #hearSteps(message: StepsMessage, node: string): void {
    const { steps = [], missed = [], outside, to, number } = message;
    if (to !== undefined && number !== undefined) this.questions.heard({ to, number, answer: message.answer }, node);
    if (outside !== undefined && this.#own.isAny) this.#showOutside(outside);
    if (!this.#own.isAny) return;
    const { hub } = this.#parts;
    this.meters.stepsHeard += steps.length;
    this.#showHere(steps.map((step) => ({ ...step, node })));
    for (const one of missed) hub().miss(one);
  }

  #showOutside({ facts, step }: SentOutside): void {
    const { hub, outside, encoder } = this.#parts;
    const { status, value, context } = facts;
    outside().note(facts);
    if (step === null) hub().announceOutside(facts.actor);
    else hub().showOutside(encoder.encodeShown(step, { status, value, context }));
  }

  #missAny(): void {
    if (this.#own.isAny) this.#parts.hub().missAny();
  }

  /** Detaches from the kernel without any watcher, so that watching costs nothing. */
  #settle(): void {
    const { watching } = this.#parts;
    const isWatching = this.#here !== null || this.#elsewhere.count > 0;
    if (isWatching) watching.watcher = this;
    else if (watching.watcher === this) watching.watcher = null;
  }
}

/** The interval for finding new nodes. */
const lookEveryMs = 1_000;
/** After so many intervals the topics are sent again, changed or not. */
const looksBetweenSends = 3;

/** Sends the topics of this node to the other nodes: at each change, and repeatedly while there are any. */
class OwnWatch {
  readonly #peers: Peers;
  readonly #clock: Clock;
  readonly #questions: NodeQuestions;
  readonly #note: (facts: OutsideFacts) => void;
  #names = nobody;
  #sent = nothing;
  #sending = Promise.resolve();
  #living = "";
  #looks = 0;
  #wake: Wake | null = null;

  /** `note` stores the announcements of actors of other programs on other nodes. */
  constructor(peers: Peers, clock: Clock, questions: NodeQuestions, note: (facts: OutsideFacts) => void) {
    this.#peers = peers;
    this.#clock = clock;
    this.#questions = questions;
    this.#note = note;
    peers.onLeftBehind(() => {
      if (this.isAny) this.#send(this.#names);
    });
  }

  get isAny(): boolean {
    return this.#sent !== nothing;
  }

  /** Resolves when every node sends its steps of the topics, or took too long to confirm. */
  async send(names: readonly TopicName[]): Promise<void> {
    const watched = toWatched(names);
    if (JSON.stringify(watched) !== this.#sent) this.#send(watched);
    await this.#sending;
  }

  stop(): void {
    this.#wake?.cancel();
    this.#wake = null;
  }

  #send(names: WatchedNames): void {
    this.#names = names;
    this.#sent = JSON.stringify(names);
    this.#living = this.#peers.living().join();
    this.#looks = 0;
    if (!this.isAny) this.stop();
    else this.#wake ??= this.#lookLater();
    this.#sending = this.#ask(names);
  }

  async #ask(names: WatchedNames): Promise<void> {
    const answers = await this.#questions.ask("watch", names);
    const received = answers.flatMap(({ answer }) =>
      Array.isArray(answer) ? (answer as readonly OutsideFacts[]) : [],
    );
    for (const facts of received) this.#note(facts);
  }

  #lookLater(): Wake {
    return this.#clock.wakeAt(this.#clock.nowMs() + lookEveryMs, () => {
      this.#wake = this.#lookLater();
      this.#looks += 1;
      const isDue = this.#looks >= looksBetweenSends || this.#living !== this.#peers.living().join();
      if (isDue) this.#send(this.#names);
    });
  }
}

function toWatched(names: readonly TopicName[]): WatchedNames {
  const namesOf = (kind: TopicName["kind"]): readonly string[] =>
    names
      .filter((one) => one.kind === kind)
      .map(({ name }) => name)
      .sort();
  return {
    everything: namesOf("everything").length > 0,
    actors: namesOf("actor"),
    conversations: namesOf("conversation"),
    outside: namesOf("outside"),
  };
}

const nobody = toWatched([]);
const nothing = JSON.stringify(nobody);
