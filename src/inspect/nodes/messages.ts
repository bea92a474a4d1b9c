import type { ActorKey, ConversationKey } from "../../../machines/ids.ts";
import type { InspectedStep } from "../../codec/inspect/inspected.types.ts";
import type { OutsideFacts } from "../frame-encoder.ts";

/** A step that another node took, its secrets masked there. */
export interface ToldStep {
  readonly node: string;
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly revision: number;
  readonly atMs: number;
  /** The place among the actor's steps of that commit; null for a step that is not kept. */
  readonly index: number | null;
  readonly step: InspectedStep;
}

/** Steps of one actor that were not told, because too much was. An actor of another program stands for its conversation as well. */
export interface MissedSteps {
  readonly actor: string;
  readonly conversation: string;
  readonly count: number;
}

/** An actor of another program, as it is or as a step made it. */
export interface ToldOutside {
  readonly facts: OutsideFacts;
  /** `null` when it is there, or is another, and took no step. */
  readonly step: InspectedStep | null;
}

/** An answer to one node; the others pass over it. */
export interface SpokenTo {
  readonly to: string;
  readonly number: number;
  readonly answer: unknown;
}

/** What stands in a message of the topic `steps`: one of these fields, or those of an answer. */
export interface StepsMessage extends Partial<SpokenTo> {
  readonly steps?: readonly Omit<ToldStep, "node">[];
  readonly missed?: readonly MissedSteps[];
  readonly outside?: ToldOutside;
}

/** What a node watches. */
export interface WatchedNames {
  readonly everything: boolean;
  readonly actors: readonly string[];
  readonly conversations: readonly string[];
  readonly outside: readonly string[];
}

/** What stands in a message of the topic `watch`. */
export interface Question {
  readonly number: number;
  readonly about: string;
  readonly value: unknown;
}

// The same program wrote them, on another node.
export const readQuestion = (text: string): Question => JSON.parse(text);
export const readStepsMessage = (text: string): StepsMessage => JSON.parse(text);
