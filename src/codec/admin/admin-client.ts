import type { Static } from "typebox";
import Type from "typebox";
import type { ClientRow, ErasureRow, FileRow } from "../../ports/store.ts";
import type { DeskRow } from "../desk/desk.ts";
import { deliveryDetails, logEntrySchema } from "../desk/desk-answer-schemas.ts";
import {
  callSchema,
  chatSchema,
  customDataRowSchema,
  messageSchema,
  nullable,
  offlineMessageSchema,
  pageSchema,
  sessionSchema,
  strict,
  timeSchema,
} from "../desk/desk-schemas.ts";
import { fileUrl } from "../desk/uploaded-file.ts";
import type { Sent } from "../schema/frame.ts";

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const chatId = text("The id of the chat.");

const clientSchema = Type.Object(
  {
    id: text("The `sender.id` of the client, as chats show it."),
    number: count("The number of the visitor. No other client gets it."),
    channelId: text("The public id of the channel. A client belongs to one channel."),
    name: nullable(Type.String(), "The name; null when it is not known."),
    email: nullable(Type.String(), "The e-mail address; null when it is not known."),
    phone: nullable(Type.String(), "The phone number; null when it is not known."),
    photo: nullable(Type.String(), "The address of the avatar; null without an avatar."),
    description: nullable(Type.String(), "What agents have written about the client; null without a text."),
    blacklisted: Type.Boolean({ description: "Whether the client is on the blacklist." }),
    chatsCount: count("How many chats the client has had."),
    openChatId: nullable(Type.String(), "The id of the open chat; null without an open chat."),
    page: nullable(pageSchema, "The last page of the client; null when it is not known."),
    session: nullable(
      sessionSchema,
      "The facts about the visit from the browser; null for a customer of the chat API.",
    ),
    pageData: Type.Array(customDataRowSchema, { description: "The last rows that the page of the visitor has set." }),
    hasUserToken: Type.Boolean({ description: "Whether the page has set a token. The token itself is never shown." }),
    hasLeftMessage: Type.Boolean({ description: "Whether the client has left a message through the offline form." }),
    proved: Type.Optional(
      Type.Object(
        {
          id: text("By which the web site knows the visitor."),
          name: nullable(Type.String(), "The name; null when the token had none."),
          email: nullable(Type.String(), "The e-mail address; null when the token had none."),
          phone: nullable(Type.String(), "The phone number; null when the token had none."),
        },
        { ...strict, description: "What the last token of the visitor proved; absent when nothing was proved." },
      ),
    ),
    seenAt: nullable(
      Type.Integer({ minimum: 0 }),
      "When the page of the visitor last sent something outside a chat, in Unix milliseconds; null when it never did.",
    ),
  },
  { ...strict, $id: "ClientRecord", description: "The data about a client, without the chats." },
);
export type ClientRecord = Sent<typeof clientSchema>;

const fileSchema = Type.Object(
  {
    name: text("The name of the file."),
    mimeType: text("The media type of the file."),
    bytes: count("The size of the file in bytes."),
    from: Type.Enum(["client", "agent"], { description: "Who sent the file." }),
    createdAt: timeSchema("When the service received the file"),
    url: text("The address of the file. It works without a session."),
  },
  { ...strict, description: "A file of the chat." },
);
const stepSchema = Type.Object(
  {
    at: timeSchema("The time of the step"),
    event: text("The event of the step."),
    cause: text("The cause of the event."),
    before: nullable(Type.String(), "The state before the event; null for the first step."),
    after: text("The state after the event."),
  },
  { ...strict, description: "A step of the chat." },
);

const entry = <Name extends string, Rest extends Readonly<Record<string, Type.TSchema>>>(type: Name, rest: Rest) =>
  Type.Object({ type: Type.Literal(type), ...rest }, strict);

/** The entries of an export, in this order. All entries of a chat follow the chat. */
const exportEntry = Type.Union([
  entry("left_message", { leftMessage: offlineMessageSchema }),
  entry("chat", { chat: chatSchema }),
  entry("message", { chatId, message: messageSchema }),
  entry("file", { chatId, file: fileSchema }),
  entry("call", { chatId, at: timeSchema("When the call began"), call: callSchema }),
  entry("delivery", { delivery: deliveryDetails }),
  entry("step", { chatId, step: stepSchema }),
  entry("log", {
    chatId,
    entry: Type.Object(logEntrySchema.properties, { ...strict, description: "An entry of the log of the channel." }),
  }),
]);
export type ExportEntry = Sent<typeof exportEntry>;

export const clientExportAnswer = Type.Object(
  {
    client: clientSchema,
    entries: Type.Array(exportEntry, { description: "The entries of the page." }),
    cursor: nullable(Type.String(), "The cursor of the next page; null at the end."),
  },
  strict,
);

export function toClientRecord({ channelId, client, openChatId, seenAtMs, hasLeftMessage }: ClientRow): ClientRecord {
  const { senderId, number, name, email, phone, photo, description, isBlacklisted, chatsCount, session } = client;
  return {
    ...{ id: senderId, number, channelId, name, email, phone, photo, description, chatsCount, openChatId },
    blacklisted: isBlacklisted,
    page: client.url === null ? null : { url: client.url, title: client.pageTitle },
    session,
    pageData: client.pageData.map((row): DeskRow => ({ ...row, fromPage: true })),
    hasUserToken: client.userToken !== null,
    hasLeftMessage: hasLeftMessage ?? false,
    seenAt: seenAtMs ?? null,
    ...(client.proved !== undefined && { proved: client.proved }),
  };
}

export const toExportedFile = (publicUrl: string, token: string, row: FileRow): Static<typeof fileSchema> => ({
  name: row.name,
  mimeType: row.mimeType,
  bytes: row.bytes,
  from: row.agentId === 0 ? "client" : "agent",
  createdAt: row.createdAtMs,
  url: fileUrl(publicUrl, token, row),
});

const erasedCounts = Type.Object(
  {
    chats: count("Chats, open and closed."),
    messages: count("Messages and notes."),
    files: count("Files."),
    deliveries: count("Deliveries, events and mails."),
    calls: count("Calls."),
    leftMessages: count("Offline messages."),
  },
  { ...strict, description: "The number of removed objects of each kind." },
);

const erasureSchema = Type.Object(
  {
    clientNumber: count("The number of the client."),
    channelId: text("The public id of the channel."),
    state: Type.Enum(["pending", "done"], { description: "Whether the erasure is complete." }),
    askedAt: timeSchema("When the erasure was requested"),
    agentId: Type.Integer({ description: "The id of the administrator." }),
    doneAt: nullable(
      Type.Integer({ minimum: 0 }),
      "When the erasure was complete, in Unix milliseconds; null before that.",
    ),
    removed: erasedCounts,
  },
  { ...strict, $id: "Erasure", description: "One erasure of a client's data. It does not name the client." },
);
export type ErasureRecord = Static<typeof erasureSchema>;

export const erasureAnswer = Type.Object({ erasure: erasureSchema }, strict);
export const erasuresAnswer = Type.Object(
  {
    erasures: Type.Array(erasureSchema, { description: "The erasures of the page." }),
    cursor: nullable(Type.String(), "Asks for the next page; null at the end."),
  },
  strict,
);

export const toErasure = (clientNumber: number, row: ErasureRow): ErasureRecord => ({
  clientNumber,
  channelId: row.channelId,
  state: row.doneAtMs === null ? "pending" : "done",
  askedAt: row.atMs,
  agentId: row.byId,
  doneAt: row.doneAtMs,
  removed: row.removed,
});
