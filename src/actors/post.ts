import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { AnyEvent } from "./actor-definition.ts";
import type { PendingEvent, TurnOutcome } from "./pending.ts";
import type { Registry } from "./registry.ts";
import type { SoughtTarget } from "./target.ts";

/** The delay before an internal event is submitted again after its commit failed. */
const retryMs = 1_000;

type Letter<Event extends AnyEvent, Sought extends SoughtTarget> = Omit<PendingEvent<Event, Sought>, "done">;

/** Submits events to actors. */
export interface Post<Event extends AnyEvent = AnyEvent, Sought extends SoughtTarget = SoughtTarget> {
  /** For events from outside: refused when the service is over its limits. */
  submit(pending: PendingEvent<Event, Sought>): void;
  send(letter: Letter<Event, Sought>): Promise<TurnOutcome>;
  /**
   * For internal events, which must not get lost while the process lives, because no caller would repeat them. The event is
   * submitted again until its turn is committed, or its actor is missing or parked. It also ends when `isWanted` returns
   * false: then a later look finds the remaining work.
   */
  untilDone(letter: Letter<Event, Sought>, isWanted?: () => boolean): Promise<void>;
}

export function createPost(parts: { registry: Registry; clock: Clock; log: Log }): Post {
  const send = (letter: Omit<PendingEvent, "done">, isBounded: boolean): Promise<TurnOutcome> =>
    new Promise((resolve) => parts.registry.submit({ ...letter, done: resolve }, isBounded));
  return {
    submit: (pending) => parts.registry.submit(pending, true),
    send: (letter) => send(letter, true),
    async untilDone(letter, isWanted = () => true) {
      while (isWanted()) {
        const outcome = await send(letter, false);
        if (outcome.ok) return;
        const { code, message } = outcome.failure;
        if (!outcome.canRetry) {
          parts.log.error(
            { code, message, cause: letter.cause, event: letter.event.type },
            "an event was not delivered to its actor, and is not retried",
          );
          return;
        }
        await new Promise<void>((resolve) => {
          parts.clock.wakeAt(parts.clock.nowMs() + retryMs, resolve);
        });
      }
    },
  };
}
