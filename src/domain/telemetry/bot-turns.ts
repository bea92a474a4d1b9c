import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { ChatId } from "../../../machines/ids.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { Clock } from "../../ports/clock.ts";

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
