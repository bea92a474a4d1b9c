import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenChatLine, OpenChatTexts } from "../../workers/archive/open-chats.types.ts";
import type { Limits } from "../config/limits.ts";
import { asChatId } from "../core/ids.ts";
import { scanKeys } from "../core/rows/scan-keys.ts";
import { undamaged } from "../core/rows/undamaged.ts";
import { readChat } from "../domain/chat/chat-queries.ts";
import type { Directory } from "../domain/directory.ts";
import type { Store } from "../ports/store.ts";
import { factTexts, messageTexts } from "./chat-texts.ts";

export interface OpenChatParts {
  readonly store: Store;
  readonly directory: Pick<Directory, "agentEver">;
  readonly limits: Pick<Limits, "archiveChatCharactersMax" | "pageRowsMax">;
}

/** Chats of blocked clients are found in their own list alone. Source: WH-20. */
const openStates = ["with_bot", "waiting", "unstaffed", "with_agent"] as const;
const isOpen = (state: string): boolean => openStates.some((open) => open === state);

const rowsAtOnce = 1_000;

/** The numbers of all open chats, the newest first. */
export async function listOpenChats(store: Pick<Store, "scan">): Promise<readonly number[]> {
  const numbers = new Set<number>();
  for (const state of openStates) {
    for (let after: number | undefined; ; ) {
      const range = after === undefined ? {} : { after: [state, after] as const };
      const page = await scanKeys(store, "chatState", { prefix: [state], ...range, limit: rowsAtOnce });
      for (const { key } of page) numbers.add(key[1]);
      after = page.at(-1)?.key[1];
      if (page.length < rowsAtOnce) break;
      await nextTurn();
    }
  }
  return [...numbers].sort((left, right) => right - left);
}

export interface OpenChatRead {
  readonly texts: OpenChatTexts;
  /** The last message it covers. */
  readonly lastSeq: number;
}

/** What is new of a chat behind a message; null when it is not there, not open, or damaged. */
export async function readOpenChat(
  parts: OpenChatParts,
  chatNumber: number,
  afterSeq: number,
): Promise<OpenChatRead | null> {
  const view = undamaged(() => readChat(parts.store.durable, asChatId(String(chatNumber))));
  if (view === undefined || !isOpen(view.state)) return null;
  const { channelId } = view.context;
  const { lines, lastSeq } = await readLines(parts, chatNumber, afterSeq);
  return { texts: { chatNumber, channelId, facts: factTexts(parts.directory, view.context), lines }, lastSeq };
}

async function readLines({ store, limits }: OpenChatParts, chatNumber: number, afterSeq: number) {
  const lines: OpenChatLine[] = [];
  let lastSeq = afterSeq;
  let left = limits.archiveChatCharactersMax;
  for (;;) {
    const page = await scanKeys(store, "message", {
      prefix: [chatNumber],
      after: [chatNumber, lastSeq],
      limit: limits.pageRowsMax,
    });
    for (const { key, row } of page) {
      lastSeq = key[1];
      const texts = row === null || left <= 0 ? [] : messageTexts(row);
      left -= texts.reduce((sum, text) => sum + text.length, 0);
      if (texts.length > 0) lines.push({ seq: lastSeq, texts });
    }
    if (page.length < limits.pageRowsMax || left <= 0) return { lines, lastSeq };
    await nextTurn();
  }
}
