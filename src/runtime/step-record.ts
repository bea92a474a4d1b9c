import type { ActorKey } from "../../machines/ids.ts";
import type { StepRow, Write } from "../ports/store.ts";
import type { ActorEvent, Effect } from "./effects.ts";
import type { StepOutline } from "./outline.ts";
import { outlineEffect, outlineEvent } from "./outline.ts";

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

/** Commits of each actor that are kept, the newest in place of the oldest. */
export const stepSlots = 32;
/** Of one commit's steps the last ones are kept. */
const stepsOfCommitMax = 32;

/** Where the steps of an actor's commit lie. */
export const slotOf = (revision: number): number => revision % stepSlots;

/** The row of the steps one commit made an actor take. */
export const stepWrite = (actor: ActorKey, revision: number, atMs: number, steps: readonly Step[]): Write => ({
  table: "step",
  key: [actor, slotOf(revision)],
  row: { revision, atMs, steps: JSON.stringify(steps.slice(-stepsOfCommitMax).map(toStored)) },
});

/** Deletes what is kept of an actor that has come to this revision. */
export const stepRemovals = (actor: ActorKey, revision: number): readonly Write[] =>
  Array.from({ length: Math.min(revision, stepSlots) }, (_, index) => ({
    table: "step" as const,
    key: [actor, slotOf(index + 1)] as const,
    row: null,
  }));

/** In their order. */
export const readSteps = (row: StepRow): readonly StoredStep[] => JSON.parse(row.steps);

const toStored = ({ event, cause, from, before, after, effects }: Step): StoredStep => ({
  event: outlineEvent(event),
  cause,
  from,
  before,
  after,
  effects: effects.map(outlineEffect),
});
