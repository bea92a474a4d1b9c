import type { WebhookEntry, WebhooksContext } from "../../../machines/webhooks/webhooks.machine.ts";
import { asChannelId, asChatId, asDeliveryId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { webhooks } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, ifThere, listOf, writeBytes } from "./context-bytes.ts";

export const webhooksForm: StoredForm<WebhooksContext> = {
  version: 1,
  encode: (context) =>
    writeBytes((writer) => webhooks.WebhooksContext.encode(context as Unlocked<WebhooksContext>, writer)),
  decode(bytes) {
    const context = webhooks.WebhooksContext.decode(new ContextReader(bytes));
    const lane = context.lane as webhooks.WebhookLane;
    return {
      chatId: asChatId(context.chatId),
      channelId: asChannelId(context.channelId),
      lane: {
        active: ifThere(lane.active, asDeliveryId),
        waiting: listOf(lane.waiting as webhooks.WebhookEntry[], decodeEntry),
      },
      update: ifThere(context.update, asDeliveryId),
    };
  },
};

const decodeEntry = ({ deliveryId, event }: webhooks.WebhookEntry): WebhookEntry => ({
  deliveryId: asDeliveryId(deliveryId),
  event: event as WebhookEntry["event"],
});
