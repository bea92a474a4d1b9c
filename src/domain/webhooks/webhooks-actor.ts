import type {
  WebhookReceiver,
  WebhooksContext,
  WebhooksEffect,
  WebhooksEvent,
} from "../../../machines/webhooks/webhooks.machine.ts";
import { webhooksMachine } from "../../../machines/webhooks/webhooks.machine.ts";
import { defineActor } from "../../actors/actor-definition.ts";
import { count, fixed } from "../../actors/history/kept-context.ts";
import { webhooksForm } from "../../codec/contexts/webhooks-form.ts";
import { failed } from "../effects.ts";

/** How many receivers an event has, if it has several. */
const counted = ({ length }: readonly WebhookReceiver[]): { readonly receivers?: number } =>
  length > 1 ? { receivers: length } : {};

/** The events of one chat for the owner's server. It begins with the first event that the server must receive. */
export const webhooksActor = defineActor<WebhooksContext, WebhooksEvent, WebhooksEffect>({
  kind: "webhooks",
  machine: webhooksMachine,
  form: webhooksForm,
  birthEvent: "report.made",
  isAtRest: (state, { lanes }) => state === "quiet" && lanes.length === 0,
  keep: {
    "effect.webhook.store": ({ chatId, receivers, body }, step) => {
      for (const { deliveryId } of receivers)
        step.write({ table: "webhook", key: [Number(chatId), deliveryId], row: body });
    },
  },
  history: {
    events: {
      "report.made": ({ event, receivers }) => ({ event, deliveryId: receivers[0]?.deliveryId, ...counted(receivers) }),
      "webhook.ended": ({ deliveryId, event, attempt, failure }) => ({
        deliveryId,
        event,
        attempt,
        ...failed(failure),
      }),
      "webhook.yielded": ({ deliveryId }) => ({ deliveryId }),
    },
    effects: {
      "effect.webhook.store": ({ receivers }) => ({ deliveryId: receivers[0]?.deliveryId, ...counted(receivers) }),
    },
    context: { chatId: fixed, channelId: fixed, lanes: count(1), update: count(2) },
  },
});
