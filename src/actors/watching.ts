import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { Step } from "./history/step-record.ts";
import type { TakenTransition } from "./logic/watched-step.ts";

/** What a machine was before and after a step. What it decided is never changed afterwards: it may be kept. */
export interface SeenStep {
  readonly contextBefore: unknown;
  readonly context: unknown;
  readonly taken: readonly TakenTransition[];
}

/** One step of an actor that somebody watches, as it was committed. */
export interface WatchedStep extends Step, SeenStep {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  /** That of the commit. */
  readonly atMs: number;
  /** Of the actor's row after the commit. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0; null for a step that left the actor as it was: it is not kept. */
  readonly index: number | null;
}

/** Whoever watches actors. */
export interface Watcher {
  /** Asked before each step while somebody watches anything. */
  isWatched(actor: ActorKey, conversation: ConversationKey): boolean;
  /** Told after the commit, in the order of the steps. What is thrown is logged and harms nobody. */
  show(steps: readonly WatchedStep[]): void;
}

/** The place where a watcher is put in while somebody watches. Nobody there: one question a step is all it costs. */
export class Watching {
  watcher: Watcher | null = null;
}
