import { resentAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { toDeskDeliveryRecord } from "../../../../codec/desk/desk-log.ts";
import type { Failure } from "../../../../core/result.ts";
import { readChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { DeliveryView } from "../../../../domain/delivery/delivery-actor.ts";
import { createClientFinder } from "../../../../domain/delivery/delivery-pages.ts";
import { replayDelivery } from "../../../../domain/webhooks/replay.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { takeStep } from "../chats/chat-step.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { answerMessage } from "../messages/message-answer.ts";
import { findVisibleDelivery, noSuchDelivery } from "./visible-delivery.ts";

/**
 * `POST /api/deliveries/{id}/resend`: starts a new series of attempts with the same ids. A message is queued after the waiting
 * messages of its lane. Agents may resend failed messages of their own chats, and of chats without an available agent.
 * Administrators may resend each message whose delivery has ended. Only administrators may replay events for the owner's server
 * and mails, which do not wait for other deliveries. Nothing is sent to a bot again. Source: DEL-05, BOT-22, WH-38.
 */
export const resendDeliveryRoute = (desk: DeskParts): Route => ({
  pattern: "/api/deliveries/:id/resend",
  gate: "load",
  methods: { post: resendDelivery(desk) },
  docs: {
    post: {
      id: "resendDelivery",
      summary:
        "Sends a message, an event for your server or a mail again, in a new series of attempts with the same ids.",
      tag: "Deliveries",
      access: "agent",
      answer: { status: 202, description: "The delivery is sent again.", schema: resentAnswer },
      failures: ["not_found", "conflict"],
    },
  },
});

const resendDelivery =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    const delivery = caller && (await findVisibleDelivery(desk, exchange, caller, idText));
    if (!delivery) return;
    if (isReport(delivery)) return replay(desk, exchange, caller, delivery);
    const chat = await readChat(desk.store, delivery.context.chatId);
    if (chat === undefined) return exchange.answerFailure(noSuchDelivery);
    const { agent } = chat.context;
    const isAgentThere = agent !== null && desk.runtime.directory.agent(agent.id)?.isAvailable === true;
    const refusal = refusalOf(caller, delivery, agent, isAgentThere);
    if (refusal !== null) return exchange.answerFailure({ code: "conflict", message: refusal });
    const { id: deliveryId, chatId, messageSeq } = delivery.context;
    const event = { type: "delivery.resend-requested" as const, nowMs: desk.clock.nowMs(), deliveryId };
    const outcome = await takeStep(desk, exchange, chat, event);
    if (outcome.ok) await answerMessage(desk, exchange, chatId, messageSeq);
    else exchange.answerFailure(outcome.failure);
  };

const isReport = ({ context: { cargo } }: DeliveryView): boolean => cargo.kind === "webhook" || cargo.kind === "mail";

/** Source: WH-38. */
async function replay(
  desk: DeskParts,
  exchange: HttpExchange,
  { profile }: DeskCaller,
  delivery: DeliveryView,
): Promise<void> {
  if (profile.role !== "admin") return exchange.answerFailure(notAnAdministrator);
  if (!hasEnded(delivery.state)) {
    const message = `The delivery is ${spoken(delivery.state)}; it can be replayed after the delivery has ended.`;
    return exchange.answerFailure({ code: "conflict", message });
  }
  const replayed = await replayDelivery(desk.runtime.post, delivery, {
    nowMs: desk.clock.nowMs(),
    cause: exchange.requestId,
  });
  if (!replayed.ok) return exchange.answerFailure(replayed.failure);
  const { context, state } = replayed.value;
  const client = await createClientFinder(desk.store.durable)(context.chatId);
  exchange.answer(202, { body: JSON.stringify({ delivery: toDeskDeliveryRecord(context, state, true, client) }) });
}

const notAnAdministrator: Failure = {
  code: "access_denied",
  message: "Events for the owner's server and mails are replayed by administrators.",
};

const hasEnded = (state: string): boolean => state === "failed" || state === "delivered";

/** Returns why this caller may not send the message again; null if it is allowed. */
function refusalOf(
  { profile }: DeskCaller,
  { state, context: { cargo } }: DeliveryView,
  agent: { readonly id: number; readonly name: string } | null,
  isAgentThere: boolean,
): string | null {
  if (cargo.kind === "bot_event")
    return `The delivery is the event ${cargo.event.event} for the bot; such an event is not sent again, because the dialogue has continued.`;
  if (profile.role === "admin") {
    if (hasEnded(state)) return null;
    return `The message is ${spoken(state)}; it can be sent again after the delivery has ended.`;
  }
  if (agent !== null && agent.id !== profile.id && isAgentThere)
    return `The chat is with ${agent.name}; only its agent can send the message again.`;
  return state === "failed" ? null : `The message is ${spoken(state)}; only a failed message can be sent again.`;
}

const spoken = (state: string): string => (state === "backing_off" ? "attempting" : state);
