import { chatAddress } from "../addresses.ts";
import type { WebhookEnded } from "../delivery/delivery.types.ts";
import type { MessageId } from "../ids.ts";
import { joinWebhookLane, openWebhook, queueWebhook } from "./webhook-lane.ts";
import type {
  CrmAnswered,
  ReportMade,
  ReportRefused,
  WebhookEntry,
  WebhooksContext,
  WebhooksEffect,
  WebhooksEvent,
} from "./webhooks.types.ts";

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
  const told = refusalOf(event) ?? answerOf(event);
  return told === null ? nothing : { type: "effect.actor.tell", tells: [{ to: chatAddress(chatId), event: told }] };
}

/** Of an event that names one agent: `chat_finished` is for those of a chat that is closed. Source: WH-34. */
function refusalOf({ nowMs, event, failure, deliveryId, attempt }: WebhookEnded): ReportRefused | null {
  if (failure?.kind !== "error_answer" || event === "chat_finished") return null;
  const lineId = `${deliveryId}/${attempt}` as MessageId;
  return { type: "report.refused", nowMs, event, failure, lineId };
}

function answerOf({ nowMs, event, failure, answer }: WebhookEnded): CrmAnswered | null {
  if (failure !== null || answer === null || !(event === "chat_accepted" || event === "chat_updated")) return null;
  return { type: "crm.answered", nowMs, event, answer };
}
