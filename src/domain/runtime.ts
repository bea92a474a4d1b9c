import type { Limits } from "../config/limits.ts";
import { scanKeys } from "../core/scan-keys.ts";
import { createUlids } from "../core/ulid.ts";
import type { Broadcaster } from "../ports/broadcaster.ts";
import type { ChatLogEncoder } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { DeadlineRow, Key, Store } from "../ports/store.ts";
import type { Telephony } from "../ports/telephony.ts";
import type { ChannelFileBytes } from "./channel/channel-file-bytes.ts";
import { createChannelFileBytes } from "./channel/channel-file-bytes.ts";
import type { Defects } from "../actors/defects.ts";
import { createDefects } from "../actors/defects.ts";
import { Directory } from "./directory.ts";
import type { Executor } from "../actors/executor.ts";
import { createExecutor } from "../actors/executor.ts";
import type { Feed } from "./feed/feed.ts";
import { createFeed } from "./feed/feed.ts";
import { createHistory } from "../actors/history/history.ts";
import { keepHouse } from "./housekeeping/housekeeping.ts";
import type { LaneWatch } from "./delivery/lane-watch.ts";
import { createLaneWatch } from "./delivery/lane-watch.ts";
import { createNumbers } from "../actors/numbers.ts";
import type { Post } from "../actors/post.ts";
import { createPost } from "../actors/post.ts";
import { Registry } from "../actors/registry.ts";
import { createReports } from "./webhooks/reports.ts";
import { RunningCalls } from "./call/running-calls.ts";
import type { Scheduler } from "../actors/deadlines/scheduler.ts";
import { createScheduler } from "../actors/deadlines/scheduler.ts";
import { runTurns } from "../actors/turn.ts";
import type { VisitorFeed } from "./feed/visitor-feed.ts";
import { createVisitorFeed } from "./feed/visitor-feed.ts";
import type { VisitorPictures } from "./feed/visitor-pictures.ts";
import { Watching } from "../actors/watching.ts";

const retryMs = 1_000;
const storedTellsMax = 1_000;

export interface RuntimeParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  readonly chatLog: ChatLogEncoder;
  readonly broadcaster: Broadcaster;
  readonly visitorPictures: VisitorPictures;
  readonly files: FileStore;
  readonly limits: Limits;
  readonly log: Log;
}

/** The actor system, put together. */
export interface Runtime {
  readonly store: Store;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly feed: Feed;
  readonly visitorFeed: VisitorFeed;
  readonly post: Post;
  readonly registry: Registry;
  readonly executor: Executor;
  readonly defects: Defects;
  readonly runningCalls: RunningCalls;
  readonly channelFileBytes: ChannelFileBytes;
  readonly watching: Watching;
  readonly lanes: Pick<LaneWatch, "counts" | "walk">;
  /** Carries out the tells that the last process left, before anybody is told anything newer. */
  carryOutStoredTells(): Promise<void>;
  /** Fires the deadlines that passed meanwhile, and from now on each in its time; then looks for lanes that stand still, beside everything else. */
  startDeadlines(): Promise<void>;
  /** Fires no more deadlines and waits, at most until `untilMs`, for what is in hand, requests under way included. */
  stop(untilMs: number): Promise<void>;
}

export async function createRuntime(parts: RuntimeParts): Promise<Runtime> {
  const { store, clock, limits, log } = parts;
  const nowMs = (): number => clock.nowMs();
  const directory = new Directory();
  const visitorFeed = createVisitorFeed({ ...parts, directory });
  const feed = await createFeed({ ...parts, directory, visitors: visitorFeed });
  const history = await createHistory(store);
  const defects = createDefects({ log, limits, nowMs });
  const numbers = createNumbers(store);
  const reports = createReports({ directory });
  const runningCalls = new RunningCalls();
  const watching = new Watching();
  const newId = createIds(nowMs);
  const registry: Registry = new Registry(limits, (batch) =>
    runTurns(batch, {
      store,
      feed,
      history,
      defects,
      numbers,
      limits,
      nowMs,
      executor,
      newTellId: newId,
      newLogId: newId,
      reports,
      watching,
      putBack: (conversation, events) => registry.putBack(conversation, events),
    }),
  );
  const post = createPost({ registry, clock, log });
  const scheduler: Scheduler = createScheduler({
    store,
    clock,
    fire: (row, restarted) => fireDeadline(row, restarted, { registry, scheduler, clock }),
  });
  const channelFileBytes = createChannelFileBytes(store);
  const known = { ...parts, directory, feed, visitorFeed, defects, newLogId: newId, registry, post, channelFileBytes };
  const executor: Executor = createExecutor({ ...known, scheduler, runningCalls });
  const house = keepHouse(known);
  const lanes = createLaneWatch({ ...known, scheduler });

  return {
    store,
    clock,
    directory,
    feed,
    visitorFeed,
    post,
    registry,
    executor,
    defects,
    runningCalls,
    channelFileBytes,
    watching,
    lanes,
    carryOutStoredTells: () => carryOutStored(store, executor),
    startDeadlines: () => startDeadlines(registry, scheduler, lanes),
    async stop(untilMs) {
      scheduler.stop();
      await Promise.all([house.stop(), lanes.stop()]);
      await registry.whenIdle();
      await executor.whenQuiet(untilMs);
    },
  };
}

function createIds(nowMs: () => number): () => string {
  const newUlid = createUlids();
  return () => newUlid(nowMs());
}

async function startDeadlines(registry: Registry, scheduler: Scheduler, lanes: LaneWatch): Promise<void> {
  await registry.whenIdle();
  await scheduler.start();
  await registry.whenIdle();
  lanes.start();
}

function fireDeadline(
  row: DeadlineRow,
  restarted: boolean,
  { registry, scheduler, clock }: Pick<Runtime, "registry" | "clock"> & { readonly scheduler: Scheduler },
): void {
  registry.submit(
    {
      target: { kind: "actor", actor: row.actor, conversation: row.conversation },
      event: { type: "deadline.reached", id: row.id, atMs: row.atMs, nowMs: clock.nowMs(), restarted },
      cause: `deadline ${row.id} of ${row.actor}`,
      deadline: row,
      done: (outcome) => {
        if (!outcome.ok && outcome.canRetry) scheduler.retry(row, clock.nowMs() + retryMs);
        else scheduler.fired(row);
      },
    },
    false,
  );
}

/** Tells whose carrying out the last process did not live to see. What a damaged one said is lost. */
async function carryOutStored(store: Store, executor: Executor): Promise<void> {
  for (let after: Key<"tell"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "tell", { ...range, limit: storedTellsMax });
    await Promise.all(page.map(({ row }) => row && executor.carryOut(row)));
    after = page.at(-1)?.key;
    if (page.length < storedTellsMax) return;
  }
}
