import type { Hands } from "../actors/actor-system.ts";
import { createActorSystem } from "../actors/actor-system.ts";
import type { Defects } from "../actors/defects.ts";
import type { CarryOut, Executor } from "../actors/executor.ts";
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
import { createBotChats, createBotInbox } from "./bot/bot-inbox.ts";
import type { BotProviders } from "./bot/providers.ts";
import { openProviders } from "./bot/providers.ts";
import { createSampleBot } from "./bot/sample-bot.ts";
import { createCallEffects } from "./call/call-effects.ts";
import { RunningCalls, readMissedNotes } from "./call/running-calls.ts";
import { createAttempts, createCarryOut, createIsLate } from "./carry-out.ts";
import type { ChannelFileBytes } from "./channel/channel-file-bytes.ts";
import { createChannelFileBytes } from "./channel/channel-file-bytes.ts";
import { createHost } from "./client/client-record.ts";
import type { LaneWatch } from "./delivery/lane-watch.ts";
import { createLaneWatch } from "./delivery/lane-watch.ts";
import { createNotices } from "./delivery/notices.ts";
import { Directory } from "./directory.ts";
import type { Post } from "./effects.ts";
import type { Erasures } from "./erasure/erasures.ts";
import { createErasures } from "./erasure/erasures.ts";
import type { Feed } from "./feed/feed.ts";
import { createFeed } from "./feed/feed.ts";
import { createRelay } from "./feed/relay.ts";
import { createPatientReads, watchOwnCommits } from "./feed/shared-store.ts";
import type { VisitorFeed } from "./feed/visitor-feed.ts";
import { createVisitorFeed, createVisitorViews } from "./feed/visitor-feed.ts";
import type { VisitorPictures } from "./feed/visitor-pictures.ts";
import { keepDirectoryFresh } from "./fresh-directory.ts";
import { keepHouse } from "./housekeeping/housekeeping.ts";
import { AttemptDurations, BotTurns, createAttemptSpans } from "./telemetry/attempt-metrics.ts";
import { createReports } from "./webhooks/reports.ts";
import type { SharedEndpoints } from "./webhooks/shared-endpoints.ts";
import { openSharedEndpoints } from "./webhooks/shared-endpoints.ts";

export interface RuntimeParts {
  readonly kept: Kept;
  readonly nodes: OtherNodes;
  readonly outward: Outward;
  readonly shown: Shown;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

/** What is stored, and what keeps the rows in memory fresh. */
export interface Kept {
  readonly store: Store;
  readonly files: FileStore;
  readonly freshRows: FreshRows;
  readonly rowNews: RowNews;
}

/** The other processes on the store. */
export interface OtherNodes {
  readonly peers: Peers;
  readonly counts?: SharedCounts;
  readonly leftWork?: LeftWork | undefined;
}

/** What leads to other systems. */
export interface Outward {
  readonly outbound: Outbound;
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  readonly chatLog: ChatLogEncoder;
  /** Receives turns and attempts. Absent: nothing is traced. */
  readonly spans?: Spans | undefined;
}

/** What sockets are shown, and how it reaches them. */
export interface Shown {
  readonly broadcaster: Broadcaster;
  readonly visitorPictures: VisitorPictures;
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
  /** Endpoints of every channel. */
  readonly endpoints: SharedEndpoints;
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
  const { kept, nodes, outward, clock, limits, log } = parts;
  const { store, files, rowNews } = kept;
  const { peers, counts, leftWork } = nodes;
  const { telephony, spans } = outward;
  const settings = await openSettings(kept);
  const { directory, departments, providers, endpoints } = settings;
  const updates = await openUpdates(parts, settings);
  const { ownCommits, visitorFeed, feed } = updates;
  const runningCalls = new RunningCalls();
  readMissedNotes(runningCalls, peers, store, telephony, log);
  const channelFileBytes = createChannelFileBytes(store, peers, counts);
  const measures = { attempts: new AttemptDurations(), botTurns: new BotTurns(clock) };
  const carryOut = (hands: Hands): CarryOut => carryOutWith(hands, parts, settings, updates, runningCalls, measures);
  const system = await createActorSystem({
    rules: { actors: actorSet, host: createHost(createReports(directory, departments, endpoints, clock)) },
    outlets: { feed, createCarryOut: carryOut, spans },
    store: ownCommits.store,
    leftWork,
    clock,
    limits,
    log,
  });
  const { post, registry, executor, scheduler, defects, watching } = system;
  const removal = { store: ownCommits.store, log, files, channelFileBytes };
  const house = keepHouse({ ...removal, clock, registry, feed, limits }, { peers, directory, post });
  const lostSockets = watchLostSockets(store, post, { peers, clock, log });
  const erasures = createErasures({ removal, registry, feed, runningCalls, clock }, peers, rowNews);
  const lanes = createLaneWatch({ store, clock, peers, post, defects, scheduler, log });

  return {
    store,
    isAlone: peers.isAlone,
    clock,
    directory,
    feed,
    visitorFeed,
    runningCalls,
    channelFileBytes,
    departments,
    providers,
    endpoints,
    post,
    registry,
    executor,
    defects,
    watching,
    erasures,
    lanes,
    attempts: measures.attempts,
    botTurns: measures.botTurns,
    deadlines: () => scheduler.armed(),
    carryOutStoredTells: system.carryOutStoredTells,
    async startDeadlines() {
      await system.startDeadlines();
      lanes.start();
    },
    async stop(untilMs) {
      system.stopDeadlines();
      await Promise.all([house, erasures, lanes, lostSockets].map((job) => job.stop()));
      await system.whenQuiet(untilMs);
      await within(clock, Math.max(0, untilMs - clock.nowMs()), feed.whenShown());
      feed.stop();
    },
  };
}

type Settings = Readonly<Awaited<ReturnType<typeof openSettings>>>;

/** What administrators set, in memory. */
async function openSettings({ store, freshRows }: Kept) {
  const directory = new Directory();
  keepDirectoryFresh(freshRows, directory);
  const departments = await openDepartments({ store, freshRows, directory });
  const providers = await openProviders(store, freshRows);
  const endpoints = await openSharedEndpoints(store, freshRows);
  return { directory, departments, providers, endpoints };
}

type Updates = Readonly<Awaited<ReturnType<typeof openUpdates>>>;

/** What shows changes to the sockets of this node. */
async function openUpdates(
  { kept: { store }, nodes: { peers }, shown, clock, limits, log }: RuntimeParts,
  { directory, providers }: Settings,
) {
  const { broadcaster, visitorPictures } = shown;
  const relay = createRelay(peers);
  const ownCommits = watchOwnCommits(store, peers);
  const durable = createPatientReads(store, peers, clock);
  const views = createVisitorViews(directory, providers, visitorPictures);
  const visitorFeed = createVisitorFeed({ durable, broadcaster, directory, relay, views, limits, log });
  const spectators = { broadcaster, visitors: visitorFeed, directory, limits };
  const feed = await createFeed({ store, peers, relay, ownCommits, spectators, clock, log });
  return { relay, ownCommits, visitorFeed, feed };
}

/** Each effect has somebody who carries it out: attempts, calls, typing notices, or what shows updates. */
function carryOutWith(
  hands: Hands,
  { kept: { store }, nodes: { peers }, outward, clock, limits, log }: RuntimeParts,
  { directory, providers, endpoints: shared }: Settings,
  { relay, visitorFeed, feed }: Updates,
  runningCalls: RunningCalls,
  { attempts: durations, botTurns }: { readonly attempts: AttemptDurations; readonly botTurns: BotTurns },
): CarryOut {
  const { outbound, telephony, mailer, chatLog, spans } = outward;
  const isLate = createIsLate(peers, clock);
  const notices = createNotices({ directory, outbound, store, clock, peers, isLate, hands });
  const contents = { store, chatLog, limits };
  const botInbox = createBotInbox(hands.post, clock, providers, botTurns);
  const tellSampleBot = createSampleBot(botInbox, createBotChats(store, limits.rateBucketsMax), directory, clock);
  const reached = { directory, shared, outbound, tellSampleBot, mailer, contents, clock, defects: hands.defects };
  const watch = { durations, botTurns, spans: spans ? createAttemptSpans(spans, store, clock) : null };
  const attempts = createAttempts(reached, { notices, watch, isLate, hands });
  const calls = createCallEffects({ telephony, runningCalls, relay, feed, clock, isLate, hands });
  return createCarryOut({ directory, feed, visitorFeed, attempts, calls, notices, log });
}
