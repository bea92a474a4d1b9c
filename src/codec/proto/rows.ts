import type { Writer } from "protobufjs";
import protobuf from "protobufjs/minimal.js";
import type { ClientFacts } from "../../../machines/chat/client.types.ts";
import type { MediaFields, MessageButton, MessageContent, MessageQuote } from "../../../machines/chat/message.types.ts";
import {
  asActorKey,
  asAgentId,
  asChannelId,
  asChatId,
  asConversationKey,
  asDeliveryId,
  asMessageId,
} from "../../core/ids.ts";
import { Defect } from "../../core/result.ts";
import type { ApiKeyFacts, Row, StoredDeadline, TableName } from "../../ports/store.ts";
import { toWellFormed } from "../text/text.ts";
import { records } from "./generated/records.js";

/**
 * Converts the rows of one table to bytes and back. `decode` returns a new object each time and throws if the bytes are not a
 * record.
 */
export interface RowCodec<Table extends TableName> {
  encode(row: Row<Table>, writer: Writer): void;
  decode(bytes: Uint8Array): Row<Table>;
}

/** The types of the generated code require writable lists, but the code only reads them. */
type Unlocked<Value> = { [Key in keyof Value]: Value[Key] extends readonly (infer Item)[] ? Item[] : Value[Key] };

const storedDeadline = (deadline: records.StoredDeadline.$Properties): StoredDeadline => ({
  id: deadline.id ?? "",
  atMs: deadline.atMs ?? 0,
  atRestart: deadline.atRestart ?? false,
});

const actor: RowCodec<"actor"> = {
  encode: (row, writer) => void records.Actor.encode(row as Unlocked<typeof row>, writer),
  decode(bytes) {
    const row = records.Actor.decode(bytes);
    return {
      actor: asActorKey(row.actor),
      conversation: asConversationKey(row.conversation),
      machine: row.machine,
      version: row.version,
      revision: row.revision,
      state: row.state,
      // A copy, because the bytes of the row belong to the store.
      context: new Uint8Array(row.context),
      deadlines: row.deadlines.map(storedDeadline),
      ...(typeof row.sinceMs === "number" && { sinceMs: row.sinceMs }),
      ...(typeof row.historyAt === "number" && { historyAt: row.historyAt }),
    };
  },
};

const client: RowCodec<"client"> = {
  encode: (row, writer) => void records.Client.encode({ ...row, client: encodableClient(row.client) }, writer),
  decode(bytes) {
    const row = records.Client.decode(bytes);
    return {
      channelId: asChannelId(row.channelId),
      client: decodeClientFacts(row.client),
      openChatId: typeof row.openChatId === "string" ? asChatId(row.openChatId) : null,
      ...(typeof row.seenAtMs === "number" && { seenAtMs: row.seenAtMs }),
      ...(row.hasLeftMessage && { hasLeftMessage: row.hasLeftMessage }),
    };
  },
};

const message: RowCodec<"message"> = {
  encode(row, writer) {
    const { content } = row;
    // Most messages are plain text, which is written without conversion.
    const isPlain = content.media === null && content.buttons === undefined;
    records.Message.encode(
      isPlain ? (row as Omit<typeof row, "content">) : { ...row, content: encodableContent(content) },
      writer,
    );
  },
  decode(bytes) {
    const row = records.Message.decode(bytes);
    return {
      seq: row.seq,
      id: asMessageId(row.id),
      from: row.from as Row<"message">["from"],
      content: decodeMessageContent(row.content),
      agentId: typeof row.agentId === "number" ? asAgentId(row.agentId) : null,
      atMs: row.atMs,
      externalId: row.externalId ?? null,
      deliveryId: typeof row.deliveryId === "string" ? asDeliveryId(row.deliveryId) : null,
      ...(typeof row.botDeliveryId === "string" && { botDeliveryId: asDeliveryId(row.botDeliveryId) }),
      ...(typeof row.buttonId === "string" && { buttonId: row.buttonId }),
      ...(row.quote && { quote: decodeQuote(row.quote) }),
      ...(row.isHidden && { isHidden: row.isHidden }),
      ...(row.isBlacklisted && { isBlacklisted: row.isBlacklisted }),
    };
  },
};

const deadline: RowCodec<"deadline"> = {
  encode: (row, writer) => void records.Deadline.encode(row, writer),
  decode(bytes) {
    const row = records.Deadline.decode(bytes);
    return {
      ...storedDeadline(row),
      actor: asActorKey(row.actor),
      conversation: asConversationKey(row.conversation),
    };
  },
};

const tell: RowCodec<"tell"> = {
  encode: (row, writer) => void records.Tell.encode(row, writer),
  decode(bytes) {
    const row = records.Tell.decode(bytes);
    return {
      id: row.id,
      to: asActorKey(row.to),
      conversation: asConversationKey(row.conversation),
      event: row.event,
      from: asActorKey(row.from),
    };
  },
};

const packedScratch = Buffer.allocUnsafeSlow(16_384);
/** The result is valid until the next call. That is enough, because the writer copies it immediately. */
const toBytes = (packed: string): Buffer =>
  packed.length > packedScratch.length
    ? Buffer.from(packed, "latin1")
    : packedScratch.subarray(0, packedScratch.write(packed, "latin1"));

const history: RowCodec<"history"> = {
  encode: ({ atMs, packed }, writer) => void records.History.encode({ atMs, packed: toBytes(packed) }, writer),
  decode(bytes) {
    const { atMs, packed } = records.History.decode(bytes);
    return { atMs, packed: Buffer.from(packed).toString("latin1") };
  },
};

const feed: RowCodec<"feed"> = {
  encode: (row, writer) => void records.Feed.encode(row as Unlocked<typeof row>, writer),
  decode: (bytes) => ({
    entries: records.Feed.decode(bytes).entries.map((entry) => ({
      chatId: asChatId(entry.chatId ?? ""),
      channelId: asChannelId(entry.channelId ?? ""),
      messageSeq: entry.messageSeq ?? 0,
    })),
  }),
};

const idempotency: RowCodec<"idempotency"> = {
  encode: (row, writer) => void records.Idempotency.encode({ ...row, actor: row.actor ?? "" }, writer),
  decode(bytes) {
    const { fingerprint, actor, answer, expiresAtMs } = records.Idempotency.decode(bytes);
    return { fingerprint, actor: actor === "" ? null : asActorKey(actor), answer, expiresAtMs };
  },
};

const session: RowCodec<"session"> = {
  encode({ apiKey, ...row }, writer) {
    const key = apiKey && { ...apiKey, scopes: [...apiKey.scopes], channelIds: [...apiKey.channelIds] };
    records.Session.encode({ ...row, ...(key && { apiKey: key }) }, writer);
  },
  decode(bytes) {
    const { agentId, createdAtMs, lastSeenAtMs, address, userAgent, apiKey } = records.Session.decode(bytes);
    return {
      agentId: asAgentId(agentId),
      createdAtMs,
      ...(typeof lastSeenAtMs === "number" && { lastSeenAtMs }),
      ...(typeof address === "string" && { address }),
      ...(typeof userAgent === "string" && { userAgent }),
      ...(apiKey && { apiKey: toApiKey(apiKey) }),
    };
  },
};

const toApiKey = ({ name: title, scopes, channelIds, expiresAtMs }: records.ApiKey.$Properties): ApiKeyFacts => ({
  name: title ?? "",
  scopes: scopes ?? [],
  channelIds: (channelIds ?? []).map(asChannelId),
  expiresAtMs: expiresAtMs ?? null,
});

const account: RowCodec<"account"> = {
  encode: (row, writer) => void records.Account.encode(row, writer),
  decode(bytes) {
    const { agentId, email, passwordHash, mustChange } = records.Account.decode(bytes);
    return { agentId: asAgentId(agentId), email, passwordHash, ...(mustChange === true && { mustChange }) };
  },
};

const channelLog: RowCodec<"channelLog"> = {
  encode: (row, writer) => void records.ChannelLog.encode(row, writer),
  decode(bytes) {
    const { atMs, kind, cause, chatId, messageSeq, text } = records.ChannelLog.decode(bytes);
    return {
      atMs,
      kind: kind as Row<"channelLog">["kind"],
      cause,
      chatId: typeof chatId === "string" ? asChatId(chatId) : null,
      messageSeq,
      text,
    };
  },
};

const name: RowCodec<"department"> & RowCodec<"provider"> = {
  encode: (row, writer) => void records.Name.encode(row, writer),
  decode: (bytes) => ({ name: records.Name.decode(bytes).name }),
};

const file: RowCodec<"file"> = {
  encode: (row, writer) => void records.File.encode(row, writer),
  decode(bytes) {
    const { chatId, agentId, name, mimeType, bytes: size, createdAtMs } = records.File.decode(bytes);
    return { chatId: asChatId(chatId), agentId: asAgentId(agentId), name, mimeType, bytes: size, createdAtMs };
  },
};

const webhook: RowCodec<"webhook"> = {
  encode: (row, writer) => void records.Webhook.encode(row, writer),
  decode(bytes) {
    const { head, tail, messagesUpTo } = records.Webhook.decode(bytes);
    return { head, tail: tail ?? null, messagesUpTo };
  },
};

const offlineMessage: RowCodec<"offlineMessage"> = {
  encode({ ownerId, done, answerIds, ...row }, writer) {
    const worked = { ownerId, doneById: done?.byId ?? null, doneAtMs: done?.atMs ?? null, answerIds: [...answerIds] };
    records.OfflineMessage.encode({ ...row, ...worked }, writer);
  },
  decode(bytes) {
    const stored = records.OfflineMessage.decode(bytes);
    const { channelId, clientNumber, name: sender, email, phone, text, atMs } = stored;
    const { ownerId, doneById, doneAtMs, answerIds } = stored;
    return {
      channelId: asChannelId(channelId),
      clientNumber,
      name: sender ?? null,
      email: email ?? null,
      phone: phone ?? null,
      text,
      atMs,
      ownerId: typeof ownerId === "number" ? asAgentId(ownerId) : null,
      done:
        typeof doneById === "number" && typeof doneAtMs === "number"
          ? { byId: asAgentId(doneById), atMs: doneAtMs }
          : null,
      answerIds: answerIds.map(asDeliveryId),
    };
  },
};

const cannedReply: RowCodec<"cannedReply"> = {
  encode: (row, writer) => void records.CannedReply.encode(row, writer),
  decode(bytes) {
    const { shortcut, text } = records.CannedReply.decode(bytes);
    return { shortcut, text };
  },
};

const erasure: RowCodec<"erasure"> = {
  encode: ({ removed, ...row }, writer) => void records.Erasure.encode({ ...row, ...removed }, writer),
  decode(bytes) {
    const stored = records.Erasure.decode(bytes);
    const { channelId, atMs, byId, conversation, trace, doneAtMs } = stored;
    const { chats, messages, files, deliveries, calls, leftMessages } = stored;
    return {
      channelId: asChannelId(channelId),
      atMs,
      byId: asAgentId(byId),
      conversation: typeof conversation === "string" ? asConversationKey(conversation) : null,
      trace,
      doneAtMs: doneAtMs ?? null,
      ...(stored.isReplayed && { isReplayed: stored.isReplayed }),
      removed: { chats, messages, files, deliveries, calls, leftMessages },
    };
  },
};

/** The row has no fields; all its data is in the key. */
const nothingMore: RowCodec<"chatFile"> & RowCodec<"chatActor"> = {
  encode: (_row, writer) => void records.ChatFile.encode({}, writer),
  decode(bytes) {
    records.ChatFile.decode(bytes);
    return {};
  },
};

/** A chat in a list. */
const ofChannel: RowCodec<"chatState"> & RowCodec<"clientChat"> = {
  encode: (row, writer) => void records.ChatState.encode(row, writer),
  decode: (bytes) => ({ channelId: asChannelId(records.ChatState.decode(bytes).channelId) }),
};

/** The stored form of every table's rows. */
export const rowCodecs: { readonly [Table in TableName]: RowCodec<Table> } = {
  actor,
  client,
  message,
  deadline,
  tell,
  history,
  feed,
  idempotency,
  session,
  account,
  channelLog,
  department: name,
  provider: name,
  file,
  chatFile: nothingMore,
  chatActor: nothingMore,
  clientNumber: {
    encode: (row, writer) => void records.ClientNumber.encode(row, writer),
    decode: (bytes) => ({ conversation: asConversationKey(records.ClientNumber.decode(bytes).conversation) }),
  },
  webhook,
  offlineMessage,
  cannedReply,
  erasure,
  phone: {
    encode: (row, writer) => void records.Phone.encode(row, writer),
    decode: (bytes) => ({ conversation: asConversationKey(records.Phone.decode(bytes).conversation) }),
  },
  archiveQueue: {
    encode: (row, writer) => void records.ArchiveQueue.encode(row, writer),
    decode: (bytes) => ({ isRemoval: records.ArchiveQueue.decode(bytes).isRemoval }),
  },
  delivery: {
    encode: (row, writer) => void records.DeliveryList.encode(row, writer),
    decode: (bytes) => ({ chatId: asChatId(records.DeliveryList.decode(bytes).chatId) }),
  },
  chatState: ofChannel,
  clientChat: ofChannel,
  counter: {
    encode: (row, writer) => void records.Counter.encode(row, writer),
    decode: (bytes) => ({ last: records.Counter.decode(bytes).last }),
  },
  fact: {
    encode: (row, writer) => void records.Fact.encode(row, writer),
    decode: (bytes) => ({ text: records.Fact.decode(bytes).text }),
  },
};

/** The content of a message, with the media fields under the names of the record. */
function encodableContent(content: MessageContent): records.MessageContent.$Properties {
  const { media, type, text, fallback, cut = null } = content;
  if (media === null) return { type, text, fallback: fallback ?? null, buttons: [...(content.buttons ?? [])] };
  const { file_name: fileName, file_size: fileSize, ...rest } = media;
  return {
    type,
    text,
    cut,
    media: { ...rest, fileName: fileName ?? null, fileSize: fileSize ?? null },
  };
}

function decodeMessageContent(content: records.MessageContent.$Properties | null | undefined): MessageContent {
  return {
    type: (content?.type ?? "") as MessageContent["type"],
    text: content?.text ?? "",
    media: content?.media ? decodeMedia(content.media) : null,
    ...(typeof content?.cut === "number" && { cut: content.cut }),
    ...(typeof content?.fallback === "string" && { fallback: content.fallback }),
    ...(content?.buttons && content.buttons.length > 0 && { buttons: content.buttons.map(decodeButton) }),
  };
}

const decodeQuote = ({ seq, from, type, text, agentId }: records.Quote.$Properties): MessageQuote => ({
  seq: seq ?? 0,
  from: from as MessageQuote["from"],
  type: type as MessageQuote["type"],
  text: text ?? "",
  agentId: typeof agentId === "number" ? asAgentId(agentId) : null,
});

const decodeButton = ({ text, id }: records.Button.$Properties): MessageButton => ({
  text: text ?? "",
  id: id ?? null,
});

function decodeMedia(media: records.Media.$Properties): MediaFields {
  const { file, thumb, emoji, fileName, fileSize, duration, width, height, performer, title, latitude, longitude } =
    media;
  return {
    ...(typeof file === "string" && { file }),
    ...(typeof thumb === "string" && { thumb }),
    ...(typeof emoji === "string" && { emoji }),
    ...(typeof fileName === "string" && { file_name: fileName }),
    ...(typeof fileSize === "number" && { file_size: fileSize }),
    ...(typeof duration === "number" && { duration }),
    ...(typeof width === "number" && { width }),
    ...(typeof height === "number" && { height }),
    ...(typeof performer === "string" && { performer }),
    ...(typeof title === "string" && { title }),
    ...(typeof latitude === "number" && { latitude }),
    ...(typeof longitude === "number" && { longitude }),
  };
}

function decodeClientFacts(facts: records.ClientFacts.$Properties | null | undefined): ClientFacts {
  return {
    senderId: facts?.senderId ?? "",
    senderIdKind: (facts?.senderIdKind ?? "string") as ClientFacts["senderIdKind"],
    number: facts?.number ?? 0,
    name: facts?.name ?? null,
    phone: facts?.phone ?? null,
    email: facts?.email ?? null,
    photo: facts?.photo ?? null,
    description: facts?.description ?? null,
    url: facts?.url ?? null,
    pageTitle: facts?.pageTitle ?? null,
    userToken: facts?.userToken ?? null,
    session: typeof facts?.session === "string" ? JSON.parse(facts.session) : null,
    chatsCount: facts?.chatsCount ?? 0,
    isBlacklisted: facts?.isBlacklisted ?? false,
    pageData: typeof facts?.pageData === "string" ? JSON.parse(facts.pageData) : [],
    ...(typeof facts?.proved === "string" && { proved: JSON.parse(facts.proved) }),
  };
}

const encodableClient = (facts: ClientFacts): records.ClientFacts.$Properties => ({
  ...facts,
  session: facts.session === null ? null : JSON.stringify(facts.session),
  pageData: facts.pageData.length === 0 ? null : JSON.stringify(facts.pageData),
  proved: facts.proved === undefined ? null : JSON.stringify(facts.proved),
});

/**
 * Protobufjs itself writes texts shorter than this. It also writes unpaired surrogates, which its reader then rejects. In longer
 * texts, Node writes U+FFFD instead.
 */
const ownTextMax = 40;

/**
 * Most texts of rows are ids and names: short ASCII texts, which are written in one pass. An unpaired surrogate becomes U+FFFD in
 * texts of any length. Throws for a value that is not a text, because it would break the writer's position and make all later bytes
 * unreadable.
 */
export class TextWriter extends protobuf.BufferWriter {
  override string(value: string): this {
    if (typeof value !== "string")
      throw new Defect(`Expected a text to write, got ${value === null ? "null" : typeof value}`);
    const { buf, pos } = this;
    const { length } = value;
    if (length >= ownTextMax || pos + length >= buf.length) return this.#any(value);
    for (let index = 0; index < length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 0x7f) return this.#any(value);
      buf[pos + 1 + index] = unit;
    }
    buf[pos] = length;
    this.pos = pos + 1 + length;
    return this;
  }

  #any(value: string): this {
    super.string(value.length < ownTextMax ? toWellFormed(value) : value);
    return this;
  }
}
