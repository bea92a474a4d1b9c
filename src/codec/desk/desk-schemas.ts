import type { TSchema, TString } from "typebox";
import Type from "typebox";
import type { FailureKind } from "../../../machines/tells.ts";
import { endpointEvents, webhookEvents } from "../settings/webhook-events.ts";
import { mediaTypes } from "../text/media-types.ts";

/**
 * Schemas of the answers of the desk's API. Every key is always present, and there are no other keys. `desk.ts` names
 * their types.
 */

export const strict = { additionalProperties: false } as const;

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const chatStates = ["with_bot", "waiting", "unstaffed", "with_agent", "closed", "blocked"] as const;
export const deliveryKinds = [
  "message",
  "mail",
  "answer",
  "CLIENT_MESSAGE",
  "AGENT_JOINED",
  "AGENT_UNAVAILABLE",
  ...webhookEvents,
  ...endpointEvents,
] as const;
const messageTypes = ["text", ...mediaTypes, "markdown", "buttons", "invitation", "note", "event"] as const;
const authors = ["client", "agent", "bot", "system"] as const;
export const failureKinds = [
  "error_answer",
  "http_status",
  "unexpected_answer",
  "timeout",
  "connection",
  "refused_target",
  "interrupted",
  "gone",
  "no_target",
  "channel_closed",
  "bot_ended",
] as const satisfies readonly FailureKind[];
export const deliveryStates = ["pending", "attempting", "delivered", "failed"] as const;

/** `oneOf<string>` where machines give the value as plain text. */
export const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Enum([...values], { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
export const timeSchema = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in Unix milliseconds.` });
const id = (of: string) => Type.String({ description: `The id of the ${of}.` });
const number = (of: string) => Type.Integer({ description: `The id of the ${of}.` });
const name = (of: string) => Type.String({ description: `The name of the ${of}.` });
const named = (of: string) => Type.Object({ id: number(of), name: name(of) }, strict);

export const errorSchema = Type.Object(
  {
    code: Type.String({ description: "The code of the error." }),
    message: Type.String({ description: "The text of the error." }),
  },
  strict,
);

export const agentSchema = Type.Object(
  {
    id: number("agent"),
    name: name("agent"),
    email: Type.String({ description: "The e-mail address of the agent." }),
    phone: nullable(Type.String(), "The phone number of the agent; null without one."),
    photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
    departments: Type.Array(Type.Integer(), { description: "The ids of the departments of the agent." }),
    role: oneOf(["admin", "agent"], "The role: an administrator or an agent."),
  },
  { ...strict, $id: "Agent", description: "An agent." },
);

const clientSchema = Type.Object(
  {
    id: Type.String({ description: "The `sender.id` of the customer system as text." }),
    number: count("The number of the visitor, from 1."),
    name: Type.String({ description: "The name of the client; Anonymous while it is not known." }),
    email: nullable(Type.String(), "The e-mail address; null when it is not known."),
    phone: nullable(Type.String(), "The phone number; null when it is not known."),
    description: nullable(Type.String(), "What agents have written about the client; null without a text."),
    photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
    invite: nullable(Type.String(), "The last invitation that the client saw; null without one."),
    // Source: WJ-24.
    userToken: Type.Null({ description: "Always null. Only webhooks carry the token." }),
    blacklisted: Type.Boolean({
      description:
        "Whether the client is on the blacklist. The messages of such a client are stored, but no agent gets them.",
    }),
    chatsCount: count("How many chats the client has had, with this chat."),
    // Source: WJ-49.
    proved: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: "By which the web site knows the visitor." }),
          name: Type.Boolean({ description: "Whether the name above is the proved one." }),
          email: Type.Boolean({ description: "Whether the e-mail address above is the proved one." }),
          phone: Type.Boolean({ description: "Whether the phone number above is the proved one." }),
        },
        { ...strict, description: "What a token of the web site proved; absent when nothing was proved." },
      ),
    ),
  },
  { ...strict, $id: "Client", description: "The client who writes." },
);

export const customDataRowSchema = Type.Object(
  {
    title: nullable(Type.String(), "The text above the row; null without one."),
    content: nullable(Type.String(), "The content of the row; null without one."),
    key: nullable(Type.String(), "The text before the content; null without one."),
    link: nullable(Type.String(), "The http or https address that the row opens; null without one."),
    // Source: WJ-20.
    fromPage: Type.Boolean({
      description:
        "Whether the row comes from the page of the visitor. A visitor can forge such a row. Other rows come from the CRM.",
    }),
  },
  strict,
);

export const pageSchema = Type.Object(
  {
    url: Type.String({ description: "The address of the page." }),
    title: nullable(Type.String(), "The title of the page; null when it is not known."),
  },
  strict,
);

/** Text fields by their keys, each with its description. */
function texts<Key extends string>(description: string, meanings: Readonly<Record<Key, string>>) {
  const fields = Object.entries<string>(meanings).map(([key, meaning]) => [
    key,
    Type.String({ description: `${meaning}; an empty string when it is not known.` }),
  ]);
  return Type.Object(Object.fromEntries(fields) as Record<Key, TString>, { ...strict, description });
}

export const sessionSchema = Type.Object(
  {
    ipAddress: Type.String({ description: "The IP address of the browser." }),
    userAgent: Type.String({ description: "The user agent of the browser." }),
    utm: texts("The `utm_*` parameters of the address that the visitor opened.", {
      source: "The value of `utm_source`",
      campaign: "The value of `utm_campaign`",
      content: "The value of `utm_content`",
      medium: "The value of `utm_medium`",
      term: "The value of `utm_term`",
    }),
    geo: texts("The place of the IP address.", {
      region_code: "The code of the region",
      country: "The country",
      country_code: "The ISO 3166-1 code of the country",
      region: "The region",
      city: "The city",
      latitude: "Degrees north",
      longitude: "Degrees east",
      organization: "The organization that owns the address",
    }),
  },
  strict,
);

export const callSchema = Type.Object(
  {
    id: id("call"),
    type: oneOf(["callback", "incoming", "outgoing"], "The kind of the call."),
    phone: Type.String({ description: "The phone number of the client." }),
    status: oneOf(["start", "agent_connected", "client_connected", "end", "error"], "The status of the call."),
    agentId: nullable(Type.Integer(), "The id of the agent who was called or is on the line; null without an agent."),
    reason: nullable(Type.String(), "Why the call failed; null when it has not failed."),
    recordUrl: nullable(Type.String(), "The address of the recording; null without a recording."),
  },
  { ...strict, $id: "Call", description: "A call with a client." },
);

const lastSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "The position of the message in the chat." }),
    from: oneOf(authors, "Who wrote the message."),
    type: oneOf<string>(messageTypes, "The type of the message."),
    text: Type.String({
      description:
        "The first 160 characters of the text. For a file without a comment it is the name of the file. For buttons without a title it is the first button.",
    }),
    at: timeSchema("When the message was accepted"),
  },
  strict,
);

const failedSchema = Type.Object(
  {
    count: Type.Integer({ minimum: 1, description: "The number of failed messages." }),
    since: timeSchema("When the first of them failed"),
    at: timeSchema("When the last of them failed"),
    seq: Type.Integer({ minimum: 1, description: "The `seq` of the last failed message." }),
    deliveryId: id("delivery of the last failed message"),
    agentId: nullable(Type.Integer(), "The id of the agent who wrote the last failed message; null for the bot."),
    error: nullable(
      errorSchema,
      "The error of the last failed message; null for a code whose text is not shown, and while the message is sent again.",
    ),
    deliveryIds: Type.Array(Type.String(), {
      description: "The ids of the deliveries of all failed messages, in the order in which they were written.",
    }),
  },
  strict,
);

export const chatSchema = Type.Object(
  {
    id: id("chat"),
    channelId: id("channel"),
    state: oneOf<string>(chatStates, "The state of the chat."),
    client: clientSchema,
    agent: nullable(named("agent"), "The agent who has the chat; null without an agent."),
    department: nullable(named("department"), "The department of the last transfer; null without one."),
    offeredTo: nullable(
      Type.Object(
        {
          kind: oneOf(["agent", "department"], "Whether the offer is for an agent or a department."),
          id: number("agent or the department"),
          name: name("agent or the department"),
        },
        strict,
      ),
      "The target of the last transfer, until an agent accepts or the offer ends; else null.",
    ),
    customData: Type.Array(customDataRowSchema, {
      description: "The rows beside the chat: first the rows of the CRM, then the rows of the page of the visitor.",
    }),
    crmLink: nullable(Type.String(), "The address of the card of the client in the CRM; null without a card."),
    canAssign: Type.Boolean({ description: "Whether the chat can be bound to a card of the CRM." }),
    // Source: WH-15.
    assigned: Type.Boolean({ description: "Whether the chat was bound to that card." }),
    firstPage: nullable(pageSchema, "The page where the chat began; null when it is not known."),
    page: nullable(
      pageSchema,
      "The page that the client is on, or that your server has named; null when it is not known.",
    ),
    session: nullable(
      sessionSchema,
      "The facts about the visit from the browser; null for a customer of the chat API.",
    ),
    call: nullable(callSchema, "The last call; null without a call."),
    unread: count("The number of messages of the client since the last step of the agent."),
    last: nullable(
      lastSchema,
      "The last message; null without a message. Notes, events and hidden messages do not count.",
    ),
    waitingSince: nullable(
      Type.Integer({ minimum: 0 }),
      "When the client wrote the first message that no person has answered, in Unix milliseconds; null when no message waits.",
    ),
    rate: nullable(oneOf(["positive", "negative"], "The rating."), "The rating of the client; null without a rating."),
    failed: nullable(
      failedSchema,
      "The messages that were not delivered; null without such messages. A message stays here until a later attempt succeeds, an agent dismisses it, or an agent answers the client.",
    ),
    // Source: WJ-54.
    seenSeq: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "The `seq` of the last message that the client has seen. It is absent until the page of the client reports one, and for customers of the chat API.",
      }),
    ),
    hasNote: Type.Optional(
      Type.Literal(true, {
        description:
          "An agent has written a note. It is absent in every other chat, and when the texts of the chat were deleted for their age.",
      }),
    ),
    createdAt: timeSchema("When the chat began"),
    updatedAt: timeSchema("When the chat last changed"),
    closedAt: nullable(
      Type.Integer({ minimum: 0 }),
      "When the chat was closed, in Unix milliseconds; null while it is open.",
    ),
    reopenableUntil: nullable(
      Type.Integer({ minimum: 0 }),
      "The time limit for a reopening, in Unix milliseconds; null when the chat cannot be reopened. A client with another open chat cannot reopen this chat.",
    ),
  },
  { ...strict, $id: "Chat", description: "A chat with one client." },
);

const messageDeliverySchema = Type.Object(
  {
    id: id("delivery"),
    state: oneOf(deliveryStates, "The state of the delivery."),
    attempts: count("The number of attempts, with the attempt that runs now."),
    error: nullable(
      errorSchema,
      "Why the delivery failed; null without a failure, and for a code whose text is not shown.",
    ),
  },
  strict,
);

export const mediaProperties = {
  file: Type.Optional(Type.String({ description: "The address of the file." })),
  thumb: Type.Optional(Type.String({ description: "The address of the preview." })),
  emoji: Type.Optional(Type.String({ description: "The emoji that a sticker shows." })),
  file_name: Type.Optional(Type.String({ description: "The name of the file." })),
  file_size: Type.Optional(Type.Number({ description: "The size of the file in bytes." })),
  duration: Type.Optional(Type.Number({ description: "The duration in seconds." })),
  width: Type.Optional(Type.Number({ description: "The width in pixels." })),
  height: Type.Optional(Type.Number({ description: "The height in pixels." })),
  performer: Type.Optional(Type.String({ description: "The performer of an audio file." })),
  title: Type.Optional(Type.String({ description: "The title of an audio file." })),
  latitude: Type.Optional(Type.Number({ description: "The latitude of a location in degrees." })),
  longitude: Type.Optional(Type.Number({ description: "The longitude of a location in degrees." })),
};

export const partSchema = Type.Object(
  {
    text: Type.String({ minLength: 1, description: "The plain text of the piece." }),
    bold: Type.Boolean({ description: "Whether the piece is bold." }),
    italic: Type.Boolean({ description: "Whether the piece is italic." }),
    link: nullable(Type.String(), "The http, https, mailto or tel address that the piece opens; null without one."),
  },
  strict,
);

export const buttonSchema = Type.Object(
  {
    text: Type.String({ description: "The text of the button." }),
    id: nullable(Type.String(), "The id of the button; null when the bot has given none."),
  },
  strict,
);

export const messageSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "The position in the chat, without gaps." }),
    id: id("message"),
    from: oneOf(authors, "Who wrote the message."),
    type: oneOf<string>(
      messageTypes,
      "The type of the message. Only agents see `invitation`, `note` and `event`. Only bots write `markdown` and `buttons`.",
    ),
    text: Type.String({
      description: "The text. It is empty for a file without a comment, and for buttons without a title.",
    }),
    // Source: CH-36.
    cut: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "The number of characters that were cut from the text. It is absent when nothing was cut.",
      }),
    ),
    ...mediaProperties,
    // Source: BOT-37.
    parts: Type.Array(partSchema, {
      description: "The pieces of a Markdown message, each as plain text; empty for other types.",
    }),
    // Source: BOT-38.
    fallback: nullable(Type.String(), "The plain text for places that cannot show the type; null without one."),
    buttons: Type.Array(buttonSchema, { maxItems: 3, description: "The buttons of a bot." }),
    // Source: BOT-42.
    buttonId: nullable(Type.String(), "The id of the button that the client clicked; null without one."),
    // Source: BOT-34.
    hidden: Type.Boolean({
      description: "Whether the client cannot see the message, because the bot wrote it after the end of its part.",
    }),
    // Source: WJ-55.
    quote: Type.Optional(
      Type.Object(
        {
          seq: Type.Integer({ minimum: 1, description: "The position of the message in the chat." }),
          from: oneOf(authors, "Who wrote the message."),
          type: oneOf<string>(messageTypes, "The type of the message."),
          text: Type.String({ description: "The first 160 characters of the text, or the name of the file." }),
          agentId: nullable(Type.Integer(), "The id of the agent who wrote the message; null for other authors."),
        },
        { ...strict, description: "The message that this one answers; absent when it answers none in particular." },
      ),
    ),
    agentId: nullable(Type.Integer(), "The id of the agent who wrote the message; null for other authors."),
    at: timeSchema("When the message was accepted"),
    delivery: nullable(messageDeliverySchema, "The delivery of the message; null for a message that is not sent."),
  },
  { ...strict, $id: "Message", description: "One message of a chat." },
);

const leftAnswerSchema = Type.Object(
  {
    id: id("delivery of the mail"),
    agent: Type.Object({ id: number("agent"), name: name("agent") }, { ...strict, description: "Who wrote the mail." }),
    subject: Type.String({ description: "The subject of the mail." }),
    text: Type.String({ description: "The text of the mail." }),
    at: timeSchema("When the mail was written"),
    state: oneOf(["sending", "sent", "failed"], "The state of the mail."),
    attempts: count("The number of attempts, with the attempt that runs now."),
    error: nullable(errorSchema, "The error of the last failed attempt; null without one, and when the mail was sent."),
  },
  { ...strict, $id: "LeftMessageAnswer", description: "A mail of an agent to a visitor who has left a message." },
);

export const offlineMessageSchema = Type.Object(
  {
    id: id("message"),
    channelId: id("channel"),
    clientNumber: count("The number of the visitor."),
    name: nullable(Type.String(), "The name of the visitor; null when it is not known."),
    email: nullable(Type.String(), "The e-mail address of the visitor; null when it is not known."),
    phone: nullable(Type.String(), "The phone number of the visitor; null when it is not known."),
    text: Type.String({ description: "The text of the message." }),
    at: timeSchema("When the visitor left the message"),
    state: oneOf(["open", "done"], "Whether an agent still has to answer."),
    owner: nullable(named("agent"), "The agent who handles the message; null without an agent."),
    done: nullable(
      Type.Object(
        {
          by: Type.Object(
            { id: number("agent"), name: name("agent") },
            { ...strict, description: "The agent who has marked the message as done." },
          ),
          at: timeSchema("When the agent did so"),
        },
        strict,
      ),
      "Who has marked the message as done, and when; null while it is open.",
    ),
    answers: Type.Array(leftAnswerSchema, { description: "The mails to the visitor, the oldest first." }),
  },
  { ...strict, $id: "LeftMessage", description: "A message that a visitor has left through the offline form." },
);
