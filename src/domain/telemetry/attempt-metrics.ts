import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, ChatId } from "../../../machines/ids.ts";
import type { FailureKind } from "../../../machines/tells.ts";
import type { Release } from "../../actors/draft.ts";
import { readHistory } from "../../actors/history/history.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { DurationSeries } from "../../core/telemetry/duration-metrics.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Spans, TurnName } from "../../ports/spans.ts";
import type { StoredRows } from "../../ports/store.ts";
import type { ActorEvent } from "../effects.ts";

/** The receiver for each kind of cargo. */
const receivers = {
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

function outcomeOf(event: ActorEvent): Outcome {
  if (event.type === "attempt.succeeded") return "delivered";
  if (event.type === "attempt.failed") return event.failure.kind;
  return event.type === "attempt.skipped" ? "skipped" : "withdrawn";
}

/**
 * The maximum number of chats that wait for an answer of their bot. If there are more, the chat that has waited longest is evicted
 * and not counted.
 */
const chatsMax = 10_000;

/**
 * Measures the time from a client's message to the bot's next answer. Only the process that sent the message to the bot knows its
 * time, so an answer that arrives at another process is not counted.
 */
export class BotTurns {
  readonly durations = new Durations();
  readonly #clock: Clock;
  readonly #asked = createLastUsed<ChatId, { readonly atMs: number }>(chatsMax);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Notes the start of the first attempt to send a client's message to the bot. `atMs` is the time of the commit that released the
   * attempt. If there are several messages, the first one counts.
   */
  noteAttempt({ cargo, attempt, chatId }: StartAttemptEffect, atMs: number): void {
    if (cargo.kind !== "bot_event" || cargo.event.event !== "CLIENT_MESSAGE" || attempt > 1) return;
    if (!this.#asked.has(chatId)) this.#asked.set(chatId, { atMs });
  }

  /** The bot's answer is stored. */
  noteAnswer(chatId: ChatId): void {
    const asked = this.#asked.get(chatId);
    if (asked === undefined) return;
    this.#asked.delete(chatId);
    this.durations.note(this.#clock.nowMs() - asked.atMs);
  }
}

/** What receives every attempt. */
export interface AttemptWatch {
  readonly durations: AttemptDurations;
  readonly botTurns: BotTurns;
  /** `null` without a collector of traces. */
  readonly spans: AttemptSpans | null;
}

/** Call it when the attempt begins; `name` is the cause that the attempt's end will have. */
export type AttemptSpans = (release: Release<StartAttemptEffect>, name: string) => WatchedAttempt;

/** An attempt that is sent to a collector of traces. */
export interface WatchedAttempt {
  /** Call it with the attempt's end. Resolves when the event may be sent to its actor; never rejects. */
  ended(event: ActorEvent): Promise<void>;
  /** Call it when the actor has accepted the attempt's end. */
  isTaken(): void;
}

export const createAttemptSpans =
  (spans: Spans, store: StoredRows, clock: Clock): AttemptSpans =>
  (release, name) => {
    const { effect, actor, conversation } = release;
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
  };

/** The turn that created the delivery; `null` if the history does not go back so far, or cannot be read now. */
async function readOrigin(
  store: StoredRows,
  actor: ActorKey,
  conversation: TurnName["conversation"],
): Promise<TurnName | null> {
  const steps = await readHistory(store, actor).catch(() => []);
  const [birth] = steps;
  if (birth === undefined || birth.before !== null) return null;
  return { cause: birth.cause, conversation, atMs: birth.atMs };
}
