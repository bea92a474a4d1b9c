import { randomUUID } from "node:crypto";
import type { MessageQuote } from "../../../../machines/chat/message.types.ts";
import type { ChatId, DeliveryId } from "../../../../machines/ids.ts";
import { toDeskMessage } from "../../../codec/desk/desk.ts";
import { messageAnswer, messagesAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { parseReplyRequest, replyRequestSchema } from "../../../codec/desk/desk-reply.ts";
import { asMessageId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { MessagePlace } from "../../../domain/chat/queries/chat-queries.ts";
import { createChatPlaces, readMessagePage, readQuote } from "../../../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Post } from "../../../domain/effects.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store } from "../../../ports/store.ts";
import type { Operation } from "../operation.ts";
import { markOf, operation } from "../operation.ts";
import { takeStep } from "./chat-steps.ts";
import { signatureOf } from "./desk-caller.ts";
import { count, queryOf } from "./request/query.ts";
import { showNewMessage } from "./shown-message.ts";
import { findVisible, findVisibleChat } from "./visible-chat.ts";

interface ChatMessages {
  readonly directory: Directory;
  readonly store: Store;
  readonly post: Post;
  readonly clock: Clock;
  readonly newDeliveryId: () => DeliveryId;
  /** The number of chats whose place is kept in memory. */
  readonly placesMax: number;
}

/** `/api/chats/{id}/messages`. Source: CH-38, CH-42, DEL-06. */
export const messageOperations = (messages: ChatMessages): readonly Operation[] => [
  listMessages(messages),
  sendMessage(messages),
];

const common = { path: "/api/chats/:id/messages", tag: "Chats", access: "agent", scope: "chats:write" } as const;

const placeQuery = queryOf(
  {
    after: count("The first messages after this seq."),
    before: count("The last messages before this seq; not together with after."),
  },
  ({ after, before }): Result<MessagePlace> => {
    if (before === undefined) return ok({ seq: after ?? 0, reverse: false });
    return after === undefined
      ? ok({ seq: before, reverse: true })
      : fail("invalid_request", "Parameters after and before must not be given together.");
  },
);

/** A page begins after a seq, or ends just before one, in the same order. */
const listMessages = (messages: ChatMessages): Operation =>
  operation({
    ...common,
    method: "get",
    id: "listMessages",
    scope: "chats:read",
    summary:
      "Lists a page of messages of a chat in order. The next page comes after the last `seq`, or before the first.",
    find: ({ caller, parameters: [idText] }) => findVisibleChat(messages, caller, idText),
    query: placeQuery,
    answer: { status: 200, description: "A page of messages.", schema: messagesAnswer },
    failures: ["invalid_request"],
    async handle({ found, query: place, limits }) {
      const page = await readMessagePage(messages.store, found.id, place, limits.pageRowsMax);
      return ok({ messages: page.map(({ message, delivery }) => toDeskMessage(message, delivery)) });
    },
  });

/** Source: WJ-55. */
async function findQuote(store: Store, chatId: ChatId, seq: number): Promise<Result<MessageQuote>> {
  const quote = await readQuote(store, chatId, seq);
  return quote === null
    ? fail(
        "invalid_request",
        `Field replyTo must be the seq of a message of the chat that the client can see, got ${seq}.`,
      )
    : ok(quote);
}

function sendMessage({ directory, store, post, clock, newDeliveryId, placesMax }: ChatMessages): Operation {
  const findPlace = createChatPlaces(store, placesMax);
  return operation({
    ...common,
    method: "post",
    id: "sendMessage",
    summary: "Sends a message of the agent of the chat to the customer.",
    isIdempotent: true,
    find: ({ caller, parameters: [idText] }) => findVisible(directory, caller, idText, findPlace),
    body: { schema: replyRequestSchema, parse: parseReplyRequest },
    answer: { status: 202, description: "The message, which is stored and being sent.", schema: messageAnswer },
    failures: ["conflict"],
    async handle(call) {
      const { cause, caller, found, body } = call;
      const { content, replyTo } = body;
      const quote = replyTo === null ? ok(null) : await findQuote(store, found.id, replyTo);
      if (!quote.ok) return quote;
      const event = {
        type: "chat.reply-requested" as const,
        nowMs: clock.nowMs(),
        agent: signatureOf(caller),
        message: { id: asMessageId(randomUUID()), content, ...(quote.value !== null && { quote: quote.value }) },
        deliveryId: newDeliveryId(),
      };
      const mark = markOf(`desk/${caller.profile.id}/${found.id}`, call);
      const outcome = await takeStep(post, found.view, event, cause, mark);
      return outcome.ok ? ok({ message: await showNewMessage(store, found.id, outcome) }) : outcome;
    },
  });
}
