import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { Failure } from "../core/result.ts";
import type { DeadlineRow } from "../ports/store.ts";

/** An actor that exists, or that the event creates. */
interface ActorTarget {
  readonly kind: "actor";
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
}

/** An actor that the host finds under the conversation's lock. */
export interface SoughtTarget {
  readonly kind: "sought";
  readonly conversation: ConversationKey;
}

export type Target<Sought extends SoughtTarget = SoughtTarget> = ActorTarget | Sought;

/** An event that an actor receives: plain data. */
export interface AnyEvent {
  readonly type: string;
  /** When it happens. The kernel sets it to the time of the commit that applies the event. */
  readonly nowMs?: number;
}
/** An effect that a machine asks for: plain data. */
export interface AnyEffect {
  readonly type: string;
}

/** A caller's key for repeating a request safely. Source: DEL-29. */
export interface IdempotencyMark {
  readonly scope: string;
  readonly key: string;
  /** Hash of the body: the same key with another body is a mistake of the caller. Source: DEL-30. */
  readonly fingerprint: string;
}

/** The result of a turn, reported after its commit is durable. */
export type TurnOutcome = TurnDone | TurnFailed;

export interface TurnFailed {
  readonly ok: false;
  readonly failure: Failure;
  /** A retry of the same event may help: the commit failed, or the turn met a defect. */
  readonly canRetry: boolean;
  /** Several actors were stepped before one of them refused: all of it was undone. */
  readonly isUndone?: true;
}

export interface TurnDone {
  readonly ok: true;
  /** `null` when nothing had to happen: typing without an open chat. */
  readonly actor: ActorKey | null;
  readonly state: string;
  readonly context: unknown;
  /** The result of the event, in the host's form; `null` when there is none. */
  readonly result: unknown;
  /** The number of the result, 0 without one; a repeat of the request receives it again. */
  readonly answer: number;
  /** True when an idempotency key was used before and nothing was done. */
  readonly isRepeat: boolean;
  /** Ids of the tells to other conversations. */
  readonly tellIds: readonly string[];
}

/** An event that waits for its turn. */
export interface PendingEvent<Event extends AnyEvent = AnyEvent, Sought extends SoughtTarget = SoughtTarget> {
  readonly target: Target<Sought>;
  readonly event: Event;
  /** Request id or another cause of the event, for the log. */
  readonly cause: string;
  /** The actor of another conversation that sends this tell. */
  readonly from?: ActorKey;
  readonly idempotency?: IdempotencyMark;
  /** The stored tell that this event carries out; the turn's commit deletes its row. */
  readonly tellId?: string;
  /** The stored deadline that this event fires; the turn's commit deletes its row. */
  readonly deadline?: DeadlineRow;
  /** A stored tell that is placed before a submitted one; it did not wait in a mailbox. */
  readonly isTakenAlong?: true;
  readonly done: (outcome: TurnOutcome) => void;
}

export const nothingDone: TurnOutcome = {
  ok: true,
  actor: null,
  state: "",
  context: null,
  result: null,
  answer: 0,
  isRepeat: false,
  tellIds: [],
};
