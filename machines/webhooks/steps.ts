import { chatAddress } from "../addresses.ts";
import type { WebhookEnded } from "../delivery/delivery.types.ts";
import type { MessageId } from "../ids.ts";
import { joinWebhookLane, openWebhook, queueWebhook } from "./webhook-lane.ts";
import type { ReportMade, WebhookEntry, WebhooksContext, WebhooksEffect, WebhooksEvent } from "./webhooks.types.ts";

/** Changes of a visitor within this time are one event. Source: WH-16. */
const combinedMs = 1_000;
export const updateDeadline = "combined-update";

const nothing: WebhooksEffect = { type: "effect.actor.tell", tells: [] };

export const isUpdate = (event: WebhooksEvent): boolean =>
  event.type === "report.made" && event.event === "chat_updated";

/** The body under the event's own id; of combined changes, the newest under that of the first. */
export function storeBody({ update }: WebhooksContext, event: WebhooksEvent): WebhooksEffect {
  if (event.type !== "report.made") return nothing;
  const { chatId, body } = event;
  const deliveryId = isUpdate(event) ? (update ?? event.deliveryId) : event.deliveryId;
  return { type: "effect.webhook.store", chatId, deliveryId, body };
}

const entryOf = ({ deliveryId, event }: ReportMade): WebhookEntry => ({ deliveryId, event });
const updateEntry = ({ update }: WebhooksContext): WebhookEntry | null =>
  update === null ? null : { deliveryId: update, event: "chat_updated" };

export const keepUpdate = (event: WebhooksEvent): Partial<WebhooksContext> =>
  event.type === "report.made" ? { update: event.deliveryId } : {};

export const expireUpdate = (event: WebhooksEvent): WebhooksEffect => ({
  type: "effect.deadline.set",
  id: updateDeadline,
  atMs: event.nowMs + combinedMs,
  atRestart: false,
});

export const joinReport = ({ lane }: WebhooksContext, event: WebhooksEvent): Partial<WebhooksContext> =>
  event.type === "report.made" ? { lane: joinWebhookLane(lane, entryOf(event)) } : {};

export const queueReport = (context: WebhooksContext, event: WebhooksEvent): WebhooksEffect =>
  event.type === "report.made"
    ? { type: "effect.actor.tell", tells: [queueWebhook(context, entryOf(event), event.nowMs)] }
    : nothing;

export function joinUpdate(context: WebhooksContext): Partial<WebhooksContext> {
  const entry = updateEntry(context);
  return entry === null ? {} : { lane: joinWebhookLane(context.lane, entry) };
}

export function queueUpdate(context: WebhooksContext, event: WebhooksEvent): WebhooksEffect {
  const entry = updateEntry(context);
  return entry === null ? nothing : { type: "effect.actor.tell", tells: [queueWebhook(context, entry, event.nowMs)] };
}

export const openNext = (context: WebhooksContext, event: WebhooksEvent): WebhooksEffect => ({
  type: "effect.actor.tell",
  tells: openWebhook(context, event.nowMs),
});

/** What the owner's server says to the agent. Source: WH-24, WH-30, WH-32, WH-34. */
export function tellChat({ chatId }: WebhooksContext, event: WebhooksEvent): WebhooksEffect {
  if (event.type !== "webhook.ended") return nothing;
  const to = chatAddress(chatId);
  const { nowMs, answer, failure } = event;
  if (failure !== null)
    return isRefusal(event) ? { type: "effect.actor.tell", tells: [{ to, event: refused(event) }] } : nothing;
  if (answer === null || !(event.event === "chat_accepted" || event.event === "chat_updated")) return nothing;
  const answered = { type: "crm.answered", nowMs, event: event.event, answer } as const;
  return { type: "effect.actor.tell", tells: [{ to, event: answered }] };
}

const isRefusal = ({ failure }: WebhookEnded): boolean => failure?.kind === "error_answer";

function refused({ nowMs, event, failure, deliveryId, attempt }: WebhookEnded) {
  if (failure === null) throw new Error(`Expected a failure of ${deliveryId}`);
  const lineId = `${deliveryId}/${attempt}` as MessageId;
  return { type: "report.refused", nowMs, event, failure, lineId } as const;
}
