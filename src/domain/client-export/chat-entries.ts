import type { CallContext } from "../../../machines/call/call.machine.ts";
import { summaryOf } from "../../../machines/call/call.machine.ts";
import type { ActorKey, ChatId } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import { readHistory } from "../../actors/history/history.ts";
import type { ExportEntry } from "../../codec/admin/admin-client.ts";
import { toExportedFile } from "../../codec/admin/admin-client.ts";
import { toDeskMessage } from "../../codec/desk/desk.ts";
import type { DeliveryClient } from "../../codec/desk/desk-log.ts";
import { toDeskDeliveryRecord } from "../../codec/desk/desk-log.ts";
import type { Limits } from "../../config/limits.ts";
import { actorKindOf, asActorKey, asDeliveryId } from "../../core/ids.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { DurableRows, ReadRows } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";
import { readChat, showChat, withDelivery } from "../chat/queries/chat-queries.ts";
import type { DeliveryView } from "../delivery/delivery-actor.ts";
import { readDeliveries } from "../delivery/delivery-actor.ts";
import type { Directory } from "../directory.ts";

/** What the pages of an export are read with. */
export interface ExportParts {
  readonly store: ReadRows & DurableRows;
  readonly directory: Directory;
  readonly limits: Limits;
  readonly publicUrl: () => string;
}

/** Some entries of one part of a chat. The part continues after `after`; `null` at its end. */
export interface PartPage {
  readonly entries: readonly ExportEntry[];
  readonly after: string | null;
}

type ChatPlace = Extract<ExportPlace, { readonly section: "chats" }>;

/** Reads a page of a part. Skips damaged rows. */
export function readPart(
  parts: ExportParts,
  client: DeliveryClient,
  chatId: ChatId,
  { part, after }: ChatPlace,
): Promise<PartPage> {
  switch (part) {
    case "chat":
      return readHead(parts, chatId);
    case "messages":
      return readMessages(parts, client, chatId, Number(after));
    case "files":
      return readFiles(parts, chatId, after);
    case "actors":
      return readActors(parts, client, chatId, asActorKey(after));
    case "steps":
      return readSteps(parts, chatId);
  }
}

const end = { after: null } as const;

async function readHead({ store: { durable }, limits }: ExportParts, chatId: ChatId): Promise<PartPage> {
  const view = await undamagedLater(() => readChat(durable, chatId));
  const chat = view && (await showChat(durable, view, limits));
  return { entries: chat === undefined ? [] : [{ type: "chat", chat }], ...end };
}

async function readMessages(
  parts: ExportParts,
  client: DeliveryClient,
  chatId: ChatId,
  afterSeq: number,
): Promise<PartPage> {
  const { store, limits } = parts;
  const chatNumber = Number(chatId);
  const page = await store.scan("message", {
    prefix: [chatNumber],
    after: [chatNumber, afterSeq],
    limit: limits.pageRowsMax,
    onDamaged: () => null,
  });
  const entries = await Promise.all(
    page.map(async ({ row }): Promise<readonly ExportEntry[]> => {
      const { message, delivery } = await withDelivery(store.durable, row);
      const ids = [row.deliveryId, row.botDeliveryId].flatMap((id) => id ?? []);
      const deliveries = (await readDeliveries(store.durable, ids)).map((view) => toEntry(client, view, null));
      return [{ type: "message", chatId, message: toDeskMessage(message, delivery) }, ...deliveries];
    }),
  );
  return { entries: entries.flat(), after: lastOf(page.length, limits, page.at(-1)?.key[1]) };
}

/** A page that is not full is the last one. */
const lastOf = (rows: number, { pageRowsMax }: Limits, key: string | number | undefined) =>
  rows < pageRowsMax || key === undefined ? null : String(key);

const toEntry = (
  client: DeliveryClient,
  { context, state }: DeliveryView,
  request: { readonly body: string } | null,
): ExportEntry => ({
  type: "delivery",
  delivery: { ...toDeskDeliveryRecord(context, state, true, client), request },
});

async function readFiles({ store, limits, publicUrl }: ExportParts, chatId: ChatId, after: string): Promise<PartPage> {
  const chatNumber = Number(chatId);
  const page = await store.scan("chatFile", {
    prefix: [chatNumber],
    after: [chatNumber, after],
    limit: limits.pageRowsMax,
    onDamaged: () => ({}),
  });
  const entries = await Promise.all(
    page.map(async ({ key: [, token] }): Promise<readonly ExportEntry[]> => {
      const row = await undamagedLater(() => store.durable.read("file", [token]));
      return row === undefined ? [] : [{ type: "file", chatId, file: toExportedFile(publicUrl(), token, row) }];
    }),
  );
  return { entries: entries.flat(), after: lastOf(page.length, limits, page.at(-1)?.key[1]) };
}

/** Calls; events for the owner's server and mails. */
async function readActors(
  parts: ExportParts,
  client: DeliveryClient,
  chatId: ChatId,
  after: ActorKey,
): Promise<PartPage> {
  const { store, limits } = parts;
  const chatNumber = Number(chatId);
  const page = await store.scan("chatActor", {
    prefix: [chatNumber],
    after: [chatNumber, after],
    limit: limits.pageRowsMax,
    onDamaged: () => ({}),
  });
  const entries = await Promise.all(page.map(({ key: [, actor] }) => readActor(parts, client, chatId, actor)));
  return { entries: entries.flat(), after: lastOf(page.length, limits, page.at(-1)?.key[1]) };
}

async function readActor(
  parts: ExportParts,
  client: DeliveryClient,
  chatId: ChatId,
  actor: ActorKey,
): Promise<readonly ExportEntry[]> {
  const { durable } = parts.store;
  if (actorKindOf(actor) === "call") {
    const row = await undamagedLater(() => durable.read("actor", [actor]));
    if (row === undefined) return [];
    // The row is a call's, and so is its context.
    const context = readStoredActor(row, "call").context as CallContext;
    return [{ type: "call", chatId, at: context.createdAtMs, call: summaryOf(context) }];
  }
  const id = asDeliveryId(actor.slice("delivery/".length));
  const body = await undamagedLater(() => durable.read("webhook", [Number(chatId), id]));
  // An event that includes the chat's messages would repeat them.
  const request = body === undefined || body.tail !== null ? null : { body: body.head };
  return (await readDeliveries(durable, [id])).map((view) => toEntry(client, view, request));
}

async function readSteps({ store }: ExportParts, chatId: ChatId): Promise<PartPage> {
  const steps = await readHistory(store.durable, chatAddress(chatId));
  const entries = steps.map(({ atMs: at, event: { type: event }, cause, before, after }): ExportEntry => {
    return { type: "step", chatId, step: { at, event, cause, before, after } };
  });
  return { entries, ...end };
}
/** The parts of a chat, in the order in which an export has them. */
const chatParts = ["chat", "messages", "files", "actors", "steps"] as const;
type ChatPart = (typeof chatParts)[number];

/** The place that an export has reached: after an offline message, in a part of a chat, or after an entry of the channel's log. */
export type ExportPlace =
  | { readonly section: "left"; readonly after: number }
  | { readonly section: "chats"; readonly chat: number; readonly part: ChatPart; readonly after: string }
  | { readonly section: "log"; readonly after: string };

export const firstPlace: ExportPlace = { section: "left", after: 0 };

/** The form of a written place. */
export const placeForm =
  /^(left\.[0-9]{1,15}|chats\.[0-9]{1,15}\.(chat|messages|files|actors|steps)\.[A-Za-z0-9_/-]{0,200}|log\.[0-9A-Z]{0,26})$/;

export const writePlace = (place: ExportPlace): string =>
  place.section === "chats" ? `chats.${place.chat}.${place.part}.${place.after}` : `${place.section}.${place.after}`;

/** Reads a text of `writePlace`. */
export function readPlace(text: string): ExportPlace {
  const [section, first = "", part = "", after = ""] = text.split(".");
  if (section === "left") return { section, after: Number(first) };
  if (section === "log") return { section, after: first };
  return { section: "chats", chat: Number(first), part: chatParts.find((known) => known === part) ?? "chat", after };
}

/** The next part of the same chat; `null` after the last part. */
export const partBehind = (part: ChatPart): ChatPart | null => chatParts[chatParts.indexOf(part) + 1] ?? null;
