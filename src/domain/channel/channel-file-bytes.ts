import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import { asChannelId, noAgentId } from "../../core/ids.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import { ownCounts } from "../../core/peers/shared-counts.ts";
import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Peers } from "../../ports/peers.ts";
import type { ReadRows, StoredRows } from "../../ports/store.ts";
import { removingState } from "../chat/chat-actor.ts";
import { readChat } from "../chat/queries/chat-queries.ts";

const rowsAtOnce = 500;

/**
 * The bytes of all files that visitors of a channel sent. The first request counts them from the stored rows of files, so that a
 * kill cannot make the count wrong. Damaged rows are not counted. From then on, `add` receives every new and every deleted file.
 */
export interface ChannelFileBytes {
  /** Resolves when the stored files are counted; rejects when the store cannot be read, and the next call counts again. */
  ready(): Promise<void>;
  /** Call it only after `ready`. */
  of(channelId: ChannelId): number;
  /** Adds the bytes of a new file; a negative number for a deleted file, or one that was not stored after all. */
  add(channelId: ChannelId, bytes: number): void;
}

/**
 * Each of several processes also counts the files of the others, a little later. After a gap in their news, everything is counted
 * again.
 */
export function createChannelFileBytes(
  store: ReadRows,
  peers: Peers,
  counts: SharedCounts = ownCounts,
): ChannelFileBytes {
  const known = new Map<ChannelId, number>();
  let counting: Promise<void> | null = null;
  /** Files that are deleted during the count may already be counted: then the count is repeated. */
  let changes = 0;

  const add: ChannelFileBytes["add"] = (channelId, bytes) => {
    known.set(channelId, Math.max(0, (known.get(channelId) ?? 0) + bytes));
  };
  const count = async (): Promise<void> => {
    for (let before = -1; before !== changes; ) {
      before = changes;
      known.clear();
      const channels = new Map<string, ChannelId | undefined>();
      for await (const page of keyPages(store, "file", { limit: rowsAtOnce })) {
        const sent = page.flatMap(({ row }) => (row?.agentId === noAgentId ? [row] : []));
        const unknown = new Set(sent.map(({ chatId }) => chatId).filter((chatId) => !channels.has(chatId)));
        await Promise.all([...unknown].map(async (id) => channels.set(id, await channelOf(store, id))));
        for (const { chatId, bytes } of sent) {
          const channelId = channels.get(chatId);
          if (channelId !== undefined) add(channelId, bytes);
        }
      }
    }
  };
  const addChanged = (channelId: ChannelId, bytes: number): void => {
    changes += 1;
    add(channelId, bytes);
  };
  const tell = counts.share({
    name: "bytes of files",
    sent: "at once",
    take: (channelId, bytes) => addChanged(asChannelId(channelId), bytes),
  });
  peers.onGap(() => {
    counting = null;
  });
  return {
    ready() {
      counting ??= count().catch((error: unknown) => {
        counting = null;
        throw error;
      });
      return counting;
    },
    of: (channelId) => known.get(channelId) ?? 0,
    add(channelId, bytes) {
      addChanged(channelId, bytes);
      tell?.(channelId, bytes);
    },
  };
}

/** A chat that is being removed still has its files. */
async function channelOf(store: StoredRows, chatId: ChatId): Promise<ChannelId | undefined> {
  const chat = await undamagedLater(() => readChat(store, chatId));
  const removed = async () => undamagedLater(() => store.read("chatState", [removingState, Number(chatId)]));
  return chat?.context.channelId ?? (await removed())?.channelId;
}
