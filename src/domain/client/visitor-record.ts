import { withVisitorChange } from "../../../machines/chat/changes.ts";
import type { ReopenRequested, VisitorChanged } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, VisitorChange } from "../../../machines/chat/client.types.ts";
import type { Tell } from "../../../machines/effects.ts";
import { chatAddress, noChatId } from "../../../machines/tells.ts";
import type { KeptConversation } from "../../actors/actor-definition.ts";
import type { Commit } from "../../actors/step.ts";
import type { ClientRow, RowReader } from "../../ports/store.ts";
import type { ActorEvent, OfflineMessageLeft } from "../effects.ts";
import type { Reports } from "../webhooks/reports.ts";
import type { ClientTarget } from "./client-target.ts";
import { readClient, writeClient } from "./kept-client.ts";

type Tells = readonly Tell<ActorEvent>[];

/**
 * Handles the events that change the client's record without an actor: changes while no chat is open, and offline
 * messages at any time. Returns the tells of the same commit; `null` for every other event. Source: WH-16, WH-18.
 */
export function handleWithoutActor(
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
export function clientOf(conversation: KeptConversation, target: ClientTarget, commit: Commit): ClientRow {
  return (
    readClient(conversation, commit.rows) ?? {
      channelId: target.channelId,
      client: newClient(target, commit),
      openChatId: null,
    }
  );
}

/** Adds, under the client's lock, the client's open chat and present facts. Source: CH-23. */
export function withStanding(
  conversation: KeptConversation,
  event: ReopenRequested,
  rows: Pick<RowReader, "read">,
): ReopenRequested {
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
  const told = openChatId === null ? [] : [{ to: chatAddress(openChatId), event: visitor }];
  // Offline messages of a client on the blacklist are stored, like its messages, but nobody is notified. Source: WH-20.
  if (client.isBlacklisted) return told;
  draft.release({ type: "effect.offline.publish", number }, conversation);
  const report = reports.makeOffline({ number, channelId, client, text }, nowMs);
  if (report === null) return told;
  const { id } = report.tell.event;
  draft.write({ table: "webhook", key: [Number(noChatId), id], row: report.body });
  return [...told, report.tell];
}

const changed = (nowMs: number, change: VisitorChange): VisitorChanged => ({ type: "visitor.changed", nowMs, change });
