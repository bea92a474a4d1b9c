import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import type { Api } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { Target } from "../../shared/browser/save-file.ts";
import type { MessagesPage } from "../data/answers.types.ts";
import type { ExportRun, Read, Writing } from "../parts/file-export.ts";
import { runExport } from "../parts/file-export.ts";
import type { ArchiveQuery } from "./query.ts";
import { searchPath } from "./query.ts";
import type { ArchivePage } from "./search.ts";

export type ExportFormat = "csv" | "jsonl";

/** A seq after the last possible message. */
const seqMax = 999_999_999_999_999;
/** Chats whose messages are read at once. */
const chatsAtOnce = 6;

/** Writes every chat of a search to a file, page by page: with all messages, or as one row. Data that the agent may not see are omitted. */
export function startExport({
  api,
  browser,
  target,
  query,
  format,
  channelName,
}: {
  readonly api: Api;
  readonly browser: Browser;
  readonly target: Target;
  readonly query: ArchiveQuery;
  readonly format: ExportFormat;
  readonly channelName: (id: string) => string;
}): ExportRun {
  const toLines = (chats: readonly DeskChat[], read: Read): Promise<readonly (string | null)[]> =>
    atOnce(chats, async (chat) => {
      if (format === "csv") return toCsvRow(chat, channelName(chat.channelId));
      const messages = await readMessages(chat.id, read);
      return messages === null ? null : `${JSON.stringify({ ...chat, messages })}\n`;
    });
  return runExport(api, browser, target, async ({ read, write, counted, cancelled }: Writing) => {
    if (format === "csv") await write(toCsvHead());
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: ArchivePage | null = await read<ArchivePage>(searchPath(query, cursor));
      const lines = page === null ? [] : await toLines(page.chats, read);
      if (page === null || cancelled.aborted) return false;
      await write(lines.join(""));
      counted(page.chats.length);
      cursor = page.cursor;
    }
    return true;
  });
}

/** Reads all messages of a chat, in order from seq 1 without gaps. Reads from the end, so that most chats need one request. */
async function readMessages(chatId: string, read: Read): Promise<readonly DeskMessage[] | null> {
  let messages: readonly DeskMessage[] = [];
  for (let before = seqMax; before > 1; ) {
    // The chat may have been deleted since the search.
    const page = await read<MessagesPage>(`/api/chats/${chatId}/messages?before=${before}`, { messages: [] });
    if (page === null) return null;
    messages = [...page.messages, ...messages];
    before = page.messages[0]?.seq ?? 0;
  }
  return messages;
}

/** Runs several calls of `act` at once and returns the results in order. */
async function atOnce<Item, Made>(
  items: readonly Item[],
  act: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < items.length; index = next) {
      next += 1;
      const item = items[index];
      if (item !== undefined) made[index] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: chatsAtOnce }, work));
  return made;
}

/** The name and the value of a column. */
type Column = readonly [name: string, value: (chat: DeskChat, channelName: string) => string | number | null];

const timeOf = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

const columns: readonly Column[] = [
  ["chat", ({ id }) => id],
  ["channel", ({ channelId }) => channelId],
  ["channel_name", (_chat, channelName) => channelName],
  ["visitor", ({ client }) => client.number],
  ["customer_id", ({ client }) => client.id],
  ["name", ({ client }) => client.name],
  ["email", ({ client }) => client.email],
  ["phone", ({ client }) => client.phone],
  ["description", ({ client }) => client.description],
  ["agent_id", ({ agent }) => agent?.id ?? null],
  ["agent", ({ agent }) => agent?.name ?? null],
  ["department", ({ department }) => department?.name ?? null],
  ["began", ({ createdAt }) => timeOf(createdAt)],
  ["closed", ({ closedAt }) => timeOf(closedAt)],
  ["first_page", ({ firstPage }) => firstPage?.url ?? null],
  ["last_page", ({ page }) => page?.url ?? null],
  ["country", ({ session }) => session?.geo.country ?? null],
  ["city", ({ session }) => session?.geo.city ?? null],
  ["rate", ({ rate }) => rate],
  ["last_message", ({ last }) => last?.text ?? null],
];

/** Spreadsheet programs read a file without this mark in a wrong encoding. */
const mark = "\ufeff";

export const toCsvHead = (): string => `${mark}${toLine(columns.map(([name]) => name))}`;

/** One row for a chat. Source: RFC 4180. */
export const toCsvRow = (chat: DeskChat, channelName: string): string =>
  toLine(columns.map(([, value]) => value(chat, channelName)));

function toLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheet programs run a text as a formula if it starts with one of these signs, and clients can write any text. Full-width signs
 * are included, and so are signs after spaces, line ends, byte-order marks and control characters, which such programs ignore.
 */
const startOfFormula = /^(?:[\s\p{Cc}\p{Cf}]|[=+\-@])/u;
const harmless = (text: string): string =>
  startOfFormula.test(text.slice(0, 2).normalize("NFKC")) ? `'${text}` : text;
