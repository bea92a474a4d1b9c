import { randomUUID } from "node:crypto";
import Type from "typebox";
import type { DeliveryId } from "../../../../../machines/ids.ts";
import { toDeskMessage } from "../../../../codec/desk/desk.ts";
import { messageAnswer, messagesAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { parseReplyRequest, replyRequestSchema } from "../../../../codec/desk/desk-reply.ts";
import { asMessageId } from "../../../../core/ids.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { MessagePlace } from "../../../../domain/chat/queries/chat-queries.ts";
import { createChatPlaces, readMessagePage } from "../../../../domain/chat/queries/chat-queries.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import { readIdempotencyKey } from "../../../idempotency/idempotency-key.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { takeStep } from "../chats/chat-step.ts";
import { findVisibleChat, lookUp, noSuchChat } from "../chats/visible-chat.ts";
import { findCaller, signatureOf } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { markOf } from "../request/idempotency-mark.ts";
import { readCount } from "../request/query.ts";
import { readBody } from "../request/read-body.ts";
import { answerNewMessage } from "./message-answer.ts";

/**
 * `GET /api/chats/{id}/messages?after={seq}`: a page of messages in order, beginning after this seq. `?before={seq}`: the page
 * that ends just before this seq, in the same order.
 * `POST`: a reply of the chat's agent, answered 202 when it is committed. Source: CH-38, CH-42, DEL-06.
 */
export const chatMessagesRoute = (desk: DeskParts, newDeliveryId: () => DeliveryId): Route => ({
  pattern: "/api/chats/:id/messages",
  methods: { get: listMessages(desk), post: sendReply(desk, newDeliveryId) },
  docs: {
    get: {
      id: "listMessages",
      summary:
        "Lists a page of messages of a chat in order. The next page comes after the last `seq`, or before the first.",
      tag: "Chats",
      access: "agent",
      query: [
        { name: "after", description: "The first messages after this seq.", schema: Type.Integer({ minimum: 0 }) },
        {
          name: "before",
          description: "The last messages before this seq; not together with after.",
          schema: Type.Integer({ minimum: 0 }),
        },
      ],
      answer: { status: 200, description: "A page of messages.", schema: messagesAnswer },
      failures: ["invalid_request", "not_found"],
    },
    post: {
      id: "sendMessage",
      summary: "Sends a message of the agent of the chat to the customer.",
      tag: "Chats",
      access: "agent",
      isIdempotent: true,
      request: { schema: replyRequestSchema },
      answer: { status: 202, description: "The message, which is stored and being sent.", schema: messageAnswer },
      failures: ["invalid_request", "not_found", "conflict", "payload_too_large"],
    },
  },
});

const listMessages =
  (desk: DeskParts): Handler =>
  async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const place = readPlace(exchange);
    const found = await findVisibleChat(desk, exchange, caller, idText);
    if (!found) return;
    if (!place.ok) return exchange.answerFailure(place.failure);
    const page = await readMessagePage(desk.store, found.id, place.value, desk.limits.pageRowsMax);
    const messages = page.map(({ message, delivery }) => toDeskMessage(message, delivery));
    exchange.answer(200, { body: JSON.stringify({ messages }) });
  };

/** Reads where the page begins, and in which direction it goes. */
function readPlace(exchange: HttpExchange): Result<MessagePlace> {
  const after = readCount("after", exchange.query("after"));
  if (!after.ok) return after;
  const before = readCount("before", exchange.query("before"));
  if (!before.ok) return before;
  if (before.value === undefined) return ok({ seq: after.value ?? 0, reverse: false });
  return after.value === undefined
    ? ok({ seq: before.value, reverse: true })
    : fail("invalid_request", "Parameters after and before must not be given together.");
}

function sendReply(desk: DeskParts, newDeliveryId: () => DeliveryId): Handler {
  const findPlace = createChatPlaces(desk.store, desk.limits.conversationsInMemoryMax);
  return async (exchange, [idText = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const key = readIdempotencyKey(exchange);
    const [found, body] = await Promise.all([lookUp(desk, caller, idText, findPlace), readBody(exchange, desk.limits)]);
    if (found === null) return exchange.answerFailure(noSuchChat);
    if (!key.ok) return exchange.answerFailure(key.failure);
    if (!body.ok) return exchange.answerFailure(body.failure);
    const content = parseReplyRequest(body.value, desk.limits);
    if (!content.ok) return exchange.answerFailure(content.failure);
    const scope = `desk/${caller.profile.id}/${found.id}`;
    const event = {
      type: "chat.reply-requested" as const,
      nowMs: desk.clock.nowMs(),
      agent: signatureOf(caller),
      message: { id: asMessageId(randomUUID()), content: content.value },
      deliveryId: newDeliveryId(),
    };
    const outcome = await takeStep(desk, exchange, found.view, event, markOf(scope, key.value, body.value));
    if (outcome.ok) await answerNewMessage(desk, exchange, found.id, outcome);
    else exchange.answerFailure(outcome.failure);
  };
}
