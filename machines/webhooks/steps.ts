import { chatAddress } from "../addresses.ts";
import type { WebhookEnded, WebhookYielded } from "../delivery/delivery.types.ts";
import type { DeadlineReached } from "../effects.ts";
import { nothing } from "../effects.ts";
import { given } from "../given.ts";
import type { MessageId } from "../ids.ts";
import type { Steps } from "../wire.ts";
import { advanceWebhookLane, joinWebhookLane, laneCrowdedAt, openWebhook, queueWebhook } from "./webhook-lane.ts";
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
const updateDeadline = "combined-update";

const isUpdate = (_: WebhooksContext, { event }: ReportMade): boolean => event === "chat_updated";

const isUpdateDue = (_: WebhooksContext, { id }: DeadlineReached): boolean => id === updateDeadline;

/** The body under the event's own id; of combined changes, the newest body under the id of the first. */
function storeBody(context: WebhooksContext, event: ReportMade): WebhooksEffect {
  const { chatId, body } = event;
  const deliveryId = isUpdate(context, event) ? (context.update ?? event.deliveryId) : event.deliveryId;
  return { type: "effect.webhook.store", chatId, deliveryId, body };
}

const entryOf = ({ deliveryId, event }: ReportMade): WebhookEntry => ({ deliveryId, event });
const updateEntry = ({ update }: WebhooksContext): WebhookEntry => ({
  deliveryId: given(update, "a chat_updated that waits for further changes"),
  event: "chat_updated",
});

const queue = (context: WebhooksContext, entry: WebhookEntry, nowMs: number): WebhooksEffect => ({
  type: "effect.actor.tell",
  tells: [queueWebhook(context, entry, nowMs)],
});

/** Tells the chat the answer of the owner's server for the agent. Source: WH-24, WH-30, WH-32, WH-34. */
function tellChat({ chatId }: WebhooksContext, event: WebhookEnded): WebhooksEffect {
  const told = refusalOf(event) ?? answerOf(event);
  return told === null ? nothing : { type: "effect.actor.tell", tells: [{ to: chatAddress(chatId), event: told }] };
}

/** Only for an event that names one agent: `chat_finished` names all agents of a chat that is closed. Source: WH-34. */
function refusalOf({ nowMs, event, failure, deliveryId, attempt }: WebhookEnded): ReportRefused | null {
  if (failure?.kind !== "error_answer" || event === "chat_finished") return null;
  const lineId = `${deliveryId}/${attempt}` as MessageId;
  return { type: "report.refused", nowMs, event, failure, lineId };
}

function answerOf({ nowMs, event, failure, answer }: WebhookEnded): CrmAnswered | null {
  if (failure !== null || answer === null || !(event === "chat_accepted" || event === "chat_updated")) return null;
  return { type: "crm.answered", nowMs, event, answer };
}

export const steps = {
  guards: {
    isUpdate,
    isInFront: ({ lane }, { deliveryId }: WebhookEnded | WebhookYielded) => lane.active === deliveryId,
    isUpdateDue,
    isUpdateDueInCrowd: (context, event: DeadlineReached) =>
      isUpdateDue(context, event) && context.lane.waiting.length >= laneCrowdedAt,
  },
  assigns: {
    keepUpdate: (_, { deliveryId }: ReportMade) => ({ update: deliveryId }),
    forgetUpdate: { update: null },
    joinReport: ({ lane }, event: ReportMade) => ({ lane: joinWebhookLane(lane, entryOf(event)) }),
    joinUpdate: (context) => ({ lane: joinWebhookLane(context.lane, updateEntry(context)) }),
    advanceLane: ({ lane }) => ({ lane: advanceWebhookLane(lane) }),
  },
  emits: {
    storeBody,
    expireUpdate: (_, { nowMs }: WebhooksEvent) => ({
      type: "effect.deadline.set",
      id: updateDeadline,
      atMs: nowMs + combinedMs,
      atRestart: false,
    }),
    clearUpdate: { type: "effect.deadline.clear", id: updateDeadline },
    queueReport: (context, event: ReportMade) => queue(context, entryOf(event), event.nowMs),
    queueUpdate: (context, { nowMs }: WebhooksEvent) => queue(context, updateEntry(context), nowMs),
    openNext: (context, { nowMs }: WebhooksEvent) => ({
      type: "effect.actor.tell",
      tells: openWebhook(context, nowMs),
    }),
    tellChat,
  },
} satisfies Steps<WebhooksContext, WebhooksEffect>;
