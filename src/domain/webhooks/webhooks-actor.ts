import type { WebhooksContext, WebhooksEffect, WebhooksEvent } from "../../../machines/webhooks/webhooks.machine.ts";
import { webhooksMachine } from "../../../machines/webhooks/webhooks.machine.ts";
import { defineActor } from "../../actors/actor-definition.ts";
import { webhooksForm } from "../../codec/contexts/webhooks-form.ts";
import { failed } from "../effects.ts";

/** The events of one chat for the owner's server. It begins with the first event that the server must receive. */
export const webhooksActor = defineActor<WebhooksContext, WebhooksEvent, WebhooksEffect>({
  kind: "webhooks",
  machine: webhooksMachine,
  form: webhooksForm,
  birthEvent: "report.made",
  isAtRest: (state, { lane }) => state === "quiet" && lane.active === null,
  keep: {
    "effect.webhook.store": ({ chatId, deliveryId, body }, step) =>
      step.write({ table: "webhook", key: [Number(chatId), deliveryId], row: body }),
  },
  history: {
    events: {
      "report.made": ({ event, deliveryId }) => ({ event, deliveryId }),
      "webhook.ended": ({ deliveryId, event, attempt, failure }) => ({
        deliveryId,
        event,
        attempt,
        ...failed(failure),
      }),
      "webhook.yielded": ({ deliveryId }) => ({ deliveryId }),
    },
    effects: {
      "effect.webhook.store": ({ deliveryId }) => ({ deliveryId }),
    },
  },
});
