import type { CrmAnswer } from "../../../machines/chat/client.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { ActorKey, DeliveryId } from "../../../machines/ids.ts";
import type { WebhookEventName } from "../../../machines/tells.ts";
import { chatAddress, deliveryAddress, webhooksAddress } from "../../../machines/tells.ts";
import type { ReportMade, WebhookLane, WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import { asChannelId, asChatId, asConversationKey, asDeliveryId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import type { PlayedDelivery } from "../machines-play.ts";
import { MachinesPlay } from "../machines-play.ts";

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

/** One chat's webhooks and their deliveries; it records the tells to the chat. */
export class WebhooksPlay extends MachinesPlay {
  readonly running: RunningAttempt[] = [];
  /** Every attempt that began, in order. */
  readonly begun: RunningAttempt[] = [];
  readonly chatEvents: ActorEvent[] = [];
  readonly bodies = new Map<string, string>();

  constructor(isPutAway: boolean) {
    super(conversation, t0, isPutAway);
  }

  get context(): WebhooksContext {
    return this.cell(webhooksKey).context as WebhooksContext;
  }

  /** The lane of the webhook URL. */
  get lane(): WebhookLane | undefined {
    return this.context.lanes[0];
  }

  delivery(id: DeliveryId): PlayedDelivery {
    const { state, context } = this.cell(deliveryAddress(id));
    return { state, context: context as DeliveryContext };
  }

  report(event: WebhookEventName, number: number): void {
    this.stepAll(webhooksKey, reportMade(event, number, this.nowMs));
  }

  /** Ends the running attempt at this index. */
  end(index: number, outcome: Outcome, crmAnswer?: CrmAnswer): void {
    const [ended] = this.running.splice(index, 1);
    if (ended === undefined) return;
    const { deliveryId, ...times } = ended;
    const kind = outcome === "refused" ? "error_answer" : "http_status";
    const failure = { kind, code: kind, message: `It ${outcome}.` } as const;
    this.endAttempt(deliveryAddress(deliveryId), {
      ...times,
      httpStatus: 200,
      ...(outcome === "delivered" ? crmAnswer !== undefined && { crmAnswer } : { failure }),
      ...(outcome === "refused" && { isFinal: true }),
    });
  }

  replay(id: DeliveryId): void {
    this.stepAll(deliveryAddress(id), { type: "delivery.requeued", nowMs: this.nowMs });
  }

  /** A test ends each attempt itself. */
  protected override fires(id: string): boolean {
    return id !== "attempt-outcome";
  }

  protected override isTaken(to: ActorKey, event: ActorEvent): boolean {
    if (to !== chatAddress(chatId)) return false;
    this.chatEvents.push(event);
    return true;
  }

  protected override carryOut(_actor: ActorKey, effect: Effect): void {
    if (effect.type === "effect.webhook.store")
      for (const { deliveryId } of effect.receivers) this.bodies.set(deliveryId, effect.body.head);
    if (effect.type !== "effect.attempt.start") return;
    const attempt = { deliveryId: effect.deliveryId, attempt: effect.attempt, startedAtMs: this.nowMs };
    this.running.push(attempt);
    this.begun.push(attempt);
  }
}
