import type { ExportEntry } from "../../codec/admin/admin-client.ts";
import { toDeliveryClient, toDeskLogEntry } from "../../codec/desk/desk-log.ts";
import { asChatId } from "../../core/ids.ts";
import type { FoundClient } from "../client/client-queries.ts";
import { showOffline } from "../client/offline-pages.ts";
import type { ExportParts, ExportPlace } from "./chat-entries.ts";
import { firstPlace, partBehind, readPart, readPlace, writePlace } from "./chat-entries.ts";

/** `place` is where the next page begins; `null` at the end. */
export interface ExportPage {
  readonly entries: readonly ExportEntry[];
  readonly place: string | null;
}

interface Looked {
  readonly entries: readonly ExportEntry[];
  readonly next: ExportPlace | null;
}

/** The number of reads for one page of an export. After that the page is short and has a next one. */
const looksMax = 50;

/** A page of all data of a client without its record. Reads at most one page of each table at once, however long the history is. */
export async function readExportPage(
  parts: ExportParts,
  client: FoundClient,
  place: string | undefined,
): Promise<ExportPage> {
  const entries: ExportEntry[] = [];
  let next: ExportPlace | null = place === undefined ? firstPlace : readPlace(place);
  for (let looks = 0; next !== null && looks < looksMax && entries.length < parts.limits.pageRowsMax; looks += 1) {
    const looked: Looked = await lookAt(parts, client, next);
    entries.push(...looked.entries);
    next = looked.next;
  }
  return { entries, place: next === null ? null : writePlace(next) };
}

function lookAt(parts: ExportParts, client: FoundClient, place: ExportPlace): Promise<Looked> {
  if (place.section === "left") return lookAtLeft(parts, client, place.after);
  return place.section === "log" ? lookAtLog(parts, client, place.after) : lookAtChat(parts, client, place);
}

async function lookAtLeft(
  { store, directory, limits }: ExportParts,
  { row }: FoundClient,
  after: number,
): Promise<Looked> {
  const page = await store.scan("offlineMessage", { after: [after], limit: limits.pageRowsMax, onDamaged: () => null });
  const own = page.filter((left) => left.row.clientNumber === row.client.number);
  const entries = await Promise.all(
    own.map(async (left): Promise<ExportEntry> => {
      return { type: "left_message", leftMessage: await showOffline(store.durable, directory, left.key[0], left.row) };
    }),
  );
  const last = page.at(-1)?.key[0];
  const isEnd = page.length < limits.pageRowsMax || last === undefined;
  return {
    entries,
    next: isEnd ? { section: "chats", chat: 0, part: "chat", after: "" } : { section: "left", after: last },
  };
}

type ChatPlace = Extract<ExportPlace, { readonly section: "chats" }>;

/** Chat 0 does not exist: it is the place before the first chat. */
async function lookAtChat(parts: ExportParts, found: FoundClient, place: ChatPlace): Promise<Looked> {
  const { client } = found.row;
  if (place.chat === 0) return { entries: [], next: await chatBehind(parts, client.number, 0) };
  const chatId = asChatId(String(place.chat));
  const { entries, after } = await readPart(parts, toDeliveryClient(client), chatId, place);
  if (after !== null) return { entries, next: { ...place, after } };
  const part = partBehind(place.part);
  if (part !== null) return { entries, next: { ...place, part, after: part === "messages" ? "0" : "" } };
  return { entries, next: await chatBehind(parts, client.number, place.chat) };
}

async function chatBehind({ store }: ExportParts, clientNumber: number, chat: number): Promise<ExportPlace> {
  const range = { prefix: [clientNumber], after: [clientNumber, chat] as const, limit: 1 };
  const [next] = await store.scan("clientChat", range);
  return next === undefined
    ? { section: "log", after: "" }
    : { section: "chats", chat: next.key[1], part: "chat", after: "" };
}

/** The entries of the channel's log about the client's chats. */
async function lookAtLog(
  { store, limits }: ExportParts,
  { channelId, row: { client } }: FoundClient,
  after: string,
): Promise<Looked> {
  const page = await store.scan("channelLog", {
    prefix: [channelId],
    after: [channelId, after],
    limit: limits.pageRowsMax,
    onDamaged: () => null,
  });
  const entries = await Promise.all(
    page.map(async ({ row }): Promise<readonly ExportEntry[]> => {
      const { chatId } = row;
      if (chatId === null || (await store.read("clientChat", [client.number, Number(chatId)])) === undefined) return [];
      return [{ type: "log", chatId, entry: toDeskLogEntry(row) }];
    }),
  );
  const last = page.at(-1)?.key[1];
  const isEnd = page.length < limits.pageRowsMax || last === undefined;
  return { entries: entries.flat(), next: isEnd ? null : { section: "log", after: last } };
}
