import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenChatLine, OpenChatTexts } from "../../workers/archive/open-chats.types.ts";
import type { Limits } from "../config/limits.ts";
import { asChatId } from "../core/ids.ts";
import { undamagedLater } from "../core/rows/undamaged.ts";
import { readChat } from "../domain/chat/queries/chat-queries.ts";
import { listChatNumbers } from "../domain/chat/queries/chats-by-number.ts";
import { messagesBehind } from "../domain/chat/queries/stored-messages.ts";
import type { Directory } from "../domain/directory.ts";
import type { Store } from "../ports/store.ts";
import { factTexts, messageTexts } from "./chat-texts.ts";

export interface OpenChatParts {
  readonly store: Store;
  readonly directory: Pick<Directory, "agentEver">;
  readonly limits: Pick<Limits, "archiveChatCharactersMax" | "pageRowsMax">;
}

/** Chats of blocked clients appear only in their own list. Source: WH-20. */
const openStates = ["with_bot", "waiting", "unstaffed", "with_agent"] as const;
const isOpen = (state: string): boolean => openStates.some((open) => open === state);

/** Returns the numbers of all open chats, the newest first. */
export const listOpenChats = (store: Pick<Store, "scan">): Promise<readonly number[]> =>
  listChatNumbers(store, openStates);

export interface OpenChatRead {
  readonly texts: OpenChatTexts;
  /** The last message that was read. */
  readonly lastSeq: number;
}

/** Returns the new messages of a chat after a message. Null when the chat is missing, not open, or damaged. */
export async function readOpenChat(
  parts: OpenChatParts,
  chatNumber: number,
  afterSeq: number,
): Promise<OpenChatRead | null> {
  const view = await undamagedLater(() => readChat(parts.store.durable, asChatId(String(chatNumber))));
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
    const page = await messagesBehind(store, chatNumber, lastSeq, limits.pageRowsMax);
    for (const { seq, message } of page) {
      lastSeq = seq;
      const texts = message === null || left <= 0 ? [] : messageTexts(message);
      left -= texts.reduce((sum, text) => sum + text.length, 0);
      if (texts.length > 0) lines.push({ seq: lastSeq, texts });
    }
    if (page.length < limits.pageRowsMax || left <= 0) return { lines, lastSeq };
    await nextTurn();
  }
}
