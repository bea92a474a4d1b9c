import type { TSchema } from "typebox";
import Type from "typebox";
import type { FailureKind } from "../../../machines/delivery/delivery.types.ts";
import { mediaTypes } from "../text/media-types.ts";

/** Schemas of what the desk's API answers with: every key is always there, and no other. The shapes are those of `desk.ts`. */

export const strict = { additionalProperties: false } as const;

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const chatStates = ["with_bot", "waiting", "unstaffed", "with_agent", "closed", "blocked"] as const;
export const webhookEvents = [
  "call_event",
  "chat_accepted",
  "chat_assigned",
  "chat_finished",
  "chat_updated",
  "offline_message",
] as const;
export const deliveryKinds = [
  "message",
  "mail",
  "answer",
  "CLIENT_MESSAGE",
  "AGENT_JOINED",
  "AGENT_UNAVAILABLE",
  ...webhookEvents,
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

const oneOf = (values: readonly string[], description: string) => Type.Enum([...values], { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
export const timeSchema = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, unix milliseconds.` });
const namedSchema = Type.Object({ id: Type.Integer(), name: Type.String() }, strict);

export const errorSchema = Type.Object({ code: Type.String(), message: Type.String() }, strict);

export const agentSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    phone: nullable(Type.String()),
    photo: nullable(Type.String(), "Link of the avatar."),
    departments: Type.Array(Type.Integer(), { description: "Ids of departments." }),
    role: oneOf(["admin", "agent"], "What the agent may do."),
  },
  { ...strict, $id: "Agent", description: "An agent." },
);

const clientSchema = Type.Object(
  {
    id: Type.String({ description: "The customer system's sender.id as text." }),
    number: count("The visitor's number, from 1."),
    name: Type.String({ description: "Anonymous while none was given." }),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    description: nullable(Type.String(), "What agents wrote about the client."),
    photo: nullable(Type.String(), "Link of the avatar."),
    invite: nullable(Type.String(), "The invitation the client saw last."),
    userToken: Type.Null({ description: "Sent in webhooks alone." }),
    blacklisted: Type.Boolean({ description: "What the client writes is kept and offered to nobody." }),
    chatsCount: count("How many chats the client had, this one included."),
  },
  { ...strict, $id: "Client", description: "Who writes." },
);

export const customDataRowSchema = Type.Object(
  {
    title: nullable(Type.String(), "Stands above the row."),
    content: nullable(Type.String()),
    key: nullable(Type.String(), "Stands before the content."),
    link: nullable(Type.String(), "An http or https address."),
    fromPage: Type.Boolean({ description: "The visitor's page told it, which anybody can forge; else the CRM." }),
  },
  strict,
);

export const pageSchema = Type.Object({ url: Type.String(), title: nullable(Type.String()) }, strict);

const texts = (...keys: readonly string[]) =>
  Type.Object(Object.fromEntries(keys.map((key) => [key, Type.String()])), strict);

export const sessionSchema = Type.Object(
  {
    ipAddress: Type.String(),
    userAgent: Type.String(),
    utm: texts("source", "campaign", "content", "medium", "term"),
    geo: texts("region_code", "country", "country_code", "region", "city", "latitude", "longitude", "organization"),
  },
  strict,
);

export const callSchema = Type.Object(
  {
    id: Type.String(),
    type: oneOf(["callback", "incoming", "outgoing"], "Who wanted it."),
    phone: Type.String({ description: "The client's." }),
    status: oneOf(["start", "agent_connected", "client_connected", "end", "error"], "How far it came."),
    agentId: nullable(Type.Integer(), "Who was called, or is on the line."),
    reason: nullable(Type.String(), "Why it failed."),
    recordUrl: nullable(Type.String(), "Where the record is to be heard."),
  },
  { ...strict, $id: "Call", description: "A call with a client." },
);

const lastSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1 }),
    from: oneOf(authors, "Who said it."),
    type: oneOf(messageTypes, "What it is."),
    text: Type.String({
      description:
        "Its first 160 characters; of a file without a comment its name, of buttons without a title the first.",
    }),
    at: timeSchema("When it was accepted"),
  },
  strict,
);

const failedSchema = Type.Object(
  {
    count: Type.Integer({ minimum: 1, description: "How many messages." }),
    since: timeSchema("When the first of them failed"),
    at: timeSchema("When the last of them failed; what follows is that one's"),
    seq: Type.Integer({ minimum: 1 }),
    deliveryId: Type.String(),
    agentId: nullable(Type.Integer(), "Who wrote it; null for the bot."),
    error: nullable(errorSchema, "Null for a code whose text is not shown, and while it is sent again."),
    deliveryIds: Type.Array(Type.String(), { description: "All of them, in the order in which they were written." }),
  },
  strict,
);

export const chatSchema = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    state: oneOf(chatStates, "Who has the chat."),
    client: clientSchema,
    agent: nullable(namedSchema, "Whose chat it is."),
    department: nullable(namedSchema, "Whom it was transferred to last."),
    offeredTo: nullable(
      Type.Object(
        { kind: oneOf(["agent", "department"], "Which of both."), id: Type.Integer(), name: Type.String() },
        strict,
      ),
      "Whom the last transfer named, until an agent accepts or the offer ends.",
    ),
    customData: Type.Array(customDataRowSchema, {
      description: "What the CRM tells beside the chat, then what the visitor's page tells.",
    }),
    crmLink: nullable(Type.String(), "The client's card in the CRM."),
    canAssign: Type.Boolean({ description: "Whether the chat can be bound to a card of the CRM." }),
    assigned: Type.Boolean({ description: "Whether it was bound to that card." }),
    firstPage: nullable(pageSchema, "The page where the chat began."),
    page: nullable(pageSchema, "The page the client is on, or which the owner's server named."),
    session: nullable(sessionSchema, "What the browser told of the visit; null for a customer of the chat API."),
    call: nullable(callSchema, "The last call."),
    unread: count("Messages of the client since the agent's last step."),
    last: nullable(lastSchema, "What was said last; notes, events and hidden messages do not count."),
    waitingSince: nullable(
      timeSchema("When the client wrote its first message that no person has answered"),
      "Null while the client waits for nobody.",
    ),
    rate: nullable(oneOf(["positive", "negative"], "What the client thought of it."), "Null while not rated."),
    failed: nullable(
      failedSchema,
      "Messages that were not delivered, until they are sent again and delivered, dismissed, or the client is answered; null where there are none.",
    ),
    createdAt: timeSchema("When it began"),
    updatedAt: timeSchema("When it changed last"),
    closedAt: nullable(timeSchema("When it was closed")),
    reopenableUntil: nullable(
      timeSchema("Until when it can be opened again, unless its client has another open chat; null when it cannot be"),
    ),
  },
  { ...strict, $id: "Chat", description: "A conversation of one client." },
);

const messageDeliverySchema = Type.Object(
  {
    id: Type.String(),
    state: oneOf(deliveryStates, "What became of it."),
    attempts: count("How many attempts were made or are running."),
    error: nullable(errorSchema, "Why it failed; null also for a code whose text is not shown."),
  },
  strict,
);

export const mediaProperties = {
  file: Type.Optional(Type.String()),
  thumb: Type.Optional(Type.String()),
  emoji: Type.Optional(Type.String()),
  file_name: Type.Optional(Type.String()),
  file_size: Type.Optional(Type.Number({ description: "Bytes." })),
  duration: Type.Optional(Type.Number({ description: "Seconds." })),
  width: Type.Optional(Type.Number({ description: "Pixels." })),
  height: Type.Optional(Type.Number({ description: "Pixels." })),
  performer: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
};

export const partSchema = Type.Object(
  {
    text: Type.String({ minLength: 1 }),
    bold: Type.Boolean(),
    italic: Type.Boolean(),
    link: nullable(Type.String(), "An http, https, mailto or tel address."),
  },
  strict,
);

export const buttonSchema = Type.Object(
  { text: Type.String(), id: nullable(Type.String(), "Null when the bot gave none.") },
  strict,
);

export const messageSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "Position in the chat, without gaps." }),
    id: Type.String(),
    from: oneOf(authors, "Who wrote it."),
    type: oneOf(messageTypes, "invitation, note and event never leave the desk; markdown and buttons are a bot's."),
    text: Type.String({ description: "Empty when a media message has no comment, or buttons have no title." }),
    cut: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "How many more characters of the text were sent, which is cut; absent when it is whole.",
      }),
    ),
    ...mediaProperties,
    parts: Type.Array(partSchema, {
      description:
        "A markdown message as it is to be shown, piece by piece, each as plain text; empty for other types.",
    }),
    fallback: nullable(Type.String(), "Plain text that is sent where the type cannot be shown."),
    buttons: Type.Array(buttonSchema, { maxItems: 3, description: "Answers that a bot prepared." }),
    buttonId: nullable(Type.String(), "Id of the button that the client clicked."),
    hidden: Type.Boolean({
      description: "Recorded, never shown to the client: the bot said it when its part was over.",
    }),
    agentId: nullable(Type.Integer()),
    at: timeSchema("When it was accepted"),
    delivery: nullable(messageDeliverySchema, "Null for what is sent nowhere."),
  },
  { ...strict, $id: "Message", description: "One message of a chat." },
);

const leftAnswerSchema = Type.Object(
  {
    id: Type.String({ description: "Of its delivery." }),
    agent: namedSchema,
    subject: Type.String(),
    text: Type.String(),
    at: timeSchema("When it was written"),
    state: oneOf(["sending", "sent", "failed"], "What became of it."),
    attempts: count("How many attempts were made or are running."),
    error: nullable(errorSchema, "Of the last attempt that failed; null when none has, and when it was sent."),
  },
  { ...strict, $id: "LeftMessageAnswer", description: "A mail of an agent to a visitor who left a message." },
);

export const offlineMessageSchema = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    clientNumber: count("The visitor's number."),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    text: Type.String(),
    at: timeSchema("When it was left"),
    state: oneOf(["open", "done"], "Whether there is still something to do about it."),
    owner: nullable(namedSchema, "The agent who looks after it; null while it is nobody's."),
    done: nullable(
      Type.Object({ by: namedSchema, at: timeSchema("When") }, strict),
      "Who found it done, and when; null while it is open.",
    ),
    answers: Type.Array(leftAnswerSchema, { description: "Mails to the visitor, oldest first." }),
  },
  { ...strict, $id: "LeftMessage", description: "What a visitor left through the offline form." },
);
