import type { ChannelId } from "../../../machines/ids.ts";
import { trimHistory } from "../../actors/history/history.ts";
import { keyPages, scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { FileRow, Store, Write } from "../../ports/store.ts";
import { createByOneNode } from "../by-one-node.ts";
import { readChat } from "../chat/queries/chat-queries.ts";
import type { Directory } from "../directory.ts";
import type { Post } from "../effects.ts";
import { deleteOldDeliveries } from "./delivery-retention.ts";
import { deleteOldOffline } from "./offline-retention.ts";
import type { RemovalParts } from "./removal.ts";
import { forgetFiles } from "./removal.ts";
import type { RetentionParts } from "./retention.ts";
import { deleteOldChats } from "./retention.ts";
import { deleteOldTexts } from "./text-retention.ts";
import { endUnanswered } from "./unanswered-retention.ts";
import { deleteOldVisitors } from "./visitor-retention.ts";

const feedEveryMs = 30_000;
const historyEveryMs = 60_000;
const marksEveryMs = 60 * 60_000;
const channelLogEveryMs = 60 * 60_000;
const chatsEveryMs = 60 * 60_000;
const unansweredFirstMs = 60 * 60_000;
const unansweredEveryMs = 24 * 60 * 60_000;
const visitorsFirstMs = 60 * 60_000;
const visitorsEveryMs = 24 * 60 * 60_000;
const filesEveryMs = 24 * 60 * 60_000;
const byDaysEveryMs = 6 * 60 * 60_000;
const rowsAtOnce = 1_000;

/** What some jobs work with beside the rows. */
interface Household {
  readonly peers: Peers;
  readonly directory: Directory;
  readonly post: Post;
}

export interface House {
  /** Starts no more jobs. Resolves when the running job has ended, at its next page. */
  stop(): Promise<void>;
}

/** Deletes old data at intervals. Of several processes, one does each job. Files that a crash left are deleted at once. */
export function keepHouse(parts: RetentionParts, { peers, directory, post }: Household): House {
  const { clock, log } = parts;
  const jobs: readonly Job[] = [
    { what: "old feed rows", everyMs: feedEveryMs, run: (isStopped) => trimFeed(parts, isStopped) },
    { what: "old steps", everyMs: historyEveryMs, run: (isStopped) => trimHistory(parts, isStopped) },
    { what: "expired keys", everyMs: marksEveryMs, run: (isStopped) => trimMarks(parts, isStopped) },
    { what: "old chats", everyMs: chatsEveryMs, run: (isStopped) => deleteOldChats(parts, isStopped) },
    { what: "old texts", everyMs: byDaysEveryMs, run: (isStopped) => deleteOldTexts(parts, isStopped) },
    { what: "old files", everyMs: byDaysEveryMs, run: (isStopped) => deleteOldFiles(parts, isStopped) },
    {
      what: "old deliveries",
      everyMs: byDaysEveryMs,
      run: (isStopped) => deleteOldDeliveries(parts, directory, isStopped),
    },
    {
      what: "unanswered chats",
      firstMs: unansweredFirstMs,
      everyMs: unansweredEveryMs,
      run: (isStopped) => endUnanswered(parts, post, isStopped),
    },
    { what: "old offline messages", everyMs: chatsEveryMs, run: (isStopped) => deleteOldOffline(parts, isStopped) },
    {
      what: "old visitors",
      firstMs: visitorsFirstMs,
      everyMs: visitorsEveryMs,
      run: (isStopped) => deleteOldVisitors(parts, directory, isStopped),
    },
    {
      what: "old log entries",
      everyMs: channelLogEveryMs,
      run: (isStopped) => trimChannelLogs(parts, directory, isStopped),
    },
    { what: "left files", firstMs: 0, everyMs: filesEveryMs, run: (isStopped) => sweepFiles(parts, isStopped) },
  ];
  const repeated = jobs.map((job) => repeat(job, { peers, clock, log }));
  return {
    stop: async () => {
      await Promise.all(repeated.map((job) => job.stop()));
    },
  };
}

/** Deletes files that no row names, because a crash came before their commit. A damaged row still protects its file. */
async function sweepFiles({ store, files, log }: RetentionParts, isStopped: () => boolean): Promise<void> {
  const removed = await files.sweep(
    async (token) =>
      isStopped() || !(await undamagedLater(async () => (await store.read("file", [token])) === undefined)),
  );
  if (removed > 0) log.info({ removed }, "incomplete files and files that no chat names removed");
}

/** Deletes feed rows that are too old for any desk. The newest row stays: the cursor continues after it after a restart. */
async function trimFeed({ store, feed, limits }: RetentionParts, isStopped: () => boolean): Promise<void> {
  const [newest] = await scanKeys(store, "feed", { reverse: true, limit: 1 });
  const oldestKept = Math.min(feed.cursor - limits.feedEntriesKept, newest?.key[0] ?? 0);
  for (let isMore = oldestKept > 0; isMore && !isStopped(); ) {
    const page = await scanKeys(store, "feed", { until: [oldestKept], limit: rowsAtOnce });
    await deleteRows(
      store,
      page.map(({ key }) => ({ table: "feed", key, row: null })),
    );
    isMore = page.length === rowsAtOnce;
  }
}

/** Source: DEL-29: a key is valid for 24 h. Damaged keys are deleted too, because their response is unknown. */
async function trimMarks({ store, clock }: RetentionParts, isStopped: () => boolean): Promise<void> {
  for await (const page of keyPages(store, "idempotency", { limit: rowsAtOnce }, isStopped)) {
    const expired = page.filter(({ row }) => row === null || row.expiresAtMs <= clock.nowMs());
    await deleteRows(
      store,
      expired.map(({ key }) => ({ table: "idempotency", key, row: null })),
    );
  }
}

async function deleteRows(store: Store, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await store.commit({}, () => writes);
}

interface Job {
  readonly what: string;
  /** From now to the first run, if that is not `everyMs`. */
  readonly firstMs?: number;
  readonly everyMs: number;
  run(isStopped: () => boolean): Promise<void>;
}

/** The next run is counted from the end of the last, so that no job overtakes itself. */
function repeat(
  { what, firstMs, everyMs, run }: Job,
  { peers, clock, log }: { readonly peers: Peers; readonly clock: Clock; readonly log: Log },
): House {
  const byOneNode = createByOneNode(what, everyMs, peers, clock);
  let wake: Wake | null = null;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const arm = (atMs: number): void => {
    wake = clock.wakeAt(atMs, () => {
      // A shutdown does not wait for a lease.
      void byOneNode
        .run((isLost) => {
          const work = isStopped ? Promise.resolve() : run(() => isStopped || isLost());
          running = work.catch(() => undefined);
          return work;
        })
        .catch((error: unknown) => {
          log.error({ err: error, what }, "housekeeping failed; trying again later");
          return true;
        })
        .then((wasOurs) => {
          if (!isStopped) arm(clock.nowMs() + (wasOurs ? everyMs : byOneNode.askAgainMs));
        });
    });
  };
  arm(clock.nowMs() + (firstMs ?? everyMs));
  return {
    stop() {
      isStopped = true;
      wake?.cancel();
      return running;
    },
  };
}

/** Deletes the entries of every channel's delivery log beyond the newest ones up to the limit. */
async function trimChannelLogs(parts: RetentionParts, directory: Directory, isStopped: () => boolean): Promise<void> {
  for (const { settings } of directory.channelsEver()) await trimChannelLog(settings.id, parts, isStopped);
}

async function trimChannelLog(
  channelId: ChannelId,
  { store, limits }: RetentionParts,
  isStopped: () => boolean,
): Promise<void> {
  let leftToKeep = limits.channelLogEntriesKept;
  const range = { prefix: [channelId], reverse: true, limit: rowsAtOnce };
  for await (const page of keyPages(store, "channelLog", range, isStopped)) {
    const old = page.slice(leftToKeep);
    leftToKeep = Math.max(0, leftToKeep - page.length);
    if (old.length > 0) {
      await store.commit({}, () => old.map(({ key }) => ({ table: "channelLog", key, row: null })));
    }
  }
}

const dayMs = 24 * 60 * 60_000;
const filesAtOnce = 200;

/** Deletes old files, except those of open chats. Their messages stay with name and type. */
async function deleteOldFiles(parts: RetentionParts, isStopped: () => boolean): Promise<void> {
  const { store, clock, limits, log } = parts;
  if (limits.fileKeptDays === 0) return;
  const beforeMs = clock.nowMs() - limits.fileKeptDays * dayMs;
  let files = 0;
  for await (const page of keyPages(store, "file", { limit: filesAtOnce }, isStopped)) {
    for (const { key, row } of page) {
      if (isStopped()) break;
      if (row !== null && row.createdAtMs < beforeMs && (await deleteFile(parts, key[0], row))) files += 1;
    }
  }
  if (files > 0) log.info({ files, keptDays: limits.fileKeptDays }, "old files deleted");
}

/**
 * Removes the file's row, then its bytes, then its list entry. After a crash in between, the sweep of unnamed files or the removal
 * of the chat finds the rest.
 */
async function deleteFile(parts: RemovalParts, token: string, { chatId }: FileRow): Promise<boolean> {
  const { store, files, log } = parts;
  const chat = await undamagedLater(() => readChat(store, chatId));
  if (chat === undefined || chat.state !== "closed") return false;
  await forgetFiles(parts, chat.context.channelId, [token]);
  try {
    await files.remove(token);
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    log.error({ chatId, err: error }, "an old file cannot be removed; it is removed later");
  }
  await store.commit({}, () => [{ table: "chatFile", key: [Number(chatId), token], row: null }]);
  return true;
}
