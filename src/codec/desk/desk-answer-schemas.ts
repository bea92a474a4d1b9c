import Type from "typebox";
import {
  agentSchema,
  chatSchema,
  deliveryKinds,
  deliveryStates,
  errorSchema,
  failureKinds,
  messageSchema,
  nullable,
  strict,
  timeSchema,
} from "./desk-schemas.ts";

/** Schemas of the complete answers of the desk's routes. */

const cursorSchema = nullable(Type.String(), "The cursor of the next page; null at the end.");

const passwordMustChange = Type.Optional(
  Type.Literal(true, {
    description:
      "Present when the service has made the password. A session of a browser can then only change the password.",
  }),
);
export const loginAnswer = Type.Object(
  {
    token: Type.String({
      description: "The token of the session, with 256 random bits. A program that has the token acts as the agent.",
    }),
    agent: agentSchema,
    passwordMustChange,
  },
  strict,
);
export const doneAnswer = Type.Object({ result: Type.Literal("ok") }, strict);
export const chatAnswer = Type.Object({ chat: chatSchema }, strict);
const wordsFoundSchema = Type.Object(
  {
    chat: Type.String({ description: "The chat's id." }),
    seq: nullable(
      Type.Integer({ minimum: 1 }),
      "The `seq` of the message with the words; null when the words are in the data of the client.",
    ),
    text: Type.String({ description: "The text around the words, cut to about 160 characters." }),
  },
  strict,
);
export const chatsAnswer = Type.Object(
  {
    chats: Type.Array(chatSchema, { description: "The chats of the page." }),
    cursor: cursorSchema,
    found: Type.Optional(
      Type.Array(wordsFoundSchema, {
        description: "Only with `q`: where the words are, for each chat that has all of them.",
      }),
    ),
    complete: Type.Optional(
      Type.Boolean({
        description: "Only with `q`: false while the service still searches the open chats. Ask again in that case.",
      }),
    ),
  },
  strict,
);
export const noteAnswer = Type.Object({ chat: chatSchema, message: messageSchema }, strict);
export const messageAnswer = Type.Object({ message: messageSchema }, strict);
export const messagesAnswer = Type.Object(
  { messages: Type.Array(messageSchema, { description: "The messages of the chat." }) },
  strict,
);

export const linkPreviewAnswer = Type.Object(
  {
    preview: Type.Object(
      {
        url: Type.String({ description: "The address of the link." }),
        title: Type.String({ description: "The title of the page, at most 200 characters." }),
        description: Type.String({
          description: "What the page says about itself, at most 300 characters; an empty string when it says nothing.",
        }),
        site: Type.String({ description: "The name of the site, or its host." }),
      },
      { ...strict, description: "What the page says about itself. A stranger may have written it." },
    ),
  },
  strict,
);

/** What is refused when the disk is nearly full, in this order: files, new chats, and finally all messages of clients. */
const diskParts = ["files", "chats", "messages"] as const;
const diskPart = Type.Enum([...diskParts], { description: "A part of what the service stores." });
const diskSchema = Type.Object(
  {
    refused: Type.Array(diskPart, {
      description: "What the service refuses now: files, new chats, or all messages of clients.",
    }),
    next: nullable(
      Type.Object(
        { what: diskPart, belowBytes: Type.Integer({ minimum: 0, description: "The free space in bytes." }) },
        strict,
      ),
      "What the service refuses next, below that many bytes of free space; null when nothing is left to refuse.",
    ),
  },
  {
    ...strict,
    description:
      "Present while the disk gets full. Administrators see it before the service refuses something, other agents after that.",
  },
);

export const surroundingsAnswer = Type.Object(
  {
    cursor: Type.Integer({
      description:
        "The place in the stream of changes. A hello of /ws/desk with this value as `since` is told all that has changed after this answer.",
    }),
    access: Type.String({
      description:
        "A mark of what the agent may see, which is new after each change of these rights. A hello sends it beside `since`.",
    }),
    agent: agentSchema,
    channels: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "The public id of the channel." }),
          name: Type.String({ description: "The name of the channel." }),
          kind: Type.Enum(["api", "widget"], { description: "The kind of the channel." }),
          status: Type.Enum([0, 1], { description: "The answer of the status query." }),
          enabled: Type.Boolean({ description: "Whether the channel is switched on." }),
          test: Type.Boolean({ description: "Whether it is a channel to try things on, whose chats are kept apart." }),
          hasBot: Type.Boolean({ description: "Whether a bot answers first." }),
          bot: nullable(
            Type.Object(
              {
                name: Type.String({ description: "The name of the bot." }),
                photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
              },
              strict,
            ),
            "The bot as clients see it; null without a bot.",
          ),
          callback: Type.Boolean({ description: "Whether visitors can ask to be called." }),
          agentIds: Type.Array(Type.Integer(), {
            description:
              "The ids of the agents who receive the chats of the channel. A chat can be transferred to these agents and to their departments.",
          }),
          limits: Type.Object(
            { uploadBytesMax: Type.Integer({ minimum: 0, description: "The largest size of a file, in bytes." }) },
            { ...strict, description: "The limits of the channel." },
          ),
        },
        strict,
      ),
      { description: "The channels of the agent." },
    ),
    agents: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: "The id of the agent." }),
          name: Type.String({ description: "The name of the agent." }),
          photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
          available: Type.Boolean({ description: "Whether the agent has an open desk and takes new chats." }),
          departments: Type.Array(Type.Integer(), { description: "The ids of the departments of the agent." }),
        },
        strict,
      ),
      { description: "The agents that the agent works with." },
    ),
    departments: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: "The id of the department." }),
          name: Type.String({ description: "The name of the department." }),
        },
        strict,
      ),
      { description: "The departments that the agent works with." },
    ),
    telephony: Type.Boolean({
      description: "Whether the service has a call gateway. Without one, calls are not possible.",
    }),
    publicUrl: Type.String({ description: "The scheme, host and port of the public address of the service." }),
    waiting: Type.Object(
      {
        calmMs: Type.Integer({ minimum: 0, description: "Milliseconds for which a client waits calmly." }),
        urgentMs: Type.Integer({ minimum: 0, description: "Milliseconds after which the wait is urgent." }),
      },
      { ...strict, description: "How the desk shows the wait of clients." },
    ),
    disk: Type.Optional(diskSchema),
    passwordMustChange,
  },
  strict,
);

const attemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "The number of the attempt, from 1." }),
    at: timeSchema("When the attempt started"),
    durationMs: nullable(
      Type.Number({ minimum: 0 }),
      "The duration in milliseconds; null while the attempt runs, and when its end is not known.",
    ),
    status: nullable(Type.Integer(), "The HTTP status of the answer; null without an answer."),
    error: nullable(errorSchema, "Why the attempt failed; null without an error."),
    address: nullable(
      Type.String(),
      "The address of the request, with secrets masked; null for agents who are not administrators.",
    ),
    answer: nullable(Type.String(), "The first 1 KiB of the answer; null without an answer."),
    note: nullable(Type.String(), "Why a positive answer differs from the protocol; null when it does not."),
  },
  strict,
);

export const deliverySchema = Type.Object(
  {
    id: Type.String({ description: "The id of the delivery." }),
    chatId: nullable(Type.String(), "The id of the chat; null for an event without a chat."),
    channelId: Type.String({ description: "The public id of the channel." }),
    // Source: CH-41, BOT-11, WH-39.
    messageId: Type.String({ description: "The id of the message or the event." }),
    messageSeq: nullable(
      Type.Integer({ minimum: 1 }),
      "The `seq` of the message; null for an event without a message.",
    ),
    kind: Type.Enum([...deliveryKinds], {
      description:
        "What is sent. `message` goes to the customer system. `mail` is the log of a chat. Names in capitals are events for the bot. The other names are events for your server.",
    }),
    client: nullable(
      Type.Object(
        {
          number: Type.Integer({ description: "The number of the client." }),
          name: Type.String({ description: "The name of the client." }),
        },
        strict,
      ),
      "The client of the chat; null for an event without a chat, and when the chat is no longer stored.",
    ),
    words: nullable(Type.String(), "The first words of the text that is sent; null without a text."),
    state: Type.Enum([...deliveryStates], { description: "The state of the delivery." }),
    attempts: Type.Array(attemptSchema, { description: "The attempts, the oldest first." }),
    error: nullable(errorSchema, "Why the delivery failed, also when the chat shows no text; null without a failure."),
    failure: nullable(Type.Enum([...failureKinds]), "The kind of the error; null without a failure."),
    createdAt: timeSchema("When the message was committed"),
  },
  {
    ...strict,
    $id: "Delivery",
    description: "A message, an event or a mail that is sent, with every attempt.",
  },
);

export const deliveryDetails = Type.Object(
  {
    ...deliverySchema.properties,
    request: nullable(
      Type.Object({ body: Type.String({ description: "The body. It is the same in every attempt." }) }, strict),
      "The request; null for a mail, for a message that waits for the one before, and for agents who are not administrators.",
    ),
  },
  { ...strict, $id: "DeliveryDetails", description: "A delivery with its request." },
);

export const deliveryAnswer = Type.Object({ delivery: deliveryDetails }, strict);
/** The answer to sending again: the message, or the delivery of an event or a mail. */
export const resentAnswer = Type.Union([messageAnswer, Type.Object({ delivery: deliverySchema }, strict)]);
export const deliveriesAnswer = Type.Object(
  { deliveries: Type.Array(deliverySchema, { description: "The deliveries of the page." }), cursor: cursorSchema },
  strict,
);

export const failuresAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: "The number of failures, at most 1,000." }),
    deliveryIds: Type.Array(Type.String(), { description: "The ids of the counted failures, the newest first." }),
    deliveries: Type.Array(deliverySchema, { description: "The newest 20 failures." }),
  },
  strict,
);

export const logEntrySchema = Type.Object(
  {
    at: timeSchema("The time of the entry"),
    kind: Type.Enum(["warning", "typing", "webhook", "test"], {
      description:
        "`warning`: the service has dropped a field of a message, or refused a post of the bot. `typing`: the result of a typing notice. `webhook`: an event for your server is lost unless you replay it. `test`: the result of a test by an administrator.",
    }),
    text: Type.String({ description: "The text of the entry." }),
    chatId: nullable(Type.String(), "The id of the chat; null without a chat."),
    messageSeq: nullable(Type.Integer({ minimum: 1 }), "The `seq` of the message; null without a message."),
    cause: Type.String({ description: "The request id or the actor that caused the entry." }),
  },
  strict,
);
export const channelLogAnswer = Type.Object(
  { entries: Type.Array(logEntrySchema, { description: "The entries of the page." }), cursor: cursorSchema },
  strict,
);
