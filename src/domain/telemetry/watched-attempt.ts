import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Release } from "../../actors/draft.ts";
import { readHistory } from "../../actors/history/history.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Spans, TurnName } from "../../ports/spans.ts";
import type { Store } from "../../ports/store.ts";
import type { ActorEvent } from "../effects.ts";
import { outcomeOf, receivers } from "./attempt-durations.ts";

interface WatchParts {
  readonly spans: Spans;
  readonly store: Pick<Store, "read">;
  readonly clock: Clock;
}

/** An attempt that is sent to a collector of traces. */
export interface WatchedAttempt {
  /** Call it with the attempt's end. Resolves when the event may be sent to its actor; never rejects. */
  ended(event: ActorEvent): Promise<void>;
  /** Call it when the actor has accepted the attempt's end. */
  isTaken(): void;
}

/** Call it when the attempt begins; `name` is the cause that the attempt's end will have. */
export function watchAttempt(
  { effect, actor, conversation }: Release<StartAttemptEffect>,
  name: string,
  { spans, store, clock }: WatchParts,
): WatchedAttempt {
  // Runs in parallel with the attempt, which takes longer.
  const origin = readOrigin(store, actor, conversation);
  return {
    async ended(event) {
      const { startedAtMs, durationMs, httpStatus } = {
        ...{ startedAtMs: clock.nowMs(), durationMs: 0, httpStatus: null },
        ...event,
      };
      const span = {
        ...{ name, delivery: actor, startedAtMs, endedAtMs: startedAtMs + durationMs, httpStatus },
        receiver: receivers[effect.cargo.kind],
        attempt: effect.attempt,
        outcome: outcomeOf(event),
      };
      spans.noteAttempt(span, await origin);
    },
    isTaken: () => spans.forgetAttempt(name),
  };
}

/** The turn that created the delivery; `null` if the history does not go back so far, or cannot be read now. */
async function readOrigin(
  store: Pick<Store, "read">,
  actor: ActorKey,
  conversation: TurnName["conversation"],
): Promise<TurnName | null> {
  const steps = await readHistory(store, actor).catch(() => []);
  const [birth] = steps;
  if (birth === undefined || birth.before !== null) return null;
  return { cause: birth.cause, conversation, atMs: birth.atMs };
}
