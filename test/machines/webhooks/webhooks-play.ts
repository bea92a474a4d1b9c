import type { CrmAnswer } from "../../../machines/chat/client.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, DeliveryId } from "../../../machines/ids.ts";
import type { WebhookEventName } from "../../../machines/tells.ts";
import { chatAddress, deliveryAddress, webhooksAddress } from "../../../machines/tells.ts";
import type { ReportMade, WebhookLane, WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import { asChannelId, asChatId, asConversationKey, asDeliveryId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { Cell, throughStore } from "../cells.ts";

export const chatId = asChatId("12");
export const channelId = asChannelId("MOBILEAPP1");
export const webhooksKey = webhooksAddress(chatId);
export const conversation = asConversationKey("client/MOBILEAPP1/7");
export const t0 = 1_000_000;

/** Event `number` for the owner's server. */
export const reportMade = (event: WebhookEventName, number: number, nowMs = t0): ReportMade => ({
  type: "report.made",
  nowMs,
  chatId,
  channelId,
  event,
  receivers: [{ endpoint: "", deliveryId: asDeliveryId(`W${number}`) }],
  body: { head: `body ${number}`, tail: null, messagesUpTo: 0 },
});

/** The end of an attempt: delivered, to be retried, or refused by the receiver. */
export type Outcome = "delivered" | "failed" | "refused";

/** An attempt that has not ended. */
export interface RunningAttempt {
  readonly deliveryId: DeliveryId;
  readonly attempt: number;
  readonly startedAtMs: number;
}

/** One chat's webhooks and their deliveries as the runtime runs them; it records the tells to the chat. */
export class WebhooksPlay {
  nowMs = t0;
  readonly running: RunningAttempt[] = [];
  /** Every attempt that began, in order. */
  readonly begun: RunningAttempt[] = [];
  readonly chatEvents: ActorEvent[] = [];
  readonly bodies = new Map<string, string>();
  readonly #cells = new Map<ActorKey, Cell>();
  readonly #deadlines = new Map<string, { readonly actor: ActorKey; readonly id: string; readonly atMs: number }>();
  readonly #isPutAway: boolean;

  constructor(isPutAway: boolean) {
    this.#isPutAway = isPutAway;
  }

  get context(): WebhooksContext {
    return this.#cell(webhooksKey).context as WebhooksContext;
  }

  /** The lane of the webhook URL. */
  get lane(): WebhookLane | undefined {
    return this.context.lanes[0];
  }

  delivery(id: DeliveryId): { readonly state: string; readonly context: DeliveryContext } {
    const { state, context } = this.#cell(deliveryAddress(id));
    return { state, context: context as DeliveryContext };
  }

  get deliveries(): readonly { readonly state: string; readonly context: DeliveryContext }[] {
    return [...this.#cells.values()]
      .filter(({ definition }) => definition.kind === "delivery")
      .map(({ state, context }) => ({ state, context: context as DeliveryContext }));
  }

  report(event: WebhookEventName, number: number): void {
    this.#stepAll(webhooksKey, reportMade(event, number, this.nowMs));
  }

  /** Ends the running attempt at this index. */
  end(index: number, outcome: Outcome, crmAnswer?: CrmAnswer): void {
    const [attempt] = this.running.splice(index, 1);
    if (attempt === undefined) return;
    const { deliveryId, startedAtMs } = attempt;
    const times = { nowMs: this.nowMs, startedAtMs, durationMs: this.nowMs - startedAtMs };
    const trace = { address: null, answer: null, note: null };
    const seen = { ...times, attempt: attempt.attempt, trace };
    const to = deliveryAddress(deliveryId);
    if (outcome === "delivered") {
      const answered = crmAnswer === undefined ? {} : { crmAnswer };
      this.#stepAll(to, { type: "attempt.succeeded", ...seen, httpStatus: 200, ...answered });
    } else {
      const kind = outcome === "refused" ? "error_answer" : "http_status";
      const failure = { kind, code: kind, message: `It ${outcome}.` } as const;
      const final = outcome === "refused" ? ({ isFinal: true } as const) : {};
      this.#stepAll(to, { type: "attempt.failed", ...seen, httpStatus: 200, failure, ...final });
    }
  }

  replay(id: DeliveryId): void {
    this.#stepAll(deliveryAddress(id), { type: "delivery.requeued", nowMs: this.nowMs });
  }

  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.#deadlines]
        .filter(([, { id }]) => id !== "attempt-outcome")
        .sort(([, one], [, other]) => one.atMs - other.atMs);
      if (next === undefined || next[1].atMs > untilMs) break;
      this.#deadlines.delete(next[0]);
      const { actor, id, atMs } = next[1];
      this.nowMs = Math.max(this.nowMs, atMs);
      this.#stepAll(actor, { type: "deadline.reached", id, atMs, nowMs: this.nowMs, restarted: false });
    }
    this.nowMs = untilMs;
  }

  #stepAll(first: ActorKey, event: ActorEvent): void {
    const sent: { to: ActorKey; event: ActorEvent }[] = [{ to: first, event }];
    for (let next = sent.shift(); next !== undefined; next = sent.shift()) {
      if (next.to === chatAddress(chatId)) {
        this.chatEvents.push(next.event);
        continue;
      }
      for (const effect of this.#cellFor(next.to, next.event).step(next.event)) {
        if (effect.type === "effect.actor.tell") sent.push(...effect.tells);
        else this.#carryOut(next.to, effect);
      }
    }
  }

  #carryOut(actor: ActorKey, effect: Effect): void {
    switch (effect.type) {
      case "effect.webhook.store":
        for (const { deliveryId } of effect.receivers) this.bodies.set(deliveryId, effect.body.head);
        return;
      case "effect.deadline.set":
        this.#deadlines.set(`${actor} ${effect.id}`, { actor, id: effect.id, atMs: effect.atMs });
        return;
      case "effect.deadline.clear":
        this.#deadlines.delete(`${actor} ${effect.id}`);
        return;
      case "effect.attempt.start": {
        const attempt = { deliveryId: effect.deliveryId, attempt: effect.attempt, startedAtMs: this.nowMs };
        this.running.push(attempt);
        this.begun.push(attempt);
        return;
      }
      default:
        return;
    }
  }

  #cellFor(key: ActorKey, event: ActorEvent): Cell {
    const live = this.#cells.get(key);
    if (live !== undefined && !this.#isPutAway) return live;
    const cell = live === undefined ? Cell.create(key, conversation, event) : throughStore(live);
    this.#cells.set(key, cell);
    return cell;
  }

  #cell(key: ActorKey): Cell {
    const cell = this.#cells.get(key);
    if (cell === undefined) throw new Error(`Expected ${key} to be there`);
    return cell;
  }
}
