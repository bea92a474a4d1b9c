import type { TellEffect } from "../../../machines/effects.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { AnyEffect, AnyEvent } from "../actor-definition.ts";
import type { StepOutline } from "./outline.ts";

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
}

/** A step as it is kept, without text that people wrote. */
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
  /** The revision of the actor's row in the same commit. */
  readonly revision: number;
  /** Number of the row with the actor's previous steps; 0 when there are none. */
  readonly previous: number;
  /** How many earlier steps of the same commit the entry leaves out. */
  readonly skipped: number;
  /** In order. */
  readonly steps: readonly StoredStep[];
}

export const isTell = (effect: AnyEffect): effect is TellEffect<AnyEvent> => effect.type === "effect.actor.tell";
