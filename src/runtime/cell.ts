import type { Actor, AnyStateMachine } from "xstate";
import type { ChatInput } from "../../machines/chat/chat.types.ts";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { Defect } from "../core/assert.ts";
import type { ActorKind } from "../core/ids.ts";
import { actorKindOf } from "../core/ids.ts";
import type { ActorRow, StoredDeadline } from "../ports/store.ts";
import type { ActorDefinition } from "./definitions.ts";
import { createNewActor, definitions, restoreActor } from "./definitions.ts";
import type { ActorEvent, Effect } from "./effects.ts";
import { readStoredActor } from "./migrations.ts";

/**
 * One live actor. It is a cache of its row: whoever drops it loses nothing that was committed.
 * A step that throws leaves the cell unusable; it must be dropped.
 */
export class Cell {
  readonly key: ActorKey;
  readonly conversation: ConversationKey;
  /** Revision of the row this cell continues; 0 before its first commit. */
  revision: number;
  /** The state under which the store lists the actor. */
  listedState: string | null;
  /** Stepped in the commit that is being put together. */
  isInDraft = false;
  readonly deadlines: Map<string, StoredDeadline>;
  readonly #definition: ActorDefinition;
  readonly #actor: Actor<AnyStateMachine>;
  #effects: Effect[] = [];
  #defect: unknown;

  private constructor(
    definition: ActorDefinition,
    actor: Actor<AnyStateMachine>,
    row: Pick<ActorRow, "actor" | "conversation" | "revision" | "deadlines">,
    listedState: string | null,
  ) {
    this.key = row.actor;
    this.conversation = row.conversation;
    this.revision = row.revision;
    this.listedState = listedState;
    this.deadlines = new Map(row.deadlines.map((deadline) => [deadline.id, deadline]));
    this.#definition = definition;
    this.#actor = actor;
    actor.on("*", (emitted) => this.#effects.push(emitted as Effect));
    actor.subscribe({
      error: (error) => {
        this.#defect = error ?? new Defect("An actor failed without saying why");
      },
    });
    actor.start();
  }

  /** A new actor; what its first states ask for comes out of the first `step` or `takeEffects`. */
  static create(key: ActorKey, conversation: ConversationKey, input: ActorEvent | ChatInput): Cell {
    const definition = definitions[actorKindOf(key)];
    const row = { actor: key, conversation, revision: 0, deadlines: [] };
    return new Cell(definition, createNewActor(definition, input), row, null);
  }

  /** Continues a stored actor. Throws when the row does not fit the machine. */
  static rehydrate(row: ActorRow): Cell {
    const definition = definitions[actorKindOf(row.actor)];
    const { state, context } = readStoredActor(row, definition.kind);
    const actor = restoreActor(definition, state, context);
    return new Cell(definition, actor, row, String(state));
  }

  /** Runs one event through the machine; answers the effects in the order they were emitted. */
  step(event: ActorEvent): readonly Effect[] {
    this.#actor.send(event);
    return this.takeEffects();
  }

  takeEffects(): readonly Effect[] {
    if (this.#defect !== undefined) throw this.#defect;
    const effects = this.#effects;
    if (effects.length > 0) this.#effects = [];
    return effects;
  }

  get kind(): ActorKind {
    return this.#definition.kind;
  }

  get state(): string {
    return String(this.#actor.getSnapshot().value);
  }

  get context(): unknown {
    return this.#actor.getSnapshot().context;
  }

  /** The row as it is to be stored, one revision on. */
  nextRow(): ActorRow {
    const snapshot = this.#actor.getSnapshot();
    return {
      actor: this.key,
      conversation: this.conversation,
      machine: this.#definition.kind,
      version: this.#definition.version,
      revision: this.revision + 1,
      state: JSON.stringify(snapshot.value),
      context: JSON.stringify(snapshot.context),
      deadlines: this.deadlines.size === 0 ? noDeadlines : [...this.deadlines.values()],
    };
  }

  stop(): void {
    this.#actor.stop();
  }
}

const noDeadlines: readonly StoredDeadline[] = [];
