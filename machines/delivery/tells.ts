import { botAddress, chatAddress, webhooksAddress } from "../addresses.ts";
import { nothing } from "../effects.ts";
import { given } from "../given.ts";
import { isNoChat } from "../no-chat.ts";
import type { WebhookEventName } from "../webhooks/webhooks.types.ts";
import type { DeliveryContext, DeliveryEffect, DeliveryEvent, WebhookCargo } from "./delivery.types.ts";

/** Tells the actor that waits for the end. A success has no error: the actor with the lane reads the outcome there. */
export function tellEnded(context: DeliveryContext, event: DeliveryEvent): DeliveryEffect {
  const { chatId, cargo } = context;
  switch (cargo.kind) {
    case "message":
    case "bot_event": {
      const { id: deliveryId, error: failure } = context;
      const messageId = given(context.messageId, "the id of what the delivery carries");
      const told = { type: "delivery.ended" as const, nowMs: event.nowMs, deliveryId, messageId, failure };
      if (cargo.kind === "bot_event")
        return { type: "effect.actor.tell", tells: [{ to: botAddress(chatId), event: told }] };
      const message = { seq: context.messageSeq, agentId: cargo.sender.id };
      return { type: "effect.actor.tell", tells: [{ to: chatAddress(chatId), event: { ...told, message } }] };
    }
    case "webhook": {
      if (isNoChat(chatId)) return nothing;
      const { id: deliveryId, error: failure, attempts } = context;
      const about = { deliveryId, event: cargo.event, attempt: attempts.length, failure };
      const answer = event.type === "attempt.succeeded" ? (event.crmAnswer ?? null) : null;
      if (attempts.length > 1 && failure === null && (answer === null || !isForAgent(cargo.event))) return nothing;
      const told = { type: "webhook.ended" as const, nowMs: event.nowMs, ...about, answer };
      return { type: "effect.actor.tell", tells: [{ to: webhooksAddress(chatId), event: told }] };
    }
    case "mail":
      return nothing;
  }
}

/** Events whose answers the chat receives; of any other event it waits only for the first attempt. Source: WH-24, WH-32, WH-42. */
const isForAgent = (event: WebhookEventName): boolean => event === "chat_accepted" || event === "chat_updated";

/** The reason why an event will not arrive, for the administrator who may replay it. Source: WH-37, WH-38. */
export function lostEvent(
  { chatId, channelId, attempts, error }: DeliveryContext,
  { event: name }: WebhookCargo,
  { nowMs }: DeliveryEvent,
): DeliveryEffect {
  const isAlone = isNoChat(chatId);
  const what = isAlone ? `Event ${name}` : `Event ${name} of chat ${chatId}`;
  const tried = `after ${attempts.length} ${attempts.length === 1 ? "attempt" : "attempts"}`;
  const why = error === null ? "" : ` ${error.message}`;
  const text = `${what} was not delivered ${tried} and can be replayed.${why}`;
  return { type: "effect.administrator.tell", nowMs, channelId, chatId: isAlone ? null : chatId, text };
}

/** The very first attempt has failed: the chat's next event need not wait any longer. Source: WH-42. */
export function tellYielded(
  { id, chatId, cargo, attempts }: DeliveryContext,
  { nowMs }: DeliveryEvent,
): DeliveryEffect {
  if (cargo.kind !== "webhook" || attempts.length !== 1 || isNoChat(chatId)) return nothing;
  const told = { type: "webhook.yielded" as const, nowMs, deliveryId: id };
  return { type: "effect.actor.tell", tells: [{ to: webhooksAddress(chatId), event: told }] };
}
