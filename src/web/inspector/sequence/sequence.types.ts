import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";

/** One life line. */
export interface SequenceColumn {
  /** An actor's address, `outside/<who>`, or `deliveries` for all of them in one lane. */
  readonly id: string;
  /** `outside` is not an actor of the service; `other` is an actor of another conversation. */
  readonly kind: "outside" | "other" | "actor" | "deliveries";
  readonly title: string;
  /** The subject or the address; empty when the title is enough. */
  readonly about: string;
  /** The present state; null for columns without a state. */
  readonly state: string | null;
  /** The actor has failed, or takes no more events. */
  readonly isFailed: boolean;
}

export interface SequenceArrow {
  /** Column indexes; both are equal when an actor sends to itself. */
  readonly from: number;
  readonly to: number;
  /** `sent` is an outgoing request of the service, `answer` its result, `deadline` a moment that the actor waited for. */
  readonly kind: "event" | "request" | "answer" | "deadline" | "sent";
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
  /** The column of the step's actor. */
  readonly column: number;
  /** The received arrow first, then the sent arrows. */
  readonly arrows: readonly [SequenceArrow, ...SequenceArrow[]];
  /** The new state, or the refusal of the event. */
  readonly badge: SequenceBadge | null;
  /** Counts commits: rows with the same number were committed together. */
  readonly commit: number;
}

/** The events between the actors of one chat, in order. */
export interface Sequence {
  readonly chatId: string;
  readonly exportedAtMs: number;
  readonly columns: readonly SequenceColumn[];
  readonly rows: readonly SequenceRow[];
  readonly deliveries: number;
  /** Whether all deliveries share one lane. */
  readonly isFolded: boolean;
}
