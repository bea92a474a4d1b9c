import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { momentMs } from "../core/clock.ts";
import { Defect } from "../core/result.ts";
import type { ActorRow, RowName, StoredDeadline } from "../ports/store.ts";
import type { Actor, KeptConversation } from "./actor-definition.ts";
import type { CompiledSnapshot } from "./logic/stepper.ts";
import type { TakenTransition } from "./logic/watched-step.ts";
import { takeWatchedStep } from "./logic/watched-step.ts";
import type { AnyEffect, AnyEvent, PendingEvent } from "./pending.ts";
import { readStored } from "./stored-actor.ts";

/** An actor after a step, with the content of its row. */
export interface Decided {
  readonly state: string;
  readonly context: unknown;
  readonly deadlines: readonly StoredDeadline[];
  readonly sinceMs: number;
}

/**
 * One actor in memory. It is a cache of its row: dropping it loses nothing that was committed. A step that throws
 * leaves the cell unusable; the caller must drop it.
 */
export class Cell {
  readonly key: ActorKey;
  readonly conversation: ConversationKey;
  readonly definition: Actor;
  /** Revision of the row this cell continues; 0 before its first commit. */
  revision: number;
  /** The state under which the store lists the actor. */
  listedState: string | null;
  /** The store has the actor in the second list of its definition. */
  isListedMarked: boolean;
  /** It was stepped in the commit that is being put together. */
  isInDraft = false;
  /** No row holds its present state yet. */
  isChanged: boolean;
  /** When it entered its state; 0 where that is not known. */
  sinceMs: number;
  /** The history row with its last steps; 0 where there are none. */
  historyAt: number;
  #deadlines: readonly StoredDeadline[];
  #snapshot: CompiledSnapshot;
  /** The effects of its first states, until a caller takes them. */
  #effects: AnyEffect[];

  private constructor(
    definition: Actor,
    snapshot: CompiledSnapshot,
    effects: AnyEffect[],
    row: Pick<ActorRow, "actor" | "conversation" | "revision" | "deadlines" | "sinceMs" | "historyAt">,
    listedState: string | null,
  ) {
    this.key = row.actor;
    this.conversation = row.conversation;
    this.definition = definition;
    this.revision = row.revision;
    this.listedState = listedState;
    this.isListedMarked = listedState !== null && definition.marked?.isMarked(snapshot.context) === true;
    this.isChanged = row.revision === 0;
    this.sinceMs = row.sinceMs ?? 0;
    this.historyAt = row.historyAt ?? 0;
    this.#deadlines = row.deadlines.length === 0 ? noDeadlines : row.deadlines;
    this.#snapshot = snapshot;
    this.#effects = effects;
  }

  /** Creates a new actor. The first `step` or `takeEffects` returns the effects of its first states. */
  static create(definition: Actor, key: ActorKey, conversation: ConversationKey, input: object): Cell {
    const row = { actor: key, conversation, revision: 0, deadlines: noDeadlines };
    const effects: AnyEffect[] = [];
    return new Cell(definition, definition.logic.begin(input, effects), effects, row, null);
  }

  /** Rehydrates a stored actor. Throws when the row does not fit the machine. */
  static rehydrate(definition: Actor, row: ActorRow): Cell {
    const { state, context } = readStored(definition, row);
    const snapshot = definition.logic.restore(state, Object(context));
    return new Cell(definition, snapshot, noEffects, row, state);
  }

  /**
   * Runs one event through the machine; returns the effects in the order they were emitted. A watcher gets the transitions in
   * `taken`.
   */
  step(event: AnyEvent, taken: TakenTransition[] | null = null): readonly AnyEffect[] {
    const effects = this.#effects.length === 0 ? [] : this.#effects;
    this.#effects = noEffects;
    const { logic } = this.definition;
    const next =
      taken === null
        ? logic.step(this.#snapshot, event, effects)
        : takeWatchedStep(logic, this.#snapshot, event, effects, taken);
    if (next !== this.#snapshot) this.isChanged = true;
    this.#snapshot = next;
    return effects;
  }

  takeEffects(): readonly AnyEffect[] {
    const effects = this.#effects;
    this.#effects = noEffects;
    return effects;
  }

  get state(): string {
    return String(this.#snapshot.value);
  }

  get context(): unknown {
    return this.#snapshot.context;
  }

  deadline(id: string): StoredDeadline | undefined {
    return this.#deadlines.find((deadline) => deadline.id === id);
  }

  setDeadline(deadline: StoredDeadline): void {
    this.clearDeadline(deadline.id);
    this.#deadlines = [...this.#deadlines, deadline];
    this.isChanged = true;
  }

  clearDeadline(id: string): void {
    if (this.#deadlines.length === 0) return;
    const left = this.#deadlines.filter((deadline) => deadline.id !== id);
    if (left.length < this.#deadlines.length) this.isChanged = true;
    this.#deadlines = left.length === 0 ? noDeadlines : left;
  }

  /** Its state and context, for a row that may be made of them later. Machines never change a context: they make a new one. */
  decided(): Decided {
    const { value, context } = this.#snapshot;
    return { state: String(value), context, deadlines: this.#deadlines, sinceMs: this.sinceMs };
  }

  /** The row to store, with the next revision: of the cell's present state, or of an earlier decision. */
  nextRow(decided: Decided = this.decided()): ActorRow {
    const { state, context, deadlines, sinceMs } = decided;
    return {
      actor: this.key,
      conversation: this.conversation,
      machine: this.definition.kind,
      version: this.definition.form.version,
      revision: this.revision + 1,
      state,
      context: this.#encode(context),
      deadlines,
      sinceMs,
      historyAt: this.historyAt,
    };
  }

  #encode(context: unknown): Uint8Array {
    try {
      return this.definition.form.encode(context);
    } catch (cause) {
      throw new Defect(`The context of ${this.key} cannot be stored as ${this.definition.kind}`, { cause });
    }
  }
}

/** Shared: most actors have no deadlines. */
const noDeadlines: readonly StoredDeadline[] = [];
/** Shared, and never written to: a step without earlier effects creates a new list. */
const noEffects: AnyEffect[] = [];

/** The data in memory that one lock protects: waiting events, live cells, the host's data. */
export class Conversation implements KeptConversation {
  readonly key: ConversationKey;
  readonly cells = new CellSet();
  kept: object | null = null;
  /** Commits that contain rows of this conversation and are not durable yet. */
  commitsInFlight = 0;
  /** The stored revision of everything in memory; 0 when it is not known. In a store of one process it stays 0. */
  storedRevision = 0;
  /** What a turn missed: the next commit names it in its needs. */
  missed: Missed = nothingMissed;
  /** Used since the last sweep. */
  isRecent = true;
  /** It waits for its turn; the registry sets this. */
  isReady = false;
  /** When the mailbox stopped being empty, by the clock of the metrics. */
  mailSinceMs = 0;
  #mailbox: PendingEvent[] = noMail;

  constructor(key: ConversationKey) {
    this.key = key;
  }

  get isIdle(): boolean {
    return this.#mailbox.length === 0 && this.commitsInFlight === 0;
  }

  get mailCount(): number {
    return this.#mailbox.length;
  }

  addMail(pending: PendingEvent): void {
    if (this.#mailbox === noMail) {
      this.#mailbox = [pending];
      this.mailSinceMs = momentMs();
    } else this.#mailbox.push(pending);
  }

  /** Puts the events in front of all waiting ones. */
  putBack(events: readonly PendingEvent[]): void {
    this.#mailbox = [...events, ...this.#mailbox];
  }

  takeMail(): readonly PendingEvent[] {
    const mail = this.#mailbox;
    this.#mailbox = noMail;
    return mail;
  }

  /** Drops the data in memory if its revision differs from the stored revision. */
  followRevision(revision: number): void {
    if (this.storedRevision === revision) return;
    this.dropCells();
    this.storedRevision = revision;
  }

  /** Drops everything that can be read again. */
  dropCells(): void {
    this.cells.clear();
    this.kept = null;
    this.storedRevision = 0;
  }
}

/**
 * Rows that a turn read although the commit had not loaded them, and counters from which it drew more numbers than it had
 * requested.
 */
export interface Missed {
  readonly rows: readonly RowName[];
  readonly counters: readonly string[];
}

/** Shared: a store of one process can read any row at any time. */
export const nothingMissed: Missed = { rows: [], counters: [] };

/** Shared and never written to: most conversations have no waiting events. */
const noMail: PendingEvent[] = [];

/**
 * The cells of a conversation by their keys, in the order of their arrival. Most conversations have up to four cells, which are kept in
 * fields: a map takes 112 bytes more. The fifth cell turns the fields into a map, until all cells have left.
 */
export class CellSet {
  #first: Cell | null = null;
  #second: Cell | null = null;
  #third: Cell | null = null;
  #fourth: Cell | null = null;
  #many: Map<ActorKey, Cell> | null = null;

  get size(): number {
    if (this.#many !== null) return this.#many.size;
    if (this.#first === null) return 0;
    if (this.#second === null) return 1;
    if (this.#third === null) return 2;
    return this.#fourth === null ? 3 : 4;
  }

  get(key: ActorKey): Cell | undefined {
    if (this.#many !== null) return this.#many.get(key);
    if (this.#first?.key === key) return this.#first;
    if (this.#second?.key === key) return this.#second;
    if (this.#third?.key === key) return this.#third;
    return this.#fourth?.key === key ? this.#fourth : undefined;
  }

  has(key: ActorKey): boolean {
    return this.get(key) !== undefined;
  }

  /** Replaces the cell with this key, or appends the new one. */
  set(key: ActorKey, cell: Cell): void {
    if (this.#many !== null) this.#many.set(key, cell);
    else if (this.#first === null || this.#first.key === key) this.#first = cell;
    else if (this.#second === null || this.#second.key === key) this.#second = cell;
    else if (this.#third === null || this.#third.key === key) this.#third = cell;
    else if (this.#fourth === null || this.#fourth.key === key) this.#fourth = cell;
    else {
      const many = new Map(this.#few().map((known) => [known.key, known]));
      this.clear();
      this.#many = many.set(key, cell);
    }
  }

  delete(key: ActorKey): void {
    if (this.#many !== null) {
      this.#many.delete(key);
      if (this.#many.size === 0) this.#many = null;
      return;
    }
    // The cells after the removed one move up.
    let isFound = this.#first?.key === key;
    if (isFound) this.#first = this.#second;
    isFound ||= this.#second?.key === key;
    if (isFound) this.#second = this.#third;
    isFound ||= this.#third?.key === key;
    if (isFound) this.#third = this.#fourth;
    if (isFound || this.#fourth?.key === key) this.#fourth = null;
  }

  clear(): void {
    this.#first = null;
    this.#second = null;
    this.#third = null;
    this.#fourth = null;
    this.#many = null;
  }

  values(): Iterable<Cell> {
    return this.#many === null ? this.#few() : this.#many.values();
  }

  #few(): Cell[] {
    return [this.#first, this.#second, this.#third, this.#fourth].filter((cell) => cell !== null);
  }
}
