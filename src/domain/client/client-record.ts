import { withVisitorChange } from "../../../machines/chat/changes.ts";
import type {
  CallRequested,
  ChatInput,
  MessageReceived,
  ReopenRequested,
  VisitorChanged,
} from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, VisitorChange } from "../../../machines/chat/client.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { Tell } from "../../../machines/effects.ts";
import {
  botAddress,
  callAddress,
  chatAddress,
  deliveryAddress,
  noChatId,
  webhooksAddress,
} from "../../../machines/tells.ts";
import type { KeptConversation } from "../../actors/actor-definition.ts";
import type { Conversation } from "../../actors/conversation.ts";
import { Cell } from "../../actors/conversation.ts";
import type { PendingEvent, TurnOutcome } from "../../actors/pending.ts";
import type { Commit, Host } from "../../actors/step.ts";
import { findActor } from "../../actors/step.ts";
import { asChatId } from "../../core/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { ClientRow, RowName, RowReader, Write } from "../../ports/store.ts";
import type { DeliveryView } from "../delivery/delivery-actor.ts";
import type { ActorEvent, ClientTarget, OfflineMessageLeft } from "../effects.ts";
import type { Reports } from "../webhooks/reports.ts";

/** The data of a client in memory, besides its actors. */
export interface KeptClient {
  /** `undefined` before the first read, `null` for a new client. */
  row: ClientRow | null | undefined;
  /** The cell of the client's open chat, cached after the first look-up because every message needs it. */
  openChat: Cell | null;
}

function keptClient(conversation: KeptConversation): KeptClient {
  conversation.kept ??= { row: undefined, openChat: null } satisfies KeptClient;
  return conversation.kept as KeptClient;
}

/** Returns the client's record, and reads it if it is not in memory; `null` for a new client. */
export function readClient(conversation: KeptConversation, rows: RowReader): ClientRow | null {
  const kept = keptClient(conversation);
  if (kept.row === undefined) kept.row = rows.read("client", [conversation.key]) ?? null;
  return kept.row;
}

/** Stores the client's record, and the rows that find the client by number and phone. */
export function writeClient(
  conversation: KeptConversation,
  row: ClientRow,
  draft: { write(write: Write): void },
): void {
  const kept = keptClient(conversation);
  if (row.openChatId !== null && kept.row?.openChatId !== row.openChatId)
    draft.write({ table: "clientNumber", key: [row.client.number], row: { conversation: conversation.key } });
  const { phone } = row.client;
  if (phone !== null && kept.row?.client.phone !== phone) {
    const digits = digitsOf(phone);
    if (digits !== "") draft.write({ table: "phone", key: [digits], row: { conversation: conversation.key } });
  }
  kept.row = row;
  if (row.openChatId === null) kept.openChat = null;
  draft.write({ table: "client", key: [conversation.key], row });
}

type Tells = readonly Tell<ActorEvent>[];

/**
 * Handles the events that change the client's record without an actor: changes while no chat is open, and offline
 * messages at any time. Returns the tells of the same commit; `null` for every other event. Source: WH-16, WH-18.
 */
function handleWithoutActor(
  conversation: KeptConversation,
  target: ClientTarget,
  event: ActorEvent,
  commit: Commit,
  reports: Reports,
): Tells | null {
  if (event.type !== "visitor.changed" && event.type !== "offline.message-left") return null;
  const row = clientOf(conversation, target, commit);
  if (event.type === "offline.message-left") return leaveOffline(conversation, row, event, commit, reports);
  if (row.openChatId !== null) return null;
  change(conversation, row, event, commit);
  return [];
}

/** The record of a client. The first data about a new visitor creates it. */
function clientOf(conversation: KeptConversation, target: ClientTarget, commit: Commit): ClientRow {
  return (
    readClient(conversation, commit.rows) ?? {
      channelId: target.channelId,
      client: newClient(target, commit),
      openChatId: null,
    }
  );
}

/** Adds, under the client's lock, the client's open chat and present facts. Source: CH-23. */
export function withStanding(conversation: KeptConversation, event: ReopenRequested, rows: RowReader): ReopenRequested {
  const row = readClient(conversation, rows);
  if (row === null) return event;
  const { client, openChatId } = row;
  return { ...event, standing: { client, openChatId } };
}

/** A client with a known id and no other facts. */
export const blankClient = (
  senderId: ClientFacts["senderId"],
  senderIdKind: ClientFacts["senderIdKind"],
  number: number,
): ClientFacts => ({
  senderId,
  senderIdKind,
  number,
  name: null,
  phone: null,
  email: null,
  photo: null,
  description: null,
  url: null,
  pageTitle: null,
  userToken: null,
  session: null,
  chatsCount: 0,
  isBlacklisted: false,
  pageData: noPageData,
});

/** One shared empty list: most clients have no page data. */
const noPageData: ClientFacts["pageData"] = [];

const newClient = ({ senderId, senderIdKind }: ClientTarget, commit: Commit): ClientFacts =>
  blankClient(senderId, senderIdKind, commit.kernel.numbers.next("client", commit));

function change(
  conversation: KeptConversation,
  row: ClientRow,
  { nowMs: seenAtMs, change: visitor }: VisitorChanged,
  { draft }: Commit,
): ClientFacts {
  const client = withVisitorChange(row.client, visitor);
  writeClient(conversation, { ...row, client, seenAtMs }, draft);
  return client;
}

function leaveOffline(
  conversation: KeptConversation,
  row: ClientRow,
  { nowMs, contact, text }: OfflineMessageLeft,
  commit: Commit,
  reports: Reports,
): Tells {
  const { draft, kernel } = commit;
  const { channelId, openChatId } = row;
  const visitor = changed(nowMs, { contact });
  const client =
    openChatId === null
      ? change(conversation, { ...row, hasLeftMessage: true }, visitor, commit)
      : withVisitorChange(row.client, visitor.change);
  const number = kernel.numbers.next("offlineMessage", commit);
  const { name, email, phone, number: clientNumber } = client;
  draft.write({
    table: "offlineMessage",
    key: [number],
    row: { channelId, clientNumber, name, email, phone, text, atMs: nowMs, ownerId: null, done: null, answerIds: [] },
  });
  const sent = openChatId === null ? [] : [{ to: chatAddress(openChatId), event: visitor }];
  // Offline messages of a client on the blacklist are stored, like its messages, but nobody is notified. Source: WH-20.
  if (client.isBlacklisted) return sent;
  draft.release({ type: "effect.offline.publish", number }, conversation);
  const report = reports.makeOffline({ number, channelId, client, text }, nowMs);
  if (report === null) return sent;
  for (const { event } of report.tells)
    draft.write({ table: "webhook", key: [Number(noChatId), event.id], row: report.body });
  return [...sent, ...report.tells];
}

const changed = (nowMs: number, change: VisitorChange): VisitorChanged => ({ type: "visitor.changed", nowMs, change });

/** A new client needs a number, and so does a chat that a message begins. Each offline message needs a number, too. */
function clientNumbersOf(
  conversation: Conversation,
  events: readonly PendingEvent[],
  rows: RowReader,
): readonly string[] {
  const sought = events.filter(({ target }) => target.kind !== "actor");
  if (sought.length === 0) return [];
  const row = readClient(conversation, rows);
  const isBeginning = sought.some(({ event: { type } }) => type === "message.received" || type === "call.requested");
  return [
    ...(row === null ? ["client"] : []),
    ...(isBeginning && (row?.openChatId ?? null) === null ? ["chat"] : []),
    ...sought.flatMap(({ event }) => (event.type === "offline.message-left" ? ["offlineMessage"] : [])),
  ];
}

/** Source: CH-23: the client's open chat, or a new one with the next number. */
function findOpenChat(
  conversation: Conversation,
  target: ClientTarget,
  event: ActorEvent,
  commit: Commit,
): Cell | undefined {
  const kept = keptClient(conversation);
  const { openChat } = kept;
  if (openChat !== null) {
    if (commit.rows.isCurrent(openChat.key, openChat.revision)) return openChat;
    // Another process changed the chat meanwhile: it may be closed, and the client's record may have changed.
    kept.openChat = null;
    kept.row = undefined;
  }
  const openChatId = readClient(conversation, commit.rows)?.openChatId ?? null;
  if (openChatId !== null) {
    const found = findActor(conversation, chatAddress(openChatId), event, commit);
    kept.openChat = found ?? null;
    return found;
  }
  if (event.type !== "message.received" && event.type !== "call.requested") return undefined;
  return beginChat(conversation, target, event, commit);
}

function beginChat(
  conversation: Conversation,
  target: ClientTarget,
  event: MessageReceived | CallRequested,
  commit: Commit,
): Cell {
  const id = asChatId(String(commit.kernel.numbers.next("chat", commit)));
  // The other actors of the chat have its number, which is new, so they cannot be stored yet.
  for (const actor of [botAddress(id), webhooksAddress(id)]) commit.newKeys.add(actor);
  const known = clientOf(conversation, target, commit).client;
  const client = { ...known, chatsCount: known.chatsCount + 1 };
  const key = chatAddress(id);
  const { channelId } = target;
  const surface = event.isFromWidget === true ? "widget" : "api";
  const input: ChatInput = { id, channelId, client, bot: botFor(event), surface, nowMs: event.nowMs };
  const cell = Cell.create(commit.kernel.actors.of(key), key, conversation.key, input);
  conversation.cells.set(key, cell);
  return cell;
}

/** A client who calls wants a person: the bot gets the chat after the call. Source: BOT-01. */
function botFor(event: MessageReceived | CallRequested): ChatInput["bot"] {
  if (event.type === "message.received") return event.bot === undefined ? null : "connected";
  return event.hasBot === true ? "awaited" : null;
}

/** The product's side of the kernel, with the additions that the keepers of effects need. */
export interface ParleyHost extends Host {
  readonly reports: Reports;
}

/** Every event and every target belongs to this product, because `Post` of this folder accepts no others. */
export const createHost = (reports: Reports): ParleyHost => ({
  reports,
  find: findOpenChat,
  handleWithoutActor: (conversation, target: ClientTarget, event: ActorEvent, commit) =>
    handleWithoutActor(conversation, target, event, commit, reports),
  rowsOf: rowsOfEvent,
  numbersOf: clientNumbersOf,
  resultOf: withNewDelivery,
});

/** A call begins only if it does not exist yet. */
const rowsOfEvent = (event: ActorEvent): readonly RowName[] =>
  event.type === "call.requested" ? [{ table: "actor", key: [callAddress(event.id)] }] : [];

/** The message that a turn stored. */
interface StoredMessage {
  readonly message: ChatMessage;
  /** The message's delivery after the turn; `null` when the message is not delivered. */
  readonly delivery: DeliveryView | null;
}

/** The message that an event stored; `null` when it stored none, or was a repeated request. */
export const messageOf = (outcome: TurnOutcome): StoredMessage | null =>
  outcome.ok ? (outcome.result as StoredMessage | null) : null;

/** The delivery was created in the same turn. */
function withNewDelivery(message: ChatMessage, { key, cells }: Conversation): StoredMessage {
  const cell = message.deliveryId === null ? undefined : cells.get(deliveryAddress(message.deliveryId));
  if (cell === undefined) return { message, delivery: null };
  return { message, delivery: { conversation: key, state: cell.state, context: cell.context as DeliveryContext } };
}
