import type { ClearDeadlineEffect, RefuseEffect, SetDeadlineEffect, Tell, TellEffect } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import { Defect } from "../core/result.ts";
import type { FeedEntry, LockedRows, RowName, RowReader, Write } from "../ports/store.ts";
import type { ActorSet, StepScope } from "./actor-definition.ts";
import type { Conversation } from "./conversation.ts";
import { Cell } from "./conversation.ts";
import type { Draft } from "./draft.ts";
import type { SeenStep, Step, Watching } from "./history/step-record.ts";
import type { TakenTransition } from "./logic/watched-step.ts";
import type { Numbers } from "./numbers.ts";
import type { AnyEffect, AnyEvent, PendingEvent, SoughtTarget } from "./pending.ts";

/** What all steps of the process share. */
export interface Kernel {
  readonly actors: ActorSet;
  readonly host: Host;
  readonly numbers: Numbers;
  /** The longest chain of tells inside a conversation. */
  readonly tellDepthMax: number;
  /** Makes a ULID: for a tell to another conversation, or a row. */
  readonly newId: () => string;
  readonly watching: Watching;
}

/** One commit that is being put together. */
export interface Commit {
  readonly kernel: Kernel;
  readonly draft: Draft;
  readonly rows: LockedRows;
  /** Keys that were made in this commit: their actors have no rows to look for. */
  readonly newKeys: Set<ActorKey>;
}

/**
 * The functions of the product that the kernel needs besides the definitions of its actors. The kernel calls all of them within a
 * commit.
 */
export interface Host {
  /** Finds or creates the actor for an event that names none; `undefined` where there is no such actor. */
  find(conversation: Conversation, target: SoughtTarget, event: AnyEvent, commit: Commit): Cell | undefined;
  /**
   * Handles an event that no actor receives. Returns the tells of the result to actors of the conversation; `null` for every other
   * event.
   */
  handleWithoutActor(
    conversation: Conversation,
    target: SoughtTarget,
    event: AnyEvent,
    commit: Commit,
  ): readonly Tell<AnyEvent>[] | null;
  /**
   * The rows that the event will read, beside its target. Only a store across a network uses them. A missing row costs a second
   * try.
   */
  rowsOf(event: AnyEvent): readonly RowName[];
  /**
   * The counters from which the events of one mailbox may need numbers, one entry for each number. Only a store of many writers
   * uses them.
   */
  numbersOf(conversation: Conversation, events: readonly PendingEvent[], rows: RowReader): readonly string[];
  /** The result of an event in the form that its sender receives. */
  resultOf(result: unknown, conversation: Conversation): unknown;
}

/** The result of one event, before the commit. */
export interface StepResult {
  readonly refusal: string | null;
  readonly result: unknown;
  readonly answer: number;
  readonly tellIds: readonly string[];
  /** How many actors were stepped, the refusing one included. */
  readonly steps: number;
}

/** The result of an event so far. */
interface Progress extends StepResult {
  refusal: string | null;
  result: unknown;
  answer: number;
  readonly tellIds: string[];
  steps: number;
  readonly cause: string;
  /** Actors of the conversation that received a tell and are not stepped yet. */
  readonly queue: Receiver[];
}

/** A cell, the event that it receives, the event's sender, and the number of tells that led to it. */
interface Receiver {
  readonly cell: Cell;
  readonly event: AnyEvent;
  /** The event created the actor, and there is nothing else to do. */
  readonly isBirth: boolean;
  readonly from: ActorKey | null;
  readonly depth: number;
}

/** The cell of an event's target: live, rehydrated, or created by this event; `undefined` when there is none. */
export function findCell(
  conversation: Conversation,
  { target, event }: PendingEvent,
  commit: Commit,
): Cell | undefined {
  return target.kind === "actor"
    ? findActor(conversation, target.actor, event, commit)
    : commit.kernel.host.find(conversation, target, event, commit);
}

/** The cell of the actor that receives an event: live, rehydrated, or created by the event; `undefined` when no such actor exists. */
export function findActor(
  conversation: Conversation,
  key: ActorKey,
  event: AnyEvent,
  { rows, kernel, newKeys }: Commit,
): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined && (live.revision === 0 || rows.isCurrent(key, live.revision))) return live;
  const definition = kernel.actors.of(key);
  const isBirth = definition.birthEvent === event.type;
  // An actor with `isBornReady` receives its birth event once, under a new id: it has no row yet.
  const row = (isBirth && definition.isBornReady) || newKeys.has(key) ? undefined : rows.read("actor", [key]);
  if (row === undefined && !isBirth) return undefined;
  const cell =
    row === undefined ? Cell.create(definition, key, conversation.key, event) : Cell.rehydrate(definition, row);
  conversation.cells.set(key, cell);
  return cell;
}

/** Returns an actor that exists; the cell is not added to the live ones. */
function readActor(conversation: Conversation, key: ActorKey, { rows, kernel, newKeys }: Commit): Cell | undefined {
  const live = conversation.cells.get(key);
  if (live !== undefined) return live;
  const row = newKeys.has(key) ? undefined : rows.read("actor", [key]);
  return row === undefined ? undefined : Cell.rehydrate(kernel.actors.of(key), row);
}

/** Steps the cell and, breadth first, the actors that it tells inside the conversation. */
export function stepAll(
  conversation: Conversation,
  cell: Cell,
  { event, cause, from }: PendingEvent,
  commit: Commit,
): StepResult {
  const progress = newProgress(cause);
  const completed = cell.definition.complete(event, conversation, commit.rows);
  stepOnly(conversation, { cell, event: completed, isBirth: false, from: from ?? null, depth: 0 }, progress, commit);
  stepQueue(conversation, progress, commit);
  return progress;
}

/**
 * Lets the host handle an event without an actor, and steps the actors that receive its tells. Returns `null` for an event that an
 * actor must receive.
 */
export function stepWithoutActor(
  conversation: Conversation,
  target: SoughtTarget,
  { event, cause }: PendingEvent,
  commit: Commit,
): StepResult | null {
  const tells = commit.kernel.host.handleWithoutActor(conversation, target, event, commit);
  if (tells === null) return null;
  const progress = newProgress(cause);
  for (const tell of tells) tellInside(conversation, null, tell, 0, progress, commit);
  stepQueue(conversation, progress, commit);
  return progress;
}

const newProgress = (cause: string): Progress => ({
  refusal: null,
  result: null,
  answer: 0,
  tellIds: [],
  queue: [],
  steps: 0,
  cause,
});

function stepQueue(conversation: Conversation, progress: Progress, commit: Commit): void {
  const { queue } = progress;
  for (let next = queue.shift(); next !== undefined && progress.refusal === null; next = queue.shift()) {
    stepOnly(conversation, next, progress, commit);
  }
}

function stepOnly(conversation: Conversation, receiver: Receiver, progress: Progress, commit: Commit): void {
  const { cell, depth } = receiver;
  commit.draft.willStep(cell);
  progress.steps += 1;
  const { step, seen } = takeStep(conversation, receiver, progress, commit);
  if (step.effects.length > 0) {
    const stepping = new Stepping(conversation, cell, step.before, depth, progress, commit);
    for (const effect of step.effects) stepping.keep(effect);
  }
  if (progress.refusal === null) commit.draft.hasStepped(cell, conversation, step, seen);
}

/** Steps the machine. A watcher of the actor sees more than the history keeps. */
function takeStep(
  conversation: Conversation,
  { cell, event, isBirth, from }: Receiver,
  { cause }: Progress,
  { kernel: { watching } }: Commit,
): { readonly step: Step; readonly seen: SeenStep | null } {
  const before = cell.revision === 0 && !cell.isInDraft ? null : cell.state;
  const isWatched = watching.watcher?.isWatched(cell.key, conversation.key) === true;
  const taken: TakenTransition[] | null = isWatched ? [] : null;
  const contextBefore = before === null ? null : cell.context;
  const effects = isBirth ? cell.takeEffects() : cell.step(event, taken);
  const { state: after, context } = cell;
  const step: Step = { event, cause, from, before, after, effects, contextBefore, context };
  return { step, seen: taken === null ? null : { taken } };
}

type KernelEffect = RefuseEffect | SetDeadlineEffect | ClearDeadlineEffect | TellEffect<AnyEvent>;
const isOfKernel = (effect: AnyEffect): effect is KernelEffect => kernelEffects.has(effect.type);
const kernelEffects: ReadonlySet<string> = new Set<KernelEffect["type"]>([
  "effect.request.refuse",
  "effect.deadline.set",
  "effect.deadline.clear",
  "effect.actor.tell",
]);

/** One actor's step, while its effects are kept. */
class Stepping implements StepScope {
  readonly conversation: Conversation;
  readonly before: string | null;
  readonly #cell: Cell;
  /** How many tells led to this step. */
  readonly #depth: number;
  readonly #progress: Progress;
  readonly #commit: Commit;

  constructor(
    conversation: Conversation,
    cell: Cell,
    before: string | null,
    depth: number,
    progress: Progress,
    commit: Commit,
  ) {
    this.conversation = conversation;
    this.before = before;
    this.#cell = cell;
    this.#depth = depth;
    this.#progress = progress;
    this.#commit = commit;
  }

  keep(effect: AnyEffect): void {
    if (!isOfKernel(effect)) {
      const { key, definition } = this.#cell;
      const keep = definition.keep[effect.type];
      if (keep === undefined)
        throw new Defect(`${key} emitted ${effect.type}, but ${definition.kind} has no handler to keep this effect`);
      keep(effect, this);
      return;
    }
    switch (effect.type) {
      case "effect.request.refuse":
        this.#progress.refusal = effect.message;
        return;
      case "effect.actor.tell":
        for (const tell of effect.tells) this.tell(tell);
        return;
      case "effect.deadline.set":
        this.#setDeadline(effect);
        return;
      case "effect.deadline.clear":
        this.#commit.draft.clearDeadline(this.#cell, effect.id);
    }
  }

  get actor(): ActorKey {
    return this.#cell.key;
  }

  get state(): string {
    return this.#cell.state;
  }

  get context(): unknown {
    return this.#cell.context;
  }

  get listedState(): string | null {
    return this.#cell.listedState;
  }

  get rows(): RowReader {
    return this.#commit.rows;
  }

  get host(): Host {
    return this.#commit.kernel.host;
  }

  get feed(): FeedEntry[] {
    return this.#commit.draft.feed;
  }

  get result(): unknown {
    return this.#progress.result;
  }

  setResult(result: unknown, answer: number): void {
    this.#progress.result = result;
    this.#progress.answer = answer;
  }

  write(write: Write): void {
    this.#commit.draft.write(write);
  }

  release(effect: AnyEffect): void {
    const { key: actor, revision } = this.#cell;
    const { draft } = this.#commit;
    const { key: conversation } = this.conversation;
    draft.released.push({ effect, actor, conversation, revision: revision + 1, ...draft.releasedAt });
  }

  /** Inside the conversation the receiving actor is stepped in this commit; for any other conversation the tell is stored. */
  tell(tell: Tell<AnyEvent>): void {
    const { key } = this.#cell;
    if (tell.conversation !== undefined && tell.conversation !== this.conversation.key) {
      this.#progress.tellIds.push(storeTell(key, tell, tell.conversation, this.#commit));
      return;
    }
    if (this.#depth >= this.#commit.kernel.tellDepthMax)
      throw new Defect(`The chain of tells that ${key} continued is too long: expected at most ${this.#depth} tells`);
    tellInside(this.conversation, key, tell, this.#depth, this.#progress, this.#commit);
  }

  readActor(key: ActorKey): Cell | undefined {
    return readActor(this.conversation, key, this.#commit);
  }

  newId(): string {
    return this.#commit.kernel.newId();
  }

  #setDeadline({ id, atMs: askedMs, atRestart }: SetDeadlineEffect): void {
    const { draft } = this.#commit;
    // A deadline for the outcome of a request counts from the latest time at which the request may leave.
    const atMs = atRestart ? askedMs + draft.leewayMs : askedMs;
    const { key: conversation } = this.conversation;
    draft.setDeadline(this.#cell, { id, atMs, atRestart, actor: this.#cell.key, conversation });
  }
}

function tellInside(
  conversation: Conversation,
  from: ActorKey | null,
  tell: Tell<AnyEvent>,
  depth: number,
  progress: Progress,
  commit: Commit,
): void {
  const isKnown = conversation.cells.has(tell.to);
  const cell = findActor(conversation, tell.to, tell.event, commit);
  if (cell === undefined) throw new Defect(`${tell.to} was told ${tell.event.type}, but this actor does not exist`);
  const isBorn = !isKnown && cell.revision === 0 && cell.definition.isBornReady;
  progress.queue.push({ cell, event: tell.event, isBirth: isBorn, from, depth: depth + 1 });
}

function storeTell(
  from: ActorKey,
  { to, event }: Tell<AnyEvent>,
  conversation: Conversation["key"],
  commit: Commit,
): string {
  const id = commit.kernel.newId();
  const row = { id, to, conversation, event: JSON.stringify(event), from };
  commit.draft.write({ table: "tell", key: [id], row });
  commit.draft.tells.push(row);
  return id;
}
