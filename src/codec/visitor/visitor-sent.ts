import Type from "typebox";
import {
  buttonSchema,
  mediaProperties,
  nullable,
  oneOf,
  partSchema,
  strict,
  timeSchema,
} from "../desk/desk-schemas.ts";
import type { SentFrameOf } from "../schema/frame.ts";
import { sent } from "../schema/frame.ts";
import { mediaTypes } from "../text/media-types.ts";

const text = (description: string) => Type.String({ description });
const requestId = text("The id of the request that this frame answers.");
const chatId = text("The id of the chat.");
const typingStates = Type.Enum(["typein", "typeout"], {
  description: "`typein`: the agent types. `typeout`: the agent has stopped.",
});
// Source: WJ-10.
const mode = Type.Enum(["online", "offline"], { description: "Whether agents are online." });
// Source: WJ-27, WJ-28.
const callback = nullable(Type.String(), "Why the visitor cannot ask for a call now; null when the visitor can.");
const contactValue = (what: string) => nullable(Type.String(), `${what}; null when it is not known.`);
const contact = {
  name: contactValue("The name"),
  email: contactValue("The e-mail address"),
  phone: contactValue("The phone number"),
  description: contactValue("More information"),
};

const agentWith = Type.Object(
  {
    name: text("The name of the agent or the bot."),
    photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
  },
  strict,
);
const agent = nullable(agentWith, "The agent or the bot who writes to the visitor; null without one.");

/** A chat as its visitor sees it. */
export const visitorChat = Type.Object(
  {
    id: chatId,
    state: Type.Enum(["with_bot", "waiting", "unstaffed", "with_agent", "closed"], {
      description: "The state of the chat.",
    }),
    agent,
    // An agent who only closed the chat has not accepted it. Source: WJ-35.
    accepted: Type.Boolean({ description: "Whether an agent has pressed Reply." }),
    rate: nullable(Type.Enum(["positive", "negative"]), "The rating; null without a rating."),
    // Source: WJ-38, WJ-39.
    call: nullable(
      Type.Object(
        {
          id: text("The id of the call."),
          type: Type.Enum(["callback", "incoming", "outgoing"], { description: "The kind of the call." }),
          status: Type.Enum(["start", "agent_connected", "client_connected", "end", "error"], {
            description: "The status of the call.",
          }),
          reason: nullable(Type.String(), "Why the call failed; null when it has not failed."),
        },
        strict,
      ),
      "The last call of the visitor in this chat; null without a call.",
    ),
  },
  { ...strict, $id: "VisitorChat", description: "A chat as the visitor sees it." },
);

const shownTypes = ["text", ...mediaTypes, "markdown", "buttons"] as const;

/** A message as its visitor sees it. */
export const visitorMessage = Type.Object(
  {
    seq: Type.Integer({
      minimum: 1,
      description: "The position in the chat. There are gaps where agents write to each other.",
    }),
    from: Type.Enum(["client", "agent", "bot"], { description: "Who wrote the message." }),
    requestId: nullable(Type.String(), "The id of the request of the visitor; null for a message that others wrote."),
    type: oneOf<string>(shownTypes, "The type of the message."),
    text: text("The text. It can be empty for a file."),
    ...mediaProperties,
    // Source: BOT-37.
    parts: Type.Array(partSchema, { description: "The pieces of a Markdown message; empty for other types." }),
    buttons: Type.Array(buttonSchema, { maxItems: 3, description: "The buttons of a bot." }),
    // Source: WJ-55.
    quote: Type.Optional(
      Type.Object(
        {
          seq: Type.Integer({ minimum: 1, description: "The position of the message in the chat." }),
          from: Type.Enum(["client", "agent", "bot"], { description: "Who wrote the message." }),
          type: oneOf<string>(shownTypes, "The type of the message."),
          text: text("The first 160 characters of the text, or the name of the file."),
        },
        { ...strict, description: "The message that this one answers; absent when it answers none in particular." },
      ),
    ),
    at: timeSchema("When it was accepted"),
    agent,
  },
  { ...strict, $id: "VisitorMessage", description: "A message as the visitor sees it." },
);

/** The frames that a page with the widget receives on `/ws/widget`. */
export const visitorSent = {
  ready: sent(
    "ready",
    {
      visitor: text(
        "The secret of the visitor. A page that has the secret is this visitor. Store it in place of the old secret.",
      ),
      number: Type.Integer({ minimum: 1, description: "The number of the visitor." }),
      mode,
      callback,
      // Source: BOT-01.
      hasBot: Type.Boolean({ description: "Whether the messages of the visitor go to a bot first." }),
      // Source: LIM-02.
      rate: Type.Object(
        {
          perSecond: Type.Number({ minimum: 0, description: "Requests in one second." }),
          burst: Type.Number({ minimum: 0, description: "Requests at once." }),
        },
        { ...strict, description: "The rate limit for the requests of the visitor." },
      ),
      fileBytesMax: Type.Integer({ minimum: 1, description: "The largest size of a file, in bytes." }),
      // Source: WJ-11.
      contact: Type.Object(contact, { ...strict, description: "The contact data of the visitor." }),
      answerSeconds: nullable(
        Type.Integer({ minimum: 1 }),
        "The median time to the first answer in the last chats of the channel, in seconds; null when it is not known.",
      ),
      earlierChats: Type.Integer({ minimum: 0, description: "How many chats the visitor had before the open chat." }),
      chat: nullable(visitorChat, "The open chat; null without an open chat."),
      // Source: WJ-57.
      agents: Type.Optional(
        Type.Array(agentWith, {
          maxItems: 5,
          description: "Only for a widget with a home: agents of the channel who are available.",
        }),
      ),
      // Source: WJ-47.
      identity: Type.Optional(
        nullable(Type.String(), "Only after a `hello` with a token: null when it was accepted, or why it was not."),
      ),
    },
    {
      summary: "Answers `hello` with the visitor, the mode, the limits and the open chat.",
      when: "After `hello`. The messages of the chat after `since` follow, at most the newest 1,000 messages and 1 MB.",
    },
  ),
  done: sent(
    "done",
    {
      id: requestId,
      seq: Type.Optional(
        Type.Integer({ minimum: 1, description: "The `seq` of the message that the request has stored." }),
      ),
      chatId: Type.Optional(text("The chat of the message, when the message was stored before.")),
      earlier: Type.Optional(
        Type.Boolean({ description: "Only in the answer to `earlier`: whether there are more earlier chats." }),
      ),
    },
    {
      summary: "Answers a request: the service has stored what was asked for.",
      when: "Once for each request that succeeds.",
    },
  ),
  failed: sent(
    "failed",
    {
      id: requestId,
      reason: text("Why the request failed."),
      retryAfter: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, description: "The seconds after which the same request may succeed." }),
      ),
    },
    {
      summary: "Answers a request: the request had no effect.",
      when: "Once for each request that fails. With `retryAfter`, the same request with the same `id` may succeed later.",
    },
  ),
  message: sent(
    "message",
    { chatId, message: visitorMessage },
    {
      summary: "Carries a message of the chat.",
      when: "When somebody writes. The other pages of the same visitor receive the frame too.",
    },
  ),
  chat: sent(
    "chat",
    { chat: visitorChat },
    {
      summary: "Carries the chat in its new state.",
      when: "When the state, the agent, the rating or the call of the chat changes.",
    },
  ),
  contact: sent(
    "contact",
    {
      // Source: WJ-15.
      contact: Type.Partial(Type.Object(contact, strict), {
        ...strict,
        description: "The contact data. An absent field has not changed.",
      }),
    },
    {
      summary: "Carries contact data that another page of the visitor has set.",
      when: "When another page of the same visitor sends `contact`.",
    },
  ),
  mode: sent(
    "mode",
    { mode },
    {
      summary: "Reports whether agents are online.",
      when: "When the mode of the channel changes, within 5 seconds.",
    },
  ),
  callback: sent(
    "callback",
    { callback },
    {
      summary: "Reports whether the visitor can ask for a call.",
      when: "When that changes.",
    },
  ),
  typing: sent(
    "typing",
    { chatId, state: typingStates },
    {
      summary: "Reports that the agent types, or has stopped.",
      when: "When the agent starts or stops typing.",
    },
  ),
};

/** Encodes a frame once for all pages that receive it. */
export const encodeVisitorFrame = (frame: SentFrameOf<typeof visitorSent>): string => JSON.stringify(frame);

/**
 * The request is durable. `seq` is that of the message that it stored; `chatId` is the chat of a message that an earlier request
 * stored.
 */
export const encodeDoneFrame = (requestId: string, seq: number, chatId?: string): string =>
  encodeVisitorFrame({ type: "done", id: requestId, ...(seq > 0 && { seq }), ...(chatId !== undefined && { chatId }) });

/** The request failed; with `retryAfterSeconds`, the same request may succeed later. */
export const encodeFailedFrame = (requestId: string, reason: string, retryAfterSeconds?: number): string =>
  encodeVisitorFrame({
    type: "failed",
    id: requestId,
    reason,
    ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
  });
