import type { ChannelId, ChatId } from "../../../machines/ids.ts";
import { asChannelId, noAgentId } from "../../core/ids.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import { ownCounts } from "../../core/peers/shared-counts.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Key, Store } from "../../ports/store.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import { removingState } from "../housekeeping/removal.ts";

const rowsAtOnce = 500;

/**
 * The bytes of all files that visitors of a channel sent. They are counted from the stored rows of files when the first is asked for, so that
 * a kill can neither lose nor invent any, but for what damaged rows hold; from then on every file that comes or goes is told.
 */
export interface ChannelFileBytes {
  /** Resolves when the stored files are counted; rejects when the store cannot be read, and counts anew when asked again. */
  ready(): Promise<void>;
  /** After `ready` only. */
  of(channelId: ChannelId): number;
  /** A file comes, `bytes` of it; with a negative number it went, or did not come after all. */
  add(channelId: ChannelId, bytes: number): void;
}

/** Of several processes each counts what the others tell of theirs, a little later; after a gap of their news all is counted anew. */
export function createChannelFileBytes({
  store,
  counts = ownCounts,
  peers,
}: {
  readonly store: Pick<Store, "read" | "scan">;
  readonly counts?: SharedCounts;
  readonly peers?: Pick<Peers, "onGap">;
}): ChannelFileBytes {
  const known = new Map<ChannelId, number>();
  let counting: Promise<void> | null = null;
  /** Files that go while the others are counted may be among those counted already: then it is done again. */
  let changes = 0;

  const add: ChannelFileBytes["add"] = (channelId, bytes) => {
    known.set(channelId, Math.max(0, (known.get(channelId) ?? 0) + bytes));
  };
  const count = async (): Promise<void> => {
    for (let before = -1; before !== changes; ) {
      before = changes;
      known.clear();
      const channels = new Map<string, ChannelId | undefined>();
      for (let after: Key<"file"> | undefined; ; ) {
        const page = await scanKeys(store, "file", { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
        const sent = page.flatMap(({ row }) => (row?.agentId === noAgentId ? [row] : []));
        const unknown = new Set(sent.map(({ chatId }) => chatId).filter((chatId) => !channels.has(chatId)));
        await Promise.all([...unknown].map(async (id) => channels.set(id, await channelOf(store, id))));
        for (const { chatId, bytes } of sent) {
          const channelId = channels.get(chatId);
          if (channelId !== undefined) add(channelId, bytes);
        }
        after = page.at(-1)?.key;
        if (page.length < rowsAtOnce) break;
      }
    }
  };
  const addChanged = (channelId: ChannelId, bytes: number): void => {
    changes += 1;
    add(channelId, bytes);
  };
  const tell = counts.share({
    name: "bytes of files",
    told: "at once",
    take: (channelId, bytes) => addChanged(asChannelId(channelId), bytes),
  });
  peers?.onGap(() => {
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

/** Of a chat that is being removed, its files are still there. */
async function channelOf(store: Pick<Store, "read">, chatId: ChatId): Promise<ChannelId | undefined> {
  const chat = await undamagedLater(() => readChat(store, chatId));
  const removed = async () => undamagedLater(() => store.read("chatState", [removingState, Number(chatId)]));
  return chat?.context.channelId ?? (await removed())?.channelId;
}
