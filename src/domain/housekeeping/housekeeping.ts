import { trimHistory } from "../../actors/history/history.ts";
import type { Limits } from "../../config/limits.ts";
import { scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Wake } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Key, Store, Write } from "../../ports/store.ts";
import { createByOneNode } from "../by-one-node.ts";
import type { Directory } from "../directory.ts";
import type { Post } from "../effects.ts";
import type { Feed } from "../feed/feed.ts";
import { deleteOldDeliveries } from "./delivery-retention.ts";
import { deleteOldFiles } from "./file-retention.ts";
import { deleteOldOffline } from "./offline-retention.ts";
import type { RetentionParts } from "./retention.ts";
import { deleteOldChats } from "./retention.ts";
import { deleteOldTexts } from "./text-retention.ts";
import { trimChannelLogs } from "./trim-channel-log.ts";
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

export interface HousekeepingParts extends RetentionParts {
  readonly feed: Feed;
  readonly peers: Peers;
  readonly directory: Directory;
  readonly post: Post;
  readonly limits: Pick<
    Limits,
    | "chatKeptDays"
    | "messageTextKeptDays"
    | "fileKeptDays"
    | "deliveryLogKeptDays"
    | "unansweredKeptDays"
    | "waitingKeptDays"
    | "feedEntriesKept"
    | "historyKeptMs"
    | "historyStepsKept"
    | "channelLogEntriesKept"
    | "visitorRetentionMs"
  >;
}

export interface House {
  /** Starts no more jobs. Resolves when the running job has ended, at its next page. */
  stop(): Promise<void>;
}

/** Deletes old data at intervals. Of several processes, one does each job. Files that a crash left are deleted at once. */
export function keepHouse(parts: HousekeepingParts): House {
  const { clock } = parts;
  const after = (ms: number): number => clock.nowMs() + ms;
  const jobs = [
    repeat(
      { what: "old feed rows", everyMs: feedEveryMs, run: (isStopped) => trimFeed(parts, isStopped) },
      after(feedEveryMs),
      parts,
    ),
    repeat(
      { what: "old steps", everyMs: historyEveryMs, run: (isStopped) => trimHistory(parts, isStopped) },
      after(historyEveryMs),
      parts,
    ),
    repeat(
      { what: "expired keys", everyMs: marksEveryMs, run: (isStopped) => trimMarks(parts, isStopped) },
      after(marksEveryMs),
      parts,
    ),
    repeat(
      { what: "old chats", everyMs: chatsEveryMs, run: (isStopped) => deleteOldChats(parts, isStopped) },
      after(chatsEveryMs),
      parts,
    ),
    ...repeatByDays(parts),
    repeat(
      { what: "unanswered chats", everyMs: unansweredEveryMs, run: (isStopped) => endUnanswered(parts, isStopped) },
      after(unansweredFirstMs),
      parts,
    ),
    repeat(
      { what: "old offline messages", everyMs: chatsEveryMs, run: (isStopped) => deleteOldOffline(parts, isStopped) },
      after(chatsEveryMs),
      parts,
    ),
    repeat(
      { what: "old visitors", everyMs: visitorsEveryMs, run: (isStopped) => deleteOldVisitors(parts, isStopped) },
      after(visitorsFirstMs),
      parts,
    ),
    repeat(
      { what: "old log entries", everyMs: channelLogEveryMs, run: (isStopped) => trimChannelLogs(parts, isStopped) },
      after(channelLogEveryMs),
      parts,
    ),
    repeat(
      { what: "left files", everyMs: filesEveryMs, run: (isStopped) => sweepFiles(parts, isStopped) },
      clock.nowMs(),
      parts,
    ),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** The jobs with a limit of days. */
function repeatByDays(parts: HousekeepingParts): readonly House[] {
  const runs = { "old texts": deleteOldTexts, "old files": deleteOldFiles, "old deliveries": deleteOldDeliveries };
  return Object.entries(runs).map(([what, deleteOld]) =>
    repeat(
      { what, everyMs: byDaysEveryMs, run: (isStopped) => deleteOld(parts, isStopped) },
      parts.clock.nowMs() + byDaysEveryMs,
      parts,
    ),
  );
}

/** Deletes files that no row names, because a crash came before their commit. A damaged row still protects its file. */
async function sweepFiles({ store, files, log }: HousekeepingParts, isStopped: () => boolean): Promise<void> {
  const removed = await files.sweep(
    async (token) =>
      isStopped() || !(await undamagedLater(async () => (await store.read("file", [token])) === undefined)),
  );
  if (removed > 0) log.info({ removed }, "incomplete files and files that no chat names removed");
}

/** Deletes feed rows that are too old for any desk. The newest row stays: the cursor continues after it after a restart. */
async function trimFeed({ store, feed, limits }: HousekeepingParts, isStopped: () => boolean): Promise<void> {
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
async function trimMarks({ store, clock }: HousekeepingParts, isStopped: () => boolean): Promise<void> {
  for (let after: Key<"idempotency"> | undefined; !isStopped(); ) {
    const page = await scanKeys(store, "idempotency", { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
    const expired = page.filter(({ row }) => row === null || row.expiresAtMs <= clock.nowMs());
    await deleteRows(
      store,
      expired.map(({ key }) => ({ table: "idempotency", key, row: null })),
    );
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
  }
}

async function deleteRows(store: Store, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await store.commit({}, () => writes);
}

interface Job {
  readonly what: string;
  readonly everyMs: number;
  run(isStopped: () => boolean): Promise<void>;
}

/** The next run is counted from the end of the last, so that no job overtakes itself. */
function repeat({ what, everyMs, run }: Job, firstAtMs: number, parts: HousekeepingParts): House {
  const { clock, log } = parts;
  const byOneNode = createByOneNode(what, everyMs, parts);
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
  arm(firstAtMs);
  return {
    stop() {
      isStopped = true;
      wake?.cancel();
      return running;
    },
  };
}
