import { createActorSystem } from "../actors/actor-system.ts";
import type { Defects } from "../actors/defects.ts";
import type { Executor } from "../actors/executor.ts";
import type { Watching } from "../actors/history/step-record.ts";
import type { Registry } from "../actors/registry.ts";
import type { Limits } from "../config/limits.ts";
import type { SharedCounts } from "../core/peers/shared-counts.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import { within } from "../core/within.ts";
import type { Broadcaster } from "../ports/broadcaster.ts";
import type { ChatLogEncoder } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { LeftWork } from "../ports/left-work.ts";
import type { Log } from "../ports/log.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Peers } from "../ports/peers.ts";
import type { RowNews } from "../ports/row-news.ts";
import type { Spans } from "../ports/spans.ts";
import type { Store } from "../ports/store.ts";
import type { Telephony } from "../ports/telephony.ts";
import { actorSet } from "./actors.ts";
import type { Departments } from "./agent/departments.ts";
import { openDepartments } from "./agent/departments.ts";
import { watchLostSockets } from "./agent/lost-sockets.ts";
import type { BotProviders } from "./bot/providers.ts";
import { openProviders } from "./bot/providers.ts";
import { RunningCalls, readMissedNotes } from "./call/running-calls.ts";
import { createCarryOut } from "./carry-out.ts";
import type { ChannelFileBytes } from "./channel/channel-file-bytes.ts";
import { createChannelFileBytes } from "./channel/channel-file-bytes.ts";
import { createHost } from "./client/client-record.ts";
import type { LaneWatch } from "./delivery/lane-watch.ts";
import { createLaneWatch } from "./delivery/lane-watch.ts";
import { Directory } from "./directory.ts";
import type { Post } from "./effects.ts";
import type { Erasures } from "./erasure/erasures.ts";
import { createErasures } from "./erasure/erasures.ts";
import type { Feed } from "./feed/feed.ts";
import { createFeed } from "./feed/feed.ts";
import type { Relay } from "./feed/relay.ts";
import { createRelay } from "./feed/relay.ts";
import type { OwnCommits } from "./feed/shared-store.ts";
import { watchOwnCommits } from "./feed/shared-store.ts";
import type { VisitorFeed } from "./feed/visitor-feed.ts";
import { createVisitorFeed } from "./feed/visitor-feed.ts";
import type { VisitorPictures } from "./feed/visitor-pictures.ts";
import { keepDirectoryFresh } from "./fresh-directory.ts";
import { keepHouse } from "./housekeeping/housekeeping.ts";
import { AttemptDurations, BotTurns } from "./telemetry/attempt-metrics.ts";
import { createReports } from "./webhooks/reports.ts";

export interface RuntimeParts {
  readonly store: Store;
  readonly peers: Peers;
  readonly rowNews: RowNews;
  readonly freshRows: FreshRows;
  readonly counts?: SharedCounts;
  readonly leftWork?: LeftWork | undefined;
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
  /** Receives turns and attempts. Absent: nothing is traced. */
  readonly spans?: Spans | undefined;
}

/** The complete actor system. */
export interface Runtime {
  readonly store: Store;
  /** Whether no other process serves on the store. */
  readonly isAlone: boolean;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly feed: Feed;
  readonly visitorFeed: VisitorFeed;
  readonly post: Post;
  readonly registry: Registry;
  readonly executor: Executor;
  readonly defects: Defects;
  readonly runningCalls: RunningCalls;
  readonly departments: Departments;
  readonly providers: BotProviders;
  readonly channelFileBytes: ChannelFileBytes;
  readonly watching: Watching;
  readonly erasures: Erasures;
  readonly lanes: LaneWatch;
  readonly attempts: AttemptDurations;
  readonly botTurns: BotTurns;
  /** Names of the deadlines in memory, the actor first. */
  readonly deadlines: () => Iterable<string>;
  /** Carries out the tells that the last process left, before any newer tell. */
  carryOutStoredTells(): Promise<void>;
  /** Fires the deadlines that have passed, and from now on each one in time. Then looks for stuck lanes in the background. */
  startDeadlines(): Promise<void>;
  /** Fires no more deadlines. Waits, at most until `untilMs`, for running requests and pending updates of desks. */
  stop(untilMs: number): Promise<void>;
}

export async function createRuntime(parts: RuntimeParts): Promise<Runtime> {
  const { store, peers, clock, limits, log, freshRows, telephony } = parts;
  const directory = new Directory();
  keepDirectoryFresh(freshRows, directory);
  const departments = await openDepartments({ store, freshRows, directory });
  const providers = await openProviders(store, freshRows);
  const relay = createRelay(peers);
  const ownCommits = watchOwnCommits(store, peers);
  const { visitorFeed, feed } = await openFeeds(parts, directory, providers, relay, ownCommits);
  const runningCalls = new RunningCalls();
  readMissedNotes({ runningCalls, peers, store, telephony, log });
  const channelFileBytes = createChannelFileBytes(parts);
  const timings = { attempts: new AttemptDurations(), botTurns: new BotTurns(clock) };
  const shared = { ...parts, ...timings, directory, relay, feed, visitorFeed, runningCalls, channelFileBytes };
  const system = await createActorSystem({
    ...{ store: ownCommits.store, clock, limits, log, feed },
    ...(parts.leftWork && { leftWork: parts.leftWork }),
    ...(parts.spans && { spans: parts.spans }),
    actors: actorSet,
    host: createHost(createReports({ directory, departments })),
    createCarryOut: (hands) => createCarryOut({ ...shared, ...hands, newLogId: hands.newId }),
  });
  const { post, registry, executor, scheduler, defects, watching, newId } = system;
  const known = { ...shared, defects, registry, post, scheduler, newLogId: newId };
  const jobs = { house: keepHouse(known), lostSockets: watchLostSockets(known) };
  const erasures = createErasures({ ...known, store: ownCommits.store });
  const lanes = createLaneWatch(known);

  return {
    ...{
      store,
      isAlone: parts.peers.isAlone,
      clock,
      directory,
      feed,
      visitorFeed,
      runningCalls,
      channelFileBytes,
      departments,
      providers,
    },
    ...{ post, registry, executor, defects, watching, erasures, lanes, ...timings, deadlines: () => scheduler.armed() },
    carryOutStoredTells: system.carryOutStoredTells,
    async startDeadlines() {
      await system.startDeadlines();
      lanes.start();
    },
    async stop(untilMs) {
      system.stopDeadlines();
      await Promise.all([jobs.house, erasures, lanes, jobs.lostSockets].map((job) => job.stop()));
      await system.whenQuiet(untilMs);
      await within(clock, Math.max(0, untilMs - clock.nowMs()), feed.whenShown());
      feed.stop();
    },
  };
}

/** The updates for the sockets of this node. */
async function openFeeds(
  { store, peers, clock, broadcaster, visitorPictures, limits, log }: RuntimeParts,
  directory: Directory,
  providers: BotProviders,
  relay: Relay,
  ownCommits: OwnCommits,
): Promise<{ readonly visitorFeed: VisitorFeed; readonly feed: Feed }> {
  const visitorFeed = createVisitorFeed({
    store,
    peers,
    clock,
    broadcaster,
    directory,
    providers,
    relay,
    visitorPictures,
    limits,
    log,
  });
  const feed = await createFeed({
    store,
    peers,
    clock,
    broadcaster,
    directory,
    relay,
    ownCommits,
    visitors: visitorFeed,
    limits,
    log,
  });
  return { visitorFeed, feed };
}
