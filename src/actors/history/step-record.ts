import type { TellEffect } from "../../../machines/effects.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { AnyEffect, AnyEvent } from "../actor-definition.ts";
import type { StepOutline } from "./outline.ts";

/** What one event did to one actor. */
export interface Step {
  readonly event: AnyEvent;
  /** Request, deadline, attempt or what else made the whole turn happen. */
  readonly cause: string;
  /** Who told the actor; `null` when it was told from outside its conversation. */
  readonly from: ActorKey | null;
  /** `null` when the event brought it to life. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly AnyEffect[];
}

/** A step as it is kept, without words of people. */
export interface StoredStep {
  readonly event: StepOutline;
  readonly cause: string;
  readonly from: ActorKey | null;
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly StepOutline[];
}

/** What one commit did to one actor. */
export interface HistoryEntry {
  readonly actor: ActorKey;
  /** Of the actor's row in the same commit. */
  readonly revision: number;
  /** Number of the row with the actor's steps before these; 0 when there are none. */
  readonly previous: number;
  /** How many steps before these the commit made and the entry does not hold. */
  readonly skipped: number;
  /** In their order. */
  readonly steps: readonly StoredStep[];
}

export const isTell = (effect: AnyEffect): effect is TellEffect<AnyEvent> => effect.type === "effect.actor.tell";
