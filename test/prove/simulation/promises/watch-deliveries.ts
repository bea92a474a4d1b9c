import type { DeliveryContext } from "../../../../machines/delivery/delivery.types.ts";
import type { ChatId, DeliveryId } from "../../../../machines/ids.ts";
import type { Stepped } from "../world/world.ts";
import { assertRule } from "./violation.ts";

const intervalMs = 3_000;
const attemptsMax = 3;
/** Source: section 0 of the rules. */
export const toleranceMs = 300;

type Side = "bot" | "customer";

interface DeliveryWatch {
  readonly side: Side;
  readonly chatId: ChatId;
  /** Start times of the attempts in the current series. */
  startsAtMs: number[];
  /** The recipient of the very first attempt. */
  recipient: string | null;
  state: string;
}

/** Watches deliveries: one at a time, in order, at most three attempts, 3 s apart. Source: BOT-16 to BOT-18, DEL-01, DEL-02, DEL-18, DEL-24. */
export class WatchDeliveries {
  /** The unfinished deliveries to the bot, or to the customer system, in the order in which they were queued. */
  readonly #lanes = new Map<string, DeliveryId[]>();
  readonly #deliveries = new Map<DeliveryId, DeliveryWatch>();
  #restartedAtMs = Number.NEGATIVE_INFINITY;

  restarted(nowMs: number): void {
    this.#restartedAtMs = nowMs;
  }

  state(id: DeliveryId): string | undefined {
    return this.#deliveries.get(id)?.state;
  }

  /** Returns `undefined` while the delivery waits for others. */
  firstAttemptAtMs(id: DeliveryId): number | undefined {
    return this.#deliveries.get(id)?.startsAtMs[0];
  }

  isIdle(side: Side, chatId: ChatId): boolean {
    return this.#laneOf(side, chatId).length === 0;
  }

  /** Returns the time at which the last attempt of a series that began at `firstAtMs` has certainly failed. Source: BOT-18, DEL-24. */
  seriesEndsAtMs(firstAtMs: number): number {
    const undisturbedMs = firstAtMs + attemptsMax * intervalMs;
    // The restart ends the running attempt, and two attempts may be left.
    const disturbedMs = this.#restartedAtMs > firstAtMs ? this.#restartedAtMs + 2 * intervalMs : undisturbedMs;
    return Math.max(undisturbedMs, disturbedMs) + toleranceMs;
  }

  stepped({ event, before, after, context, effects }: Stepped, nowMs: number, botState: string | null): void {
    const { id, chatId, cargo } = context as DeliveryContext;
    const side = cargo.kind === "bot_event" ? "bot" : "customer";
    const watch = this.#deliveries.get(id) ?? { side, chatId, startsAtMs: [], recipient: null, state: after };
    this.#deliveries.set(id, watch);
    watch.state = after;
    const lane = this.#laneOf(side, chatId);
    if (before === null || event.type === "delivery.requeued") {
      lane.push(id);
      watch.startsAtMs = [];
    }
    for (const effect of effects) {
      if (effect.type !== "effect.attempt.start") continue;
      const recipient = JSON.stringify(effect.recipient);
      watch.recipient ??= recipient;
      assertRule("CH-40", watch.recipient === recipient, `${id} goes to ${recipient} after ${watch.recipient}`);
      this.#attempted(id, watch, nowMs, botState);
    }
    if (isEnded(after) && (before === null || !isEnded(before))) lane.splice(lane.indexOf(id), 1);
  }

  #attempted(
    id: DeliveryId,
    { side, chatId, startsAtMs }: DeliveryWatch,
    nowMs: number,
    botState: string | null,
  ): void {
    const ahead = this.#laneOf(side, chatId)[0];
    const rule = side === "bot" ? "BOT-16" : "DEL-18";
    assertRule(rule, ahead === id, `${id} is attempted while ${ahead} is in front of it`);
    const number = startsAtMs.push(nowMs);
    assertRule("DEL-01, BOT-17", number <= attemptsMax, `attempt ${number} of ${id}`);
    const firstAtMs = startsAtMs[0] ?? nowMs;
    const lastAtMs = startsAtMs.at(-2);
    if (lastAtMs !== undefined) {
      const apartMs = nowMs - lastAtMs;
      assertRule(
        "DEL-24",
        apartMs >= intervalMs,
        `attempt ${number} of ${id} comes ${apartMs} ms after the one before`,
      );
      const dueAtMs = Math.max(firstAtMs + (number - 1) * intervalMs, this.#restartedAtMs + (number - 2) * intervalMs);
      const lateMs = nowMs - dueAtMs;
      assertRule("DEL-02, BOT-18", lateMs <= toleranceMs, `attempt ${number} of ${id} is ${lateMs} ms late`);
    }
    if (side === "customer") return;
    assertRule("BOT-08, BOT-22", botState !== "ended", `${id} is sent to a bot that has left`);
    assertRule("BOT-34", botState !== "closed" || number > 1, `${id} is sent to the bot of a closed chat`);
  }

  #laneOf(side: Side, chatId: ChatId): DeliveryId[] {
    const key = `${side}/${chatId}`;
    const lane = this.#lanes.get(key) ?? [];
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Called when nothing is due any more. */
  atRest(): void {
    for (const [id, { state }] of this.#deliveries) {
      assertRule("DEL-06", isEnded(state), `nothing is due any more, and delivery ${id} is ${state}`);
    }
  }
}

const isEnded = (state: string): boolean => state === "delivered" || state === "failed";
