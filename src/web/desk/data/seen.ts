import type { ReadonlySignal } from "@preact/signals";
import { computed, signal } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Chats } from "./chats/chats.ts";
import type { Kept } from "./kept.ts";

/** The client messages that this agent has seen: stored, and the same in all tabs. */
export interface Seen {
  /** The number of unseen client messages; the service's count when nothing is stored. */
  unreadOf(chat: DeskChat): number;
  /** The newest message that the agent has seen; 0 when nothing is stored. */
  seqOf(chatId: string): number;
  /** Marks all messages of the chat as seen. */
  markSeen(chat: DeskChat): void;
  /** Takes a new form of a chat. */
  heard(chat: DeskChat): void;
  /** The total of all chats of this agent. */
  readonly total: ReadonlySignal<number>;
  /** Removes marks of chats that are no longer open. Call it when all open chats are known. */
  tidy(): void;
}

interface Mark {
  readonly seq: number;
  /** The service's unread count at that time. */
  readonly unread: number;
}

const prefix = "seen.";

export function createSeen({ kept, chats, agentId }: { kept: Kept; chats: Chats; agentId: number }): Seen {
  const marks = new Map<string, Mark>();
  const changes = signal(0);
  const take = (name: string): void => {
    const mark = read(kept.get(name));
    if (mark === null) marks.delete(name.slice(prefix.length));
    else marks.set(name.slice(prefix.length), mark);
  };
  const put = (chatId: string, mark: Mark | null): void => {
    kept.set(prefix + chatId, mark === null ? null : JSON.stringify(mark));
    take(prefix + chatId);
    changes.value += 1;
  };
  const unreadOf = (chat: DeskChat): number => {
    void changes.value;
    const mark = marks.get(chat.id);
    if (chat.state === "closed") return 0;
    if (mark === undefined) return chat.unread;
    if ((chat.last?.seq ?? 0) <= mark.seq) return 0;
    return chat.unread >= mark.unread ? chat.unread - mark.unread : chat.unread;
  };
  for (const name of kept.names(prefix)) take(name);
  kept.onChange((name) => {
    if (!name.startsWith(prefix)) return;
    take(name);
    changes.value += 1;
  });
  return {
    unreadOf,
    seqOf(chatId) {
      void changes.value;
      return marks.get(chatId)?.seq ?? 0;
    },
    markSeen(chat) {
      const mark = { seq: chat.last?.seq ?? 0, unread: chat.unread };
      const before = marks.get(chat.id);
      if (before?.seq === mark.seq && before.unread === mark.unread) return;
      // If the chat has no unread messages, only an existing mark must be updated.
      if (chat.unread > 0 || before !== undefined) put(chat.id, mark);
    },
    heard(chat) {
      const mark = marks.get(chat.id);
      if (mark === undefined) return;
      if (chat.state === "closed") put(chat.id, null);
      // An answer reset the service's count, so that the mark follows the new count.
      else if (chat.unread < mark.unread) put(chat.id, { ...mark, unread: chat.unread });
    },
    total: computed(() => {
      void chats.revision.value;
      let sum = 0;
      for (const chat of chats.inState("with_agent")) if (chat.agent?.id === agentId) sum += unreadOf(chat);
      return sum;
    }),
    tidy() {
      const open = new Set([...chats.all()].map(({ id }) => id));
      for (const chatId of marks.keys()) if (!open.has(chatId)) put(chatId, null);
    },
  };
}

/** Other code may have written the value. */
function read(value: string | null): Mark | null {
  try {
    const { seq, unread } = JSON.parse(value ?? "{}");
    return Number.isInteger(seq) && Number.isInteger(unread) ? { seq, unread } : null;
  } catch {
    return null;
  }
}
