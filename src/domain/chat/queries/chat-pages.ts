import { setImmediate as nextTurn } from "node:timers/promises";
import { asChatId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { undamagedLater } from "../../../core/rows/undamaged.ts";
import type { StoredRows } from "../../../ports/store.ts";
import type { ChatView } from "./chat-queries.ts";
import { readChat } from "./chat-queries.ts";
import type { ListedChat } from "./listed-chats.ts";

/** Chats that may belong on a page, the newest first. */
export interface Candidates<Listed extends ListedChat> {
  readonly candidates: readonly Listed[];
  /** False while matching chats may be missing. */
  readonly isComplete: boolean;
}

export interface WantedPage<Listed extends ListedChat> {
  /** Looks for the next `limit` chats before a number, newest first; fewer only when there are no more. */
  find(before: number | undefined, limit: number): Promise<Result<Candidates<Listed>>>;
  /** Whether a chat is worth reading. */
  isLookedAt(listed: Listed): boolean;
  isAsked(view: ChatView): boolean;
  /** Only chats with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
  /** The number of searches for candidates. If they find too few, the page is short and has a next page. */
  readonly roundsMax: number;
  /** Candidates of each round. */
  readonly rowsAtOnce: number;
}

export interface FoundChat<Listed extends ListedChat> {
  readonly listed: Listed;
  readonly view: ChatView;
}

export interface ChatPage<Listed extends ListedChat> {
  readonly found: readonly FoundChat<Listed>[];
  /** Where the next page begins; null at the end. */
  readonly nextBefore: number | null;
  /** False while matching chats of the page may be missing. */
  readonly isComplete: boolean;
}

/** The number of chats that are read together. Other work runs after each group, so a large page does not block the process. */
const chatsAtOnce = 50;

/** One page of durable chats, newest first, without damaged ones. Fails as `find` does. */
export async function readChatPage<Listed extends ListedChat>(
  rows: StoredRows,
  wanted: WantedPage<Listed>,
): Promise<Result<ChatPage<Listed>>> {
  const found: FoundChat<Listed>[] = [];
  let { before } = wanted;
  let isComplete = true;
  let readInTurn = 0;
  for (let round = 0; round < wanted.roundsMax; round += 1) {
    const looked = await wanted.find(before, wanted.rowsAtOnce);
    if (!looked.ok) return looked;
    const { candidates } = looked.value;
    isComplete &&= looked.value.isComplete;
    const worthReading = candidates.filter((listed) => wanted.isLookedAt(listed));
    for (let from = 0; from < worthReading.length; from += chatsAtOnce) {
      const some = worthReading.slice(from, from + chatsAtOnce);
      if (readInTurn + some.length > chatsAtOnce) {
        await nextTurn();
        readInTurn = 0;
      }
      readInTurn += some.length;
      for (const one of await readListed(rows, some)) {
        if (!wanted.isAsked(one.view)) continue;
        found.push(one);
        if (found.length === wanted.rowsMax) return ok({ found, nextBefore: one.listed.chatNumber, isComplete });
      }
    }
    if (candidates.length < wanted.rowsAtOnce) return ok({ found, nextBefore: null, isComplete });
    before = candidates.at(-1)?.chatNumber ?? before;
  }
  return ok({ found, nextBefore: before ?? null, isComplete });
}

/** The existing, undamaged chats, in their order. */
async function readListed<Listed extends ListedChat>(
  rows: StoredRows,
  listed: readonly Listed[],
): Promise<readonly FoundChat<Listed>[]> {
  const found = await Promise.all(
    listed.map(async (one) => {
      const view = await undamagedLater(() => readChat(rows, asChatId(String(one.chatNumber))));
      return view === undefined ? [] : [{ listed: one, view }];
    }),
  );
  return found.flat();
}
