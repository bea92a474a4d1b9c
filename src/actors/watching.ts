import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { Step } from "./history/step-record.ts";
import type { TakenTransition } from "./logic/watched-step.ts";

/** A machine before and after a step. Its decisions are never changed afterwards, so they may be kept. */
export interface SeenStep {
  readonly contextBefore: unknown;
  readonly context: unknown;
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
