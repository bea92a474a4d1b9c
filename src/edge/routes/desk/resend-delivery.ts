import { messageAnswer } from "../../../codec/desk-answer-schemas.ts";
import type { DeliveryView } from "../../../runtime/views.ts";
import { readChat } from "../../../runtime/views.ts";
import type { Handler, Route } from "../../router.ts";
import { takeStep } from "./chat-step.ts";
import type { DeskCaller } from "./desk-caller.ts";
import { findCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { answerMessage } from "./message-answer.ts";
import { findVisibleDelivery, noSuchDelivery } from "./visible-delivery.ts";

/**
 * `POST /api/deliveries/{id}/resend`: a new series of attempts with the same ids, behind what waits already. Agents
 * resend what failed in their own chats, administrators whatever ended. Nothing is sent to a bot again. Source: DEL-05, BOT-22.
 */
export const resendDeliveryRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries/:id/resend",
  gate: "load",
  methods: { post: resendDelivery(desk) },
  docs: {
    post: {
      id: "resendDelivery",
      summary: "Sends a message again, as a new series of attempts with the same ids.",
      tag: "Deliveries",
      access: "agent",
      answer: { status: 202, description: "The message, on its way again.", schema: messageAnswer },
      failures: ["not_found", "conflict"],
    },
  },
});

const resendDelivery =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    const delivery = caller && findVisibleDelivery(desk, exchange, caller, idText);
    if (!delivery) return;
    const chat = readChat(desk.store, delivery.context.chatId);
    if (chat === undefined) return exchange.answerFailure(noSuchDelivery);
    const refusal = refusalOf(caller, delivery, chat.context.agent);
    if (refusal !== null) return exchange.answerFailure({ code: "conflict", message: refusal });
    const { id: deliveryId, chatId, messageSeq } = delivery.context;
    const event = { type: "delivery.resend-requested" as const, nowMs: desk.clock.nowMs(), deliveryId };
    const outcome = await takeStep(desk, exchange, chat, event);
    if (outcome.ok) answerMessage(desk, exchange, chatId, messageSeq);
    else exchange.answerFailure(outcome.failure);
  };

/** Why this caller cannot have the message sent again; null when nothing is in the way. */
function refusalOf(
  { profile }: DeskCaller,
  { state, context: { cargo } }: DeliveryView,
  agent: { readonly id: number; readonly name: string } | null,
): string | null {
  if (cargo.kind === "bot_event")
    return `The delivery is the event ${cargo.event.event} for the bot; no event is sent again, the dialogue has gone on.`;
  if (profile.role === "admin") {
    if (state === "failed" || state === "delivered") return null;
    return `The message is ${spoken(state)}; it can be sent again when that has ended.`;
  }
  if (agent?.id !== profile.id) return `The chat is with ${agent?.name ?? "nobody"}; only its agent sends again.`;
  return state === "failed" ? null : `The message is ${spoken(state)}; only a failed one can be sent again.`;
}

const spoken = (state: string): string => (state === "backing_off" ? "attempting" : state);
