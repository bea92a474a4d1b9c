import type { ActorKey } from "../../machines/ids.ts";
import type { Failure } from "../core/result.ts";
import type { DeadlineRow } from "../ports/store.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { SoughtTarget, Target } from "./target.ts";

/** A caller's key for repeating a request safely. Source: DEL-29. */
export interface IdempotencyMark {
  readonly scope: string;
  readonly key: string;
  /** Hash of the body: the same key with another one is a mistake of the caller. Source: DEL-30. */
  readonly fingerprint: string;
}

/** What a turn came to, told after its commit is durable. */
export type TurnOutcome = TurnDone | TurnFailed;

export interface TurnFailed {
  readonly ok: false;
  readonly failure: Failure;
  /** Handing the same event in again may help: the commit failed, or the turn met a defect. */
  readonly canRetry: boolean;
  /** Several actors were stepped before one of them refused: all of it was taken back. */
  readonly isUndone?: true;
}

export interface TurnDone {
  readonly ok: true;
  /** `null` when nothing had to happen: typing without an open chat. */
  readonly actor: ActorKey | null;
  readonly state: string;
  readonly context: unknown;
  /** What the event brought, as the host tells it; `null` when nothing. */
  readonly brought: unknown;
  /** The number of what it brought, 0 when nothing; who repeats the request is told it again. */
  readonly answer: number;
  /** True when an idempotency key was met again and nothing was done. */
  readonly isRepeat: boolean;
  /** Ids of the tells to other conversations. */
  readonly tellIds: readonly string[];
}

/** An event that waits for its turn. */
export interface PendingEvent<Event extends AnyEvent = AnyEvent, Sought extends SoughtTarget = SoughtTarget> {
  readonly target: Target<Sought>;
  readonly event: Event;
  /** Request id, or what else made it happen: for the log. */
  readonly cause: string;
  /** The actor of another conversation that tells this. */
  readonly from?: ActorKey;
  readonly idempotency?: IdempotencyMark;
  /** The stored tell this event carries out; its row goes with the turn's commit. */
  readonly tellId?: string;
  /** The stored deadline this event fires; its row goes with the turn's commit. */
  readonly deadline?: DeadlineRow;
  /** A stored tell that comes before one that was handed in: it waited in no mailbox. */
  readonly isTakenAlong?: true;
  readonly done: (outcome: TurnOutcome) => void;
}

export const nothingDone: TurnOutcome = {
  ok: true,
  actor: null,
  state: "",
  context: null,
  brought: null,
  answer: 0,
  isRepeat: false,
  tellIds: [],
};
