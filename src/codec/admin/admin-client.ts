import type { Static } from "typebox";
import Type from "typebox";
import type { CallSummary } from "../../../machines/call/call.types.ts";
import type { ClientFacts } from "../../../machines/chat/chat.types.ts";
import type { ClientRow, ErasureRow, FileRow } from "../../ports/store.ts";
import type { DeskChat, DeskMessage, DeskRow } from "../desk/desk.ts";
import { deliveryDetails, logEntrySchema } from "../desk/desk-answer-schemas.ts";
import type { DeskDeliveryDetails, DeskLogEntry } from "../desk/desk-log.ts";
import type { DeskOfflineMessage } from "../desk/desk-offline.ts";
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

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const chatId = text("The chat's id.");

const clientSchema = Type.Object(
  {
    id: text("The sender id, as chats show it."),
    number: count("The visitor's number, never given to anybody else."),
    channelId: text("A client is somebody on one channel."),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    photo: nullable(Type.String()),
    description: nullable(Type.String(), "What agents wrote about the client."),
    blacklisted: Type.Boolean(),
    chatsCount: count("How many chats the client had."),
    openChatId: nullable(Type.String()),
    page: nullable(pageSchema, "Where the client was last."),
    session: nullable(sessionSchema, "Pages, place and device of a visitor."),
    pageData: Type.Array(customDataRowSchema, { description: "As the visitor's page set it last." }),
    hasUserToken: Type.Boolean({ description: "Whether the page set a token, which is shown to nobody." }),
    hasLeftMessage: Type.Boolean(),
    seenAt: nullable(timeSchema("When the visitor's page last told something outside a chat")),
  },
  { ...strict, $id: "ClientRecord", description: "What is known of a client beside its chats." },
);
export type ClientRecord = Omit<Static<typeof clientSchema>, "session" | "pageData"> &
  Pick<ClientFacts, "session"> & { readonly pageData: readonly DeskRow[] };

const fileSchema = Type.Object(
  {
    name: Type.String(),
    mimeType: Type.String(),
    bytes: count("How large it is."),
    from: Type.Enum(["client", "agent"]),
    createdAt: timeSchema("When it came"),
    url: text("Good without a session."),
  },
  strict,
);
const stepSchema = Type.Object(
  {
    at: timeSchema("When it was"),
    event: text("What happened."),
    cause: text("What made it happen."),
    before: nullable(Type.String()),
    after: Type.String(),
  },
  strict,
);

const entry = <Name extends string, Rest extends Readonly<Record<string, Type.TSchema>>>(type: Name, rest: Rest) =>
  Type.Object({ type: Type.Literal(type), ...rest }, strict);

/** What an export is made of, in this order; all of a chat stands behind it. */
const exportEntry = Type.Union([
  entry("left_message", { leftMessage: offlineMessageSchema }),
  entry("chat", { chat: chatSchema }),
  entry("message", { chatId, message: messageSchema }),
  entry("file", { chatId, file: fileSchema }),
  entry("call", { chatId, at: timeSchema("When it began"), call: callSchema }),
  entry("delivery", { delivery: deliveryDetails }),
  entry("step", { chatId, step: stepSchema }),
  entry("log", { chatId, entry: logEntrySchema }),
]);
export type ExportEntry =
  | { readonly type: "left_message"; readonly leftMessage: DeskOfflineMessage }
  | { readonly type: "chat"; readonly chat: DeskChat }
  | { readonly type: "message"; readonly chatId: string; readonly message: DeskMessage }
  | { readonly type: "file"; readonly chatId: string; readonly file: Static<typeof fileSchema> }
  | { readonly type: "call"; readonly chatId: string; readonly at: number; readonly call: CallSummary }
  | { readonly type: "delivery"; readonly delivery: DeskDeliveryDetails }
  | { readonly type: "step"; readonly chatId: string; readonly step: Static<typeof stepSchema> }
  | { readonly type: "log"; readonly chatId: string; readonly entry: DeskLogEntry };

export const clientExportAnswer = Type.Object(
  {
    client: clientSchema,
    entries: Type.Array(exportEntry),
    cursor: nullable(Type.String(), "Asks for the next page; null at the end."),
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
    leftMessages: count("Left messages."),
  },
  strict,
);

const erasureSchema = Type.Object(
  {
    clientNumber: count("The number the client had."),
    channelId: Type.String(),
    state: Type.Enum(["pending", "done"]),
    askedAt: timeSchema("When it was asked for"),
    agentId: Type.Integer({ description: "The administrator." }),
    doneAt: nullable(timeSchema("When it was done")),
    removed: erasedCounts,
  },
  { ...strict, $id: "Erasure", description: "One erasure of a client's data. It does not say whose they were." },
);
export type ErasureRecord = Static<typeof erasureSchema>;

export const erasureAnswer = Type.Object({ erasure: erasureSchema }, strict);
export const erasuresAnswer = Type.Object(
  {
    erasures: Type.Array(erasureSchema),
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
