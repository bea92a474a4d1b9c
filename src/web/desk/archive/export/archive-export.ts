import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import type { MessagesPage } from "../../data/answers.types.ts";
import type { ExportParts, ExportRun, Writing } from "../../parts/file-export/export-run.ts";
import { runExport } from "../../parts/file-export/export-run.ts";
import type { Read } from "../../parts/file-export/patient-reader.ts";
import type { ArchiveQuery } from "../query.ts";
import { searchPath } from "../query.ts";
import type { ArchivePage } from "../search.ts";
import { toCsvHead, toCsvRow } from "./csv.ts";

export type ExportFormat = "csv" | "jsonl";

export interface ArchiveExportParts extends ExportParts {
  readonly query: ArchiveQuery;
  readonly format: ExportFormat;
  readonly channelName: (id: string) => string;
}

/** A seq after the last possible message. */
const seqMax = 999_999_999_999_999;
/** Chats whose messages are read at once. */
const chatsAtOnce = 6;

/** Writes every chat of a search to a file, page by page: with all messages, or as one row. Data that the agent may not see are omitted. */
export function startExport(parts: ArchiveExportParts): ExportRun {
  const { query, format, channelName } = parts;
  const toLines = (chats: readonly DeskChat[], read: Read): Promise<readonly (string | null)[]> =>
    atOnce(chats, async (chat) => {
      if (format === "csv") return toCsvRow(chat, channelName(chat.channelId));
      const messages = await readMessages(chat.id, read);
      return messages === null ? null : `${JSON.stringify({ ...chat, messages })}\n`;
    });
  return runExport(parts, async ({ read, write, counted, cancelled }: Writing) => {
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
