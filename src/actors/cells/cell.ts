import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { ActorRow, RowReader, StoredDeadline } from "../../ports/store.ts";
import type { Actor, AnyEffect, AnyEvent } from "../actor-definition.ts";
import type { ActorState, TakenTransition } from "./live-actor.ts";
import { LiveActor } from "./live-actor.ts";
import { readStored } from "./stored-actor.ts";

/** What an actor was after a step, as its row tells it. */
export interface Decided {
  readonly state: string;
  readonly context: unknown;
  readonly deadlines: readonly StoredDeadline[];
  readonly sinceMs: number;
}

/**
 * One actor in memory: live, or what it decided last. It is a cache of its row: whoever drops it loses nothing that was
 * committed. A step that throws leaves the cell unusable; it must be dropped.
 */
export class Cell {
  readonly key: ActorKey;
  readonly conversation: ConversationKey;
  readonly definition: Actor;
  /** Revision of the row this cell continues; 0 before its first commit. */
  revision: number;
  /** The state under which the store lists the actor. */
  listedState: string | null;
  /** The store has it in its definition's second list. */
  isListedMarked: boolean;
  /** Stepped in the commit that is being put together. */
  isInDraft = false;
  /** There is no row that says what it is like now. */
  isChanged: boolean;
  /** When it came into its state; 0 where nobody noted it. */
  sinceMs: number;
  /** Where its last steps are kept; 0 where there are none. */
  historyAt: number;
  #deadlines: readonly StoredDeadline[];
  #actor: LiveActor | ActorState;

  private constructor(
    definition: Actor,
    actor: LiveActor | ActorState,
    row: Pick<ActorRow, "actor" | "conversation" | "revision" | "deadlines" | "sinceMs" | "historyAt">,
    listedState: string | null,
  ) {
    this.key = row.actor;
    this.conversation = row.conversation;
    this.definition = definition;
    this.revision = row.revision;
    this.listedState = listedState;
    this.isListedMarked = listedState !== null && definition.marked?.isMarked(actor.context) === true;
    this.isChanged = row.revision === 0;
    this.sinceMs = row.sinceMs ?? 0;
    this.historyAt = row.historyAt ?? 0;
    this.#deadlines = row.deadlines.length === 0 ? noDeadlines : row.deadlines;
    this.#actor = actor;
  }

  /** A new actor; what its first states ask for comes out of the first `step` or `takeEffects`. */
  static create(definition: Actor, key: ActorKey, conversation: ConversationKey, input: object): Cell {
    const row = { actor: key, conversation, revision: 0, deadlines: noDeadlines };
    return new Cell(definition, LiveActor.create(definition.machine, input), row, null);
  }

  /** Continues a stored actor, healed by the rows its definition asks for. Throws when the row does not fit the machine. */
  static rehydrate(definition: Actor, row: ActorRow, rows: Pick<RowReader, "read"> | null = null): Cell {
    const { state, context } = readStored(definition, row);
    const { healing } = definition;
    const healed = healing === null || rows === null ? context : healing.heal(context, rows);
    return new Cell(definition, restoreLive(definition, { state, context: healed }), row, state);
  }

  /** Runs one event through the machine; answers the effects in the order they were emitted. Whoever watches gets the transitions in `taken`. */
  step(event: AnyEvent, taken: TakenTransition[] | null = null): readonly AnyEffect[] {
    const actor = this.#actor instanceof LiveActor ? this.#actor : restoreLive(this.definition, this.#actor);
    this.#actor = actor;
    if (taken === null ? actor.send(event) : actor.sendTraced(event, taken)) this.isChanged = true;
    return actor.takeEffects();
  }

  takeEffects(): readonly AnyEffect[] {
    return this.#actor instanceof LiveActor ? this.#actor.takeEffects() : [];
  }

  get state(): string {
    return String(this.#actor.state);
  }

  get context(): unknown {
    return this.#actor.context;
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

  /** What it decided, for a row that may have to be made of it later. Machines change no context: they make another. */
  decided(): Decided {
    const { state, context } = this.#actor;
    return { state: String(state), context, deadlines: this.#deadlines, sinceMs: this.sinceMs };
  }

  /** The row as it is to be stored, one revision on: of what the cell is now, or of what it decided before. */
  nextRow(decided: Decided = this.decided()): ActorRow {
    const { state, context, deadlines, sinceMs } = decided;
    return {
      actor: this.key,
      conversation: this.conversation,
      machine: this.definition.kind,
      version: this.definition.version,
      revision: this.revision + 1,
      state,
      context: this.definition.form.encode(context),
      deadlines,
      sinceMs,
      historyAt: this.historyAt,
    };
  }

  /** Lets the XState actor go and keeps what it decided: the next step makes another of that. */
  letGo(): void {
    if (!(this.#actor instanceof LiveActor)) return;
    const { state, context } = this.#actor;
    this.#actor = { state, context };
  }
}

const restoreLive = ({ machine }: Actor, decided: ActorState): LiveActor => LiveActor.restore(machine, decided);

/** Shared: most actors have none. */
const noDeadlines: readonly StoredDeadline[] = [];
