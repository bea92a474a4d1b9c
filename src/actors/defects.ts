import type { Limits } from "../config/limits.ts";
import type { Log } from "../ports/log.ts";
import type { PendingEvent, Target } from "./pending.ts";

/** An actor that failed too often in a row; it receives no events until the process restarts. */
export interface ParkedActor {
  readonly name: string;
  readonly atMs: number;
  readonly reason: string;
}

export interface Defects {
  /** A turn threw: nothing of it was kept. Parks the actor when it failed too often in a row. */
  note(pending: PendingEvent, defect: unknown): void;
  /** A turn succeeded. */
  succeeded(target: Target): void;
  isParked(target: Target): boolean;
  parked(): readonly ParkedActor[];
  /** The caller threw when it received the outcome. */
  callerFailed(pending: PendingEvent, error: unknown): void;
  /** Something released after a durable commit could not be carried out. */
  releaseFailed(what: string, error: unknown): void;
  /** The store refused a commit of this many turns. One reason is logged at most once in 10 s, with the number of all turns since. */
  commitFailed(error: unknown, turns: number): void;
}

const refusalsLoggedEveryMs = 10_000;

const nameOf = (target: Target): string => (target.kind === "actor" ? target.actor : target.conversation);

export function createDefects(parts: { log: Log; limits: Limits; nowMs: () => number }): Defects {
  const inARow = new Map<string, number>();
  const parked = new Map<string, ParkedActor>();
  let refusedTurns = 0;
  let lastRefusal = { reason: "", atMs: Number.NEGATIVE_INFINITY };
  return {
    note(pending, defect) {
      const name = nameOf(pending.target);
      const count = (inARow.get(name) ?? 0) + 1;
      inARow.set(name, count);
      const about = { actor: name, event: pending.event.type, cause: pending.cause, inARow: count, err: defect };
      if (count < parts.limits.defectsInARowMax) {
        parts.log.error(about, "a turn failed because of a defect; the actor continues from its stored state");
        return;
      }
      parked.set(name, { name, atMs: parts.nowMs(), reason: String(defect) });
      parts.log.error(about, "an actor had too many defects in a row and is parked");
    },
    succeeded(target) {
      if (inARow.size > 0) inARow.delete(nameOf(target));
    },
    isParked: (target) => parked.size > 0 && parked.has(nameOf(target)),
    parked: () => [...parked.values()],
    callerFailed({ cause, event }, error) {
      parts.log.error(
        { err: error, cause, event: event.type },
        "a caller threw when it received the outcome of a turn",
      );
    },
    releaseFailed(what, error) {
      parts.log.error({ err: error, what }, "an effect of a commit could not be carried out");
    },
    commitFailed(error, turns) {
      refusedTurns += turns;
      const refusal = { reason: String(error), atMs: parts.nowMs() };
      if (refusal.reason === lastRefusal.reason && refusal.atMs - lastRefusal.atMs < refusalsLoggedEveryMs) return;
      parts.log.error({ err: error, turns: refusedTurns }, "a commit failed; its requests were not answered as done");
      lastRefusal = refusal;
      refusedTurns = 0;
    },
  };
}
