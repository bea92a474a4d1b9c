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
import { diskParts } from "./desk-surroundings.ts";

/** Whole answers of the desk's routes. */

const cursorSchema = nullable(Type.String(), "Where the next page goes on; null at the end.");

const passwordMustChange = Type.Optional(
  Type.Literal(true, {
    description:
      "The password was made by the service: a browser's session may change it and nothing else until that is done.",
  }),
);
export const loginAnswer = Type.Object(
  {
    token: Type.String({ description: "256 random bits: whoever has it is the agent." }),
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
      "The message in which they stand; null for what is known of the client.",
    ),
    text: Type.String({ description: "The text around them, cut to about 160 characters." }),
  },
  strict,
);
export const chatsAnswer = Type.Object(
  {
    chats: Type.Array(chatSchema),
    cursor: cursorSchema,
    found: Type.Optional(
      Type.Array(wordsFoundSchema, {
        description: "With q: where the words stand, of each chat that has them together.",
      }),
    ),
    complete: Type.Optional(
      Type.Boolean({ description: "With q: false while open chats are still being looked through; ask again then." }),
    ),
  },
  strict,
);
export const noteAnswer = Type.Object({ chat: chatSchema, message: messageSchema }, strict);
export const messageAnswer = Type.Object({ message: messageSchema }, strict);
export const messagesAnswer = Type.Object({ messages: Type.Array(messageSchema) }, strict);

const diskPart = Type.Enum([...diskParts]);
const diskSchema = Type.Object(
  {
    refused: Type.Array(diskPart, { description: "Not taken now: files, chats that begin, all that clients send." }),
    next: nullable(
      Type.Object({ what: diskPart, belowBytes: Type.Integer({ minimum: 0 }) }, strict),
      "What is refused with less than so many bytes free; null when there is nothing left to refuse.",
    ),
  },
  {
    ...strict,
    description:
      "There while the disk gets full: for administrators before something is refused, for others from then on.",
  },
);

export const surroundingsAnswer = Type.Object(
  {
    agent: agentSchema,
    channels: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          kind: Type.Enum(["api", "widget"]),
          status: Type.Enum([0, 1], { description: "What the status query answers." }),
          enabled: Type.Boolean(),
          hasBot: Type.Boolean(),
          bot: nullable(
            Type.Object({ name: Type.String(), photo: nullable(Type.String()) }, strict),
            "As clients see it; null without one.",
          ),
          callback: Type.Boolean({ description: "Whether visitors can ask to be called." }),
          limits: Type.Object(
            { uploadBytesMax: Type.Integer({ minimum: 0, description: "Bytes of a file." }) },
            strict,
          ),
        },
        strict,
      ),
    ),
    agents: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String(),
          photo: nullable(Type.String()),
          available: Type.Boolean({ description: "Has a live desk and is set available." }),
          departments: Type.Array(Type.Integer(), { description: "Ids of departments." }),
        },
        strict,
      ),
    ),
    departments: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, strict)),
    telephony: Type.Boolean({ description: "Whether there is a call gateway: without one nobody can be called." }),
    publicUrl: Type.String({ description: "Scheme, host and port under which the service is reached." }),
    disk: Type.Optional(diskSchema),
    passwordMustChange,
  },
  strict,
);

const attemptSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    at: timeSchema("When it started"),
    durationMs: nullable(Type.Number({ minimum: 0 }), "Null while it runs, and when nobody saw its end."),
    status: nullable(Type.Integer(), "The HTTP status of the answer."),
    error: nullable(errorSchema),
    address: nullable(Type.String(), "Where it went, secrets masked; null for agents who are not administrators."),
    answer: nullable(Type.String(), "The first 1 KiB of the answer."),
    note: nullable(Type.String(), "Why a positive answer is not the one the protocol describes."),
  },
  strict,
);

const deliverySchema = Type.Object(
  {
    id: Type.String(),
    chatId: nullable(Type.String(), "Null for an event that belongs to no chat."),
    channelId: Type.String(),
    messageId: Type.String({ description: "Of the message, or of the event." }),
    messageSeq: nullable(Type.Integer({ minimum: 1 }), "Null for an event that belongs to no message."),
    kind: Type.Enum([...deliveryKinds], {
      description:
        "message: to the customer system. mail: a chat's log. In capitals: events to the bot. The others: events to the owner's server.",
    }),
    client: nullable(
      Type.Object({ number: Type.Integer(), name: Type.String() }, strict),
      "Whose chat it belongs to; null for an event of no chat, and where the chat is not kept any more.",
    ),
    words: nullable(Type.String(), "The first words of what is sent; null where it says none."),
    state: Type.Enum([...deliveryStates]),
    attempts: Type.Array(attemptSchema),
    error: nullable(errorSchema, "Why it failed, also where the chat shows no text."),
    failure: nullable(Type.Enum([...failureKinds]), "Of what kind the error is; null while it has not failed."),
    createdAt: timeSchema("When the message was committed"),
  },
  {
    ...strict,
    $id: "Delivery",
    description: "A message, an event or a mail on its way, with every attempt.",
  },
);

export const deliveryDetails = Type.Object(
  {
    ...deliverySchema.properties,
    request: nullable(
      Type.Object({ body: Type.String({ description: "The same in every attempt." }) }, strict),
      "What an event for the owner's server says; null for all else, and for agents who are not administrators.",
    ),
  },
  { ...strict, $id: "DeliveryDetails", description: "A delivery with what it carries." },
);

export const deliveryAnswer = Type.Object({ delivery: deliveryDetails }, strict);
/** What is sent again: a message, or an event or a mail. */
export const resentAnswer = Type.Union([messageAnswer, Type.Object({ delivery: deliverySchema }, strict)]);
export const deliveriesAnswer = Type.Object({ deliveries: Type.Array(deliverySchema), cursor: cursorSchema }, strict);

export const failuresAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: "How many; more than 1,000 are not counted." }),
    deliveryIds: Type.Array(Type.String(), { description: "All that are counted, newest first." }),
    deliveries: Type.Array(deliverySchema, { description: "The newest 20." }),
  },
  strict,
);

export const logEntrySchema = Type.Object(
  {
    at: timeSchema("When it happened"),
    kind: Type.Enum(["warning", "typing", "webhook", "test"], {
      description:
        "warning: a field of a customer's message was dropped. typing: what became of a typing notice. webhook: an event for the owner's server is lost unless it is replayed. test: what became of a test an administrator sent.",
    }),
    text: Type.String(),
    chatId: nullable(Type.String()),
    messageSeq: nullable(Type.Integer({ minimum: 1 })),
    cause: Type.String({ description: "The request id or actor that caused it." }),
  },
  strict,
);
export const channelLogAnswer = Type.Object({ entries: Type.Array(logEntrySchema), cursor: cursorSchema }, strict);
