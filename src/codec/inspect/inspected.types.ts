import type { Sent } from "../schema/frame.ts";
import type {
  explained,
  inspectedActor,
  inspectedActorsAnswer,
  inspectedDetails,
  inspectedStepSchema,
  piece,
} from "./inspect-schemas.ts";

/** What `/api/inspect/…` answers and `/ws/inspect` adds to the frames of others. Times are milliseconds of the Unix epoch. */

/** One actor as a list shows it. Its address is like `chat/17`, for an actor of another program `outside/<its session id>`. */
export type InspectedActor = Sent<typeof inspectedActor>;
/** A page of actors. `cursor` is that of the next page; null after the last page. */
export type InspectedActors = Sent<typeof inspectedActorsAnswer>;
export type InspectedDeadline = InspectedActor["deadlines"][number];
/** Set while the actor accepts no events because it had too many defects in a row. */
export type InspectedParking = NonNullable<InspectedActor["parked"]>;

/** A piece of an explanation. The reader formats times and durations, because they can keep running. */
export type WhyPiece = Sent<typeof piece>;
export type WhyLink = Extract<WhyPiece, { readonly actor: string }>;
export type WhyTime = Extract<WhyPiece, { readonly atMs: number }>;
export type WhySpan = Extract<WhyPiece, { readonly spanMs: number }>;
/** Why an actor is in its state. Secrets are masked. */
export type ExplainedState = Sent<typeof explained>;
export type ExplainedText = Pick<ExplainedState, "sentence" | "pieces">;

/** One actor with all its details. */
export type InspectedActorDetails = Sent<typeof inspectedDetails>;

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
