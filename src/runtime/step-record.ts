import type { ActorKey } from "../../machines/ids.ts";
import type { ActorEvent, Effect } from "./effects.ts";
import type { StepOutline } from "./outline.ts";
import { outlineEffects, outlineEvent } from "./outline.ts";

/** What one event did to one actor. */
export interface Step {
  readonly event: ActorEvent;
  /** Request, deadline, attempt or what else made the whole turn happen. */
  readonly cause: string;
  /** Who told the actor; `null` when it was told from outside its conversation. */
  readonly from: ActorKey | null;
  /** `null` when the event brought it to life. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly Effect[];
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
  /** In their order. */
  readonly steps: readonly StoredStep[];
}

/** Of one commit's steps of an actor the last ones are kept. */
const stepsOfCommitMax = 32;

export const toStoredSteps = (steps: readonly Step[]): readonly StoredStep[] =>
  steps.slice(-stepsOfCommitMax).map(toStored);

const toStored = ({ event, cause, from, before, after, effects }: Step): StoredStep => ({
  event: outlineEvent(event),
  cause,
  from,
  before,
  after,
  effects: outlineEffects(effects),
});
