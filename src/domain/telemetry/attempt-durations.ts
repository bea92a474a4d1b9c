import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { FailureKind } from "../../../machines/tells.ts";
import type { DurationSeries } from "../../core/telemetry/duration-metrics.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { ActorEvent } from "../effects.ts";

/** The receiver for each kind of cargo. */
export const receivers = {
  message: "customer",
  bot_event: "bot",
  webhook: "webhook",
  mail: "mail",
} as const satisfies Record<StartAttemptEffect["cargo"]["kind"], string>;

/** `skipped`: there was no receiver. `withdrawn`: the attempt was left to another process, or to a later attempt. */
type Outcome = "delivered" | "skipped" | "withdrawn" | FailureKind;

/** The durations of attempts, by receiver and outcome. */
export class AttemptDurations {
  readonly #durations = new Map<string, DurationSeries>();

  /** Receives the event of the attempt's end. */
  note({ cargo }: Pick<StartAttemptEffect, "cargo">, event: ActorEvent): void {
    const receiver = receivers[cargo.kind];
    const outcome = outcomeOf(event);
    const name = `${receiver} ${outcome}`;
    let series = this.#durations.get(name);
    if (series === undefined) {
      series = { labels: { receiver, outcome }, durations: new Durations() };
      this.#durations.set(name, series);
    }
    series.durations.note("durationMs" in event ? event.durationMs : 0);
  }

  get series(): Iterable<DurationSeries> {
    return this.#durations.values();
  }
}

export function outcomeOf(event: ActorEvent): Outcome {
  if (event.type === "attempt.succeeded") return "delivered";
  if (event.type === "attempt.failed") return event.failure.kind;
  return event.type === "attempt.skipped" ? "skipped" : "withdrawn";
}
