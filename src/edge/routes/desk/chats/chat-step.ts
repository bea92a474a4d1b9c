import type { ChatContext, ChatEvent } from "../../../../../machines/chat/chat.types.ts";
import type { ChatId } from "../../../../../machines/ids.ts";
import { chatAddress } from "../../../../../machines/tells.ts";
import type { IdempotencyMark, TurnDone, TurnOutcome } from "../../../../actors/pending.ts";
import type { BodyBounds } from "../../../../codec/desk/desk-request.ts";
import { assert } from "../../../../core/assert.ts";
import type { Failure, Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { ChatPlace, ChatView } from "../../../../domain/chat/queries/chat-queries.ts";
import { readChat, showChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import { readIdempotencyKey } from "../../../idempotency/idempotency-key.ts";
import type { Handler } from "../../../server/router.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { showNewMessage } from "../messages/message-answer.ts";
import { markOf } from "../request/idempotency-mark.ts";
import { readBody } from "../request/read-body.ts";
import { findVisibleChat, lookUpChat, noSuchChat } from "./visible-chat.ts";

/** The caller, the chat and the time of a step. */
export interface AskedStep {
  readonly caller: DeskCaller;
  readonly view: ChatView;
  readonly nowMs: number;
}

export interface BodyStep<Request> {
  parse(bytes: Uint8Array, limits: BodyBounds): Result<Request>;
  toEvent(request: Request, step: AskedStep): Result<ChatEvent> | Promise<Result<ChatEvent>>;
  /** Returns why the caller may not take a further step of this kind now; counts one. */
  readonly refuse?: (caller: DeskCaller) => Failure | null;
  /** Set if the step creates something. Then an `Idempotency-Key` is honoured; it applies to steps with this name. */
  readonly idempotentAs?: string;
  /** Set if the step stores a message. Then the answer contains the message beside the chat. */
  readonly showsMessage?: true;
}

/** Sends a step to the chat's actor; resolves when the step is committed or refused. */
export function takeStep(
  desk: DeskParts,
  exchange: HttpExchange,
  view: ChatPlace,
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
  (desk: DeskParts, toEvent: (step: AskedStep) => ChatEvent): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    const found = caller && (await findVisibleChat(desk, exchange, caller, idText));
    if (!found) return;
    const event = toEvent({ caller, view: found.view, nowMs: desk.clock.nowMs() });
    const outcome = await takeStep(desk, exchange, found.view, event);
    if (outcome.ok) await answerChat(desk, exchange, found.id, outcome);
    else exchange.answerFailure(outcome.failure);
  };

/** As `chatStepHandler`, but the step has fields in its body. Answered 200 `{chat}` or `{chat, message}`. */
export const bodyStepHandler =
  <Request>(desk: DeskParts, step: BodyStep<Request>): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const key = step.idempotentAs === undefined ? ok(undefined) : readIdempotencyKey(exchange);
    const [found, body] = await Promise.all([lookUpChat(desk, caller, idText), readBody(exchange, desk.limits)]);
    if (found === null) return exchange.answerFailure(noSuchChat);
    if (!key.ok) return exchange.answerFailure(key.failure);
    if (!body.ok) return exchange.answerFailure(body.failure);
    const refusal = step.refuse?.(caller) ?? null;
    if (refusal !== null) return exchange.answerFailure(refusal);
    const request = step.parse(body.value, desk.limits);
    if (!request.ok) return exchange.answerFailure(request.failure);
    const event = await step.toEvent(request.value, { caller, view: found.view, nowMs: desk.clock.nowMs() });
    if (!event.ok) return exchange.answerFailure(event.failure);
    const scope = `desk/${caller.profile.id}/${found.id}/${step.idempotentAs}`;
    const outcome = await takeStep(desk, exchange, found.view, event.value, markOf(scope, key.value, body.value));
    if (outcome.ok) await answerChat(desk, exchange, found.id, outcome, step.showsMessage);
    else exchange.answerFailure(outcome.failure);
  };

async function answerChat(
  desk: DeskParts,
  exchange: HttpExchange,
  id: ChatId,
  outcome: TurnDone,
  showsMessage = false,
): Promise<void> {
  const view = outcome.isRepeat ? await readChat(desk.store.durable, id) : viewOf(outcome);
  assert(view !== undefined, `chat ${id} took a step and is not stored`);
  const [chat, message] = await Promise.all([
    showChat(desk.store.durable, view, desk.limits),
    showsMessage ? showNewMessage(desk, id, outcome) : undefined,
  ]);
  exchange.answer(200, { body: JSON.stringify(message === undefined ? { chat } : { chat, message }) });
}

/** The target is always a chat's actor, so the turn ends with a chat's context. */
const viewOf = ({ state, context }: TurnDone) => ({ state, context: context as ChatContext });
