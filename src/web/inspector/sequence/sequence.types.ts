import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";

/** One life line. */
export interface SequenceColumn {
  /** An actor's address, `outside/<who>`, or `deliveries` for all of them in one lane. */
  readonly id: string;
  /** `outside` is no actor of the service; `other` is one of another conversation. */
  readonly kind: "outside" | "other" | "actor" | "deliveries";
  readonly title: string;
  /** What it is about, or its address; empty when the title says all. */
  readonly about: string;
  /** Where it is now; null for what has no state here. */
  readonly state: string | null;
  /** It has failed, or takes no events any more. */
  readonly isFailed: boolean;
}

export interface SequenceArrow {
  /** Places among the columns; the same twice when an actor hears of itself. */
  readonly from: number;
  readonly to: number;
  /** `sent` is a request of the service to the outside, `answer` what came of it, `deadline` a moment the actor waited for. */
  readonly kind: "told" | "request" | "answer" | "deadline" | "sent";
  readonly label: string;
  readonly isFailed: boolean;
}

export interface SequenceBadge {
  readonly text: string;
  readonly isFailed: boolean;
}

/** One step. */
export interface SequenceRow {
  /** `<actor>@<revision>.<index>`: the same for as long as the step is kept. */
  readonly key: string;
  readonly step: InspectedStep;
  /** Whose it is. */
  readonly column: number;
  /** What came in first, then what the step sent out. */
  readonly arrows: readonly [SequenceArrow, ...SequenceArrow[]];
  /** The state it came into, or that it was refused. */
  readonly badge: SequenceBadge | null;
  /** Counts commits: rows with the same number were committed together. */
  readonly commit: number;
}

/** What happened between the actors of one chat, in order. */
export interface Sequence {
  readonly chatId: string;
  readonly exportedAtMs: number;
  readonly columns: readonly SequenceColumn[];
  readonly rows: readonly SequenceRow[];
  readonly deliveries: number;
  /** Whether all deliveries share one lane. */
  readonly isFolded: boolean;
}
