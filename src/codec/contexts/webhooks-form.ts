import type {
  WebhookEntry,
  WebhookLane,
  WebhookReceiver,
  WebhooksContext,
} from "../../../machines/webhooks/webhooks.machine.ts";
import { asChannelId, asChatId, asDeliveryId } from "../../core/ids.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import { webhooks } from "../proto/generated/contexts.js";
import type { Unlocked } from "./context-bytes.ts";
import { ContextReader, listOf, writeBytes } from "./context-bytes.ts";

export const webhooksForm: StoredForm<WebhooksContext> = {
  version: 1,
  encode: (context) =>
    writeBytes((writer) => webhooks.WebhooksContext.encode(context as Unlocked<WebhooksContext>, writer)),
  decode(bytes) {
    const context = webhooks.WebhooksContext.decode(new ContextReader(bytes));
    const { lane, singleUpdate } = context;
    const lanes = listOf(context.lanes as webhooks.WebhookLane[], decodeLane);
    const update = listOf(context.update as webhooks.WebhookReceiver[], decodeReceiver);
    return {
      chatId: asChatId(context.chatId),
      channelId: asChannelId(context.channelId),
      lanes: lane?.active == null ? lanes : [decodeLane(lane as webhooks.WebhookLane)],
      update: singleUpdate == null ? update : [{ endpoint: "", deliveryId: asDeliveryId(singleUpdate) }],
    };
  },
};

const decodeLane = ({ endpoint, active, waiting }: webhooks.WebhookLane): WebhookLane => ({
  endpoint,
  active: asDeliveryId(active ?? ""),
  waiting: listOf(waiting as webhooks.WebhookEntry[], decodeEntry),
});

const decodeReceiver = ({ endpoint, deliveryId, patienceMs }: webhooks.WebhookReceiver): WebhookReceiver => ({
  endpoint,
  deliveryId: asDeliveryId(deliveryId),
  ...(typeof patienceMs === "number" && { patienceMs }),
});

const decodeEntry = ({ deliveryId, event }: webhooks.WebhookEntry): WebhookEntry => ({
  deliveryId: asDeliveryId(deliveryId),
  event: event as WebhookEntry["event"],
});
