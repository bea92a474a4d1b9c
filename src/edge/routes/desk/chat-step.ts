import { chatAddress } from "../../../../machines/addresses.ts";
import type { AgentSignature, ChatContext, ChatEvent } from "../../../../machines/chat/chat.types.ts";
import { toDeskChat } from "../../../codec/desk.ts";
import type { IdempotencyMark, TurnOutcome } from "../../../runtime/pending.ts";
import type { ChatView } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { Handler } from "../../router.ts";
import { findCaller, signatureOf } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";
import { findVisibleChat } from "./visible-chat.ts";

/** Hands a step to the chat's actor; resolves when it is committed or refused. */
export function takeStep(
  desk: DeskParts,
  exchange: HttpExchange,
  view: ChatView,
  event: ChatEvent,
  idempotency?: IdempotencyMark,
): Promise<TurnOutcome> {
  return desk.runtime.post.send({
    target: { kind: "actor", actor: chatAddress(view.context.id), conversation: view.conversation },
    event,
    cause: exchange.requestId,
    ...(idempotency === undefined ? {} : { idempotency }),
  });
}

/** `POST /api/chats/{id}/…` without a body: a step of the caller, answered 200 `{chat}`. */
export const chatStepHandler =
  (desk: DeskParts, toEvent: (agent: AgentSignature, nowMs: number) => ChatEvent): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    const found = caller && findVisibleChat(desk, exchange, caller, idText);
    if (!found) return;
    const event = toEvent(signatureOf(caller), desk.clock.nowMs());
    const outcome = await takeStep(desk, exchange, found.view, event);
    if (!outcome.ok) return exchange.answerFailure(outcome.failure);
    // The target is a chat's actor, so that its turn ends with a chat's context.
    const context = outcome.context as ChatContext;
    exchange.answer(200, { body: JSON.stringify({ chat: toDeskChat(context, outcome.state) }) });
  };
