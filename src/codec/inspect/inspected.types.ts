import type { Sent } from "../schema/frame.ts";
import type { inspectedActor, inspectedDetails, inspectedStepSchema } from "./inspect-schemas.ts";
import type { WhyPhrase } from "./why-phrase.types.ts";

/** What `/api/inspect/…` answers and `/ws/inspect` adds to the frames of others. Times are milliseconds of the Unix epoch. */

/** One actor as a list shows it. Its address is like `chat/17`, for an actor of another program `outside/<its session id>`. */
export type InspectedActor = Sent<typeof inspectedActor>;
export type InspectedDeadline = InspectedActor["deadlines"][number];
/** Set while the actor accepts no events because it had too many defects in a row. */
export type InspectedParking = NonNullable<InspectedActor["parked"]>;

/** Why an actor is in its state. Secrets are masked. */
export interface ExplainedState {
  /** In English. The times count from this response. */
  readonly sentence: string;
  /** The same as phrases, for links, running times and other languages. */
  readonly phrases: readonly WhyPhrase[];
  /** More questions about an actor in this state. */
  readonly questions: readonly ExplainedQuestion[];
}

interface ExplainedQuestion {
  readonly question: string;
  /** The question as a phrase. */
  readonly asked: WhyPhrase;
  readonly sentence: string;
  readonly phrases: readonly WhyPhrase[];
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
