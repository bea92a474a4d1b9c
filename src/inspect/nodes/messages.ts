import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { WatchedStep } from "../../actors/history/step-record.ts";
import type { InspectedStep } from "../../codec/inspect/inspected.types.ts";
import type { ActorStatus } from "../../ports/inspector.ts";

/** A step of another node. That node has masked its secrets. */
export interface SentStep {
  readonly node: string;
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly revision: number;
  readonly atMs: number;
  /** The position among the actor's steps of that commit, null for a step that is not stored. */
  readonly index: number | null;
  readonly step: InspectedStep;
}

/** Steps of one actor that were not sent, because there were too many. For an actor of another program, its address is also its conversation. */
export interface MissedSteps {
  readonly actor: string;
  readonly conversation: string;
  readonly count: number;
}

/** Steps of one actor that are not shown. `null` means an unknown number. */
export interface MissedHere extends Omit<MissedSteps, "count"> {
  readonly count: number | null;
}

/** An actor of another program, in its current state or after a step. */
export interface SentOutside {
  readonly facts: OutsideFacts;
  /** `null` when the actor is new or was replaced, without a step. */
  readonly step: InspectedStep | null;
}

/** An answer for one node. The others ignore it. */
export interface SpokenTo {
  readonly to: string;
  readonly number: number;
  readonly answer: unknown;
}

/** A message of the topic `steps`: it has one of these fields, or those of an answer. */
export interface StepsMessage extends Partial<SpokenTo> {
  readonly steps?: readonly Omit<SentStep, "node">[];
  readonly missed?: readonly MissedSteps[];
  readonly outside?: SentOutside;
}

/** The topics that a node watches. */
export interface WatchedNames {
  readonly everything: boolean;
  readonly actors: readonly string[];
  readonly conversations: readonly string[];
  readonly outside: readonly string[];
}

/** A message of the topic `watch`. */
export interface Question {
  readonly number: number;
  readonly about: string;
  readonly value: unknown;
}

// The same program on another node wrote the text, so it needs no check.
export const readQuestion = (text: string): Question => JSON.parse(text);
export const readStepsMessage = (text: string): StepsMessage => JSON.parse(text);

/** A step of this node or of another one. */
export type AnyStep = WatchedStep | SentStep;

/** An actor of another program, for display. */
export interface OutsideFacts {
  readonly actor: string;
  readonly name: string;
  readonly parent: string | null;
  readonly definition: string | null;
  readonly status: ActorStatus;
  readonly value: unknown;
  readonly context: unknown;
}
