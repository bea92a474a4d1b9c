import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat, DeskMessage } from "../../../../codec/desk/desk.ts";
import type { Api, ApiFailure } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import type { Target } from "../../../shared/browser/save-file.ts";
import type { MessagesPage } from "../../data/answers.types.ts";
import type { ArchiveQuery } from "../query.ts";
import { searchPath } from "../query.ts";
import type { ArchivePage } from "../search.ts";
import { toCsvHead, toCsvRow } from "./csv.ts";
import type { Read } from "./reader.ts";
import { createReader } from "./reader.ts";

export type ExportFormat = "csv" | "jsonl";

/** `running` with a failure: it is tried again. `stopped`: it goes on where it was when it is told to. */
export interface ExportState {
  readonly kind: "running" | "stopped" | "done" | "failed" | "cancelled";
  readonly chats: number;
  readonly failure: Pick<ApiFailure, "message"> | null;
}

export interface ExportRun {
  readonly state: ReadonlySignal<ExportState>;
  goOn(): void;
  cancel(): void;
  /** Resolves when it is done, has failed for good, or was cancelled. */
  readonly ended: Promise<ExportState>;
}

export interface ExportParts {
  readonly api: Pick<Api, "get">;
  readonly browser: Pick<Browser, "after" | "random">;
  readonly query: ArchiveQuery;
  readonly format: ExportFormat;
  readonly target: Target;
  readonly channelName: (id: string) => string;
}

/** Behind every message. */
const seqMax = 999_999_999_999_999;
/** Chats whose messages are read at once. */
const chatsAtOnce = 6;

/** Writes every chat of a search to a file, page by page: with all its messages, or a row each. What the caller may not see is not in it. */
export function startExport(parts: ExportParts): ExportRun {
  const { api, browser, query, format, target } = parts;
  const state = signal<ExportState>({ kind: "running", chats: 0, failure: null });
  const aborter = new AbortController();
  const show = (change: Partial<ExportState>): void => {
    state.value = { ...state.value, ...change };
  };
  const { read, goOn } = createReader({ api, browser, cancelled: aborter.signal, show });
  const toLines = (chats: readonly DeskChat[]): Promise<readonly (string | null)[]> =>
    atOnce(chats, async (chat) => {
      if (format === "csv") return toCsvRow(chat, parts.channelName(chat.channelId));
      const messages = await readMessages(chat.id, read);
      return messages === null ? null : `${JSON.stringify({ ...chat, messages })}\n`;
    });
  const writeAll = async (): Promise<void> => {
    if (format === "csv") await target.write(toCsvHead());
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: ArchivePage | null = await read<ArchivePage>(searchPath(query, cursor));
      const lines = page === null ? [] : await toLines(page.chats);
      if (page === null || aborter.signal.aborted) return;
      await target.write(lines.join(""));
      show({ chats: state.value.chats + page.chats.length });
      cursor = page.cursor;
    }
    await target.close();
    show({ kind: "done" });
  };
  const run = async (): Promise<ExportState> => {
    try {
      await writeAll();
    } catch (error) {
      // The disk is full, or the file may not be written any more.
      show({ kind: "failed", failure: { message: `The file could not be written: ${String(error)}` } });
    }
    if (aborter.signal.aborted && state.value.kind !== "done") show({ kind: "cancelled" });
    // What cannot be written cannot always be taken back.
    if (state.value.kind !== "done") await target.abort().catch(() => undefined);
    return state.value;
  };
  return { state, goOn, cancel: () => aborter.abort(), ended: run() };
}

/** In order, without gaps from 1 on. From the end: most chats then take one question. */
async function readMessages(chatId: string, read: Read): Promise<readonly DeskMessage[] | null> {
  let messages: readonly DeskMessage[] = [];
  for (let before = seqMax; before > 1; ) {
    // A chat may go for good after it was found.
    const page = await read<MessagesPage>(`/api/chats/${chatId}/messages?before=${before}`, { messages: [] });
    if (page === null) return null;
    messages = [...page.messages, ...messages];
    before = page.messages[0]?.seq ?? 0;
  }
  return messages;
}

/** What `act` makes of each, in order; some are made at once. */
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
