import type { Sent } from "../schema/frame.ts";
import type {
  inspectedActor,
  inspectedActorsAnswer,
  inspectedDetails,
  inspectedStepSchema,
} from "./inspect-schemas.ts";

/** What `/api/inspect/…` answers and `/ws/inspect` adds to the frames of others. Times are milliseconds of the Unix epoch. */

/** One actor as a list shows it. Its address is like `chat/17`, for an actor of another program `outside/<its session id>`. */
export type InspectedActor = Sent<typeof inspectedActor>;
/** A page of actors. `cursor` is that of the next page; null after the last page. */
export type InspectedActors = Sent<typeof inspectedActorsAnswer>;
export type InspectedDeadline = InspectedActor["deadlines"][number];
/** Set while the actor accepts no events because it had too many defects in a row. */
export type InspectedParking = NonNullable<InspectedActor["parked"]>;

/** A name that links to an actor. */
export interface WhyLink {
  readonly actor: string;
  readonly label: string;
}

/** A time that keeps running: `44 s ago`, `for 44 s`, `in 44 s`. */
export interface WhyTime {
  readonly atMs: number;
  readonly time: "ago" | "for" | "in";
  /** The step of the explained actor that happened at this time. */
  readonly step?: { readonly revision: number; readonly index: number };
}

/** A duration in whole seconds, minutes, hours or days. */
export interface WhySpan {
  readonly spanMs: number;
}

/** The time that something took, with milliseconds. */
export interface WhyLength {
  readonly lengthMs: number;
}

/** A piece of a text. The reader formats times and durations, because they can keep running. */
export type WhyPiece = string | number | WhyLink | WhyTime | WhySpan | WhyLength;

export interface ExplainedText {
  /** The text in English. The times count from this response. */
  readonly sentence: string;
  /** The same in pieces, for links and running times. */
  readonly pieces: readonly WhyPiece[];
}

/** Why an actor is in its state. Secrets are masked. */
export interface ExplainedState extends ExplainedText {
  /** More questions about an actor in this state. */
  readonly questions: readonly ExplainedQuestion[];
}

interface ExplainedQuestion extends ExplainedText {
  readonly question: string;
}

/** One actor with all its details. */
export type InspectedActorDetails = Omit<Sent<typeof inspectedDetails>, "why"> & {
  /** Absent for actors from outside and in exports; null for a row that fits no machine. */
  readonly why?: ExplainedState | null;
};

/** An event or an effect with its fields, secrets masked. From the store: without the texts that people wrote. */
interface InspectedValue {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * One event of an actor's history. A live step that changed nothing and is not stored has an index from 10,000 on. `cause` is that of the
 * complete turn.
 */
export type InspectedStep = Omit<Sent<typeof inspectedStepSchema>, "event" | "effects"> & {
  readonly event: InspectedValue;
  readonly effects: readonly InspectedValue[];
};
/** A transition; `event` is empty for an `always` transition, and `source` is the path of its state joined by dots. */
export type InspectedTransition = NonNullable<InspectedStep["taken"]>[number];

/** A chat with all its actors and all their steps, ordered by time. The export has the same shape. */
export interface InspectedChat {
  readonly chatId: string;
  readonly exportedAtMs: number;
  readonly actors: readonly InspectedActorDetails[];
  readonly steps: readonly InspectedStep[];
  /** There are more steps, older than these. */
  readonly isCut?: true;
}
