import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { TakenTransition } from "../logic/watched-step.ts";
import type { AnyEffect, AnyEvent } from "../pending.ts";

/**
 * What the history keeps of an event or effect: its type, and our own numbers, switches and names. It leaves out the texts and
 * names of people and every secret; the chat's own rows have them. Flat, because every step writes it.
 */
export interface StepOutline {
  readonly type: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/** The effect of one event on one actor. */
export interface Step {
  readonly event: AnyEvent;
  /** The cause of the complete turn: a request, deadline, attempt or similar. */
  readonly cause: string;
  /** The actor that sent the event; `null` when it came from outside the conversation. */
  readonly from: ActorKey | null;
  /** `null` when the event created the actor. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly AnyEffect[];
  /** `null` when the event created the actor. Neither context is changed afterwards, so both may be kept. */
  readonly contextBefore: unknown;
  readonly context: unknown;
}

/** A part of the context that a step changed, by its number. */
export interface StoredChange {
  readonly part: number;
  /** Its value before the step. Absent for a part of which no values are kept. */
  readonly was?: string | number | boolean | null;
  /** The length of the list before the step. */
  readonly count?: number;
}

/** A step as it is kept, without text that people wrote. */
export interface StoredStep {
  readonly event: StepOutline;
  readonly cause: string;
  readonly from: ActorKey | null;
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly StepOutline[];
  /** The changes of the context; `null` in a row of a version that did not keep them. */
  readonly changes: readonly StoredChange[] | null;
}

/** What one commit did to one actor. */
export interface HistoryEntry {
  readonly actor: ActorKey;
  /** The revision of the actor's row in the same commit. */
  readonly revision: number;
  /** Number of the row with the actor's previous steps; 0 when there are none. */
  readonly previous: number;
  /** How many earlier steps of the same commit the entry leaves out. */
  readonly skipped: number;
  /** In order. */
  readonly steps: readonly StoredStep[];
}

/** What only a watcher sees of a step. */
export interface SeenStep {
  readonly taken: readonly TakenTransition[];
}

/** One step of a watched actor, as it was committed. */
export interface WatchedStep extends Step, SeenStep {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  /** The time of the commit. */
  readonly atMs: number;
  /** The revision of the actor's row after the commit. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0; null for a step that changed nothing, which is not kept. */
  readonly index: number | null;
}

/** A watcher of actors. */
export interface Watcher {
  /** Called before each step while anything is watched. */
  isWatched(actor: ActorKey, conversation: ConversationKey): boolean;
  /** Called after the commit, with the steps in order. An error that it throws is logged and has no other effect. */
  show(steps: readonly WatchedStep[]): void;
}

/** Keeps the watcher while anything is watched. Without a watcher it costs one check for each step. */
export class Watching {
  watcher: Watcher | null = null;
}
