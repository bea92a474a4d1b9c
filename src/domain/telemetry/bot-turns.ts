import type { StartAttemptEffect } from "../../../machines/delivery/delivery.types.ts";
import type { ChatId } from "../../../machines/ids.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import { Durations } from "../../core/telemetry/durations.ts";
import type { Clock } from "../../ports/clock.ts";

/** Chats whose bot is waited for; those that wait longest are forgotten first, and not counted. */
const chatsMax = 10_000;

/**
 * From a client's message to the bot's next answer. It is known where the message was told to the bot: an answer that comes through another
 * process is not counted.
 */
export class BotTurns {
  readonly durations = new Durations();
  readonly #clock: Clock;
  readonly #asked = createLastUsed<ChatId, { readonly atMs: number }>(chatsMax);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first attempt to tell the bot what a client wrote begins, which its commit at `atMs` released. Of several messages the first counts. */
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
