import type { DeadlineReached } from "../../machines/effects.ts";
import type { Limits } from "../config/limits.ts";
import { createUlids } from "../core/random/ulid.ts";
import { scanKeys } from "../core/rows/scan-keys.ts";
import type { Clock } from "../ports/clock.ts";
import type { LeftWork } from "../ports/left-work.ts";
import type { Log } from "../ports/log.ts";
import type { Spans } from "../ports/spans.ts";
import type { DeadlineRow, FeedEntry, Key, Store, Write } from "../ports/store.ts";
import type { ActorSet } from "./actor-set.ts";
import { CommitPace } from "./commit-pace.ts";
import type { LeftBehind } from "./deadlines/left-behind.ts";
import { createLeftBehind } from "./deadlines/left-behind.ts";
import type { Scheduler } from "./deadlines/scheduler.ts";
import { createScheduler } from "./deadlines/scheduler.ts";
import type { Defects } from "./defects.ts";
import { createDefects } from "./defects.ts";
import type { CarryOut, Executor, IsUnderWay } from "./executor.ts";
import { createExecutor } from "./executor.ts";
import { createHistory } from "./history/history.ts";
import type { Host } from "./host.ts";
import { createNumbers } from "./numbers.ts";
import type { Post } from "./post.ts";
import { createPost } from "./post.ts";
import type { RunTurns } from "./registry.ts";
import { Registry } from "./registry.ts";
import { runTurns } from "./turn.ts";
import { Watching } from "./watching.ts";

/** The delay before a deadline or an event whose commit failed is submitted again. */
const retryMs = 1_000;
const storedTellsMax = 1_000;

/** What the code that carries out released effects works with. */
export interface Hands {
  readonly post: Post;
  readonly defects: Defects;
  readonly newId: () => string;
  readonly isUnderWay: IsUnderWay;
}

export interface ActorSystemParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly actors: ActorSet;
  readonly host: Host;
  /** Numbers the entries of the desks' feed, and shows them. */
  readonly feed: {
    reserve(count: number): number;
    show(entries: readonly FeedEntry[], firstCursor: number, writes: readonly Write[]): void;
  };
  readonly createCarryOut: (hands: Hands) => CarryOut;
  /** Work that other processes on the same store left; absent in a process that has its store to itself. */
  readonly leftWork?: LeftWork;
  /** Receives every turn. Absent: no listener. */
  readonly spans?: Spans;
}

/** Mailboxes, turns, deadlines and tells, put together for any set of actors. */
export interface ActorSystem {
  readonly post: Post;
  readonly registry: Registry;
  readonly executor: Executor;
  readonly scheduler: Scheduler;
  readonly defects: Defects;
  readonly watching: Watching;
  /** Makes a ULID. */
  readonly newId: () => string;
  /** Carries out the tells that the last process left, before any newer ones. */
  carryOutStoredTells(): Promise<void>;
  /** Fires the deadlines that passed while the process was down, and from now on each at its time. */
  startDeadlines(): Promise<void>;
  /** Fires no more deadlines. */
  stopDeadlines(): void;
  /** Resolves when no work is in progress; waits for running requests until `untilMs` at the latest. */
  whenQuiet(untilMs: number): Promise<void>;
}

export async function createActorSystem(parts: ActorSystemParts): Promise<ActorSystem> {
  const { store, clock, limits, log, createCarryOut } = parts;
  const nowMs = (): number => clock.nowMs();
  const newId = createIds(nowMs);
  const defects = createDefects({ log, limits, nowMs });
  const watching = new Watching();
  const [history, numbers] = await Promise.all([createHistory(store), createNumbers(store)]);
  const isShared = parts.leftWork !== undefined;
  const run: RunTurns = (batch) => runTurns(batch, { ...turnParts, executor });
  const registry: Registry = new Registry(limits, run, isShared);
  const putBack = registry.putBack.bind(registry);
  const putBackLater = registry.putBackLater.bind(registry);
  const pace = new CommitPace();
  const turnParts = {
    ...parts,
    history,
    defects,
    pace,
    numbers,
    nowMs,
    newId,
    watching,
    isShared,
    putBack,
    putBackLater,
  };
  const post = createPost({ registry, clock, log });
  const scheduler: Scheduler = createScheduler({
    ...{ store, clock, isShared },
    fire: (row, restarted) => fireDeadline(row, restarted, { registry, scheduler, executor, clock }),
  });
  const executor: Executor = createExecutor({
    ...{ clock, scheduler, post, defects, feed: parts.feed },
    createCarryOut: (isUnderWay) => createCarryOut({ post, defects, newId, isUnderWay }),
  });
  const left = openLeftBehind(parts, { registry, scheduler, executor });
  return {
    ...{ post, registry, executor, scheduler, defects, watching, newId },
    carryOutStoredTells: () => left?.look() ?? carryOutStored(store, executor),
    async startDeadlines() {
      await registry.whenIdle();
      await scheduler.start();
      await registry.whenIdle();
      left?.start();
    },
    stopDeadlines() {
      left?.stop();
      scheduler.stop();
    },
    async whenQuiet(untilMs) {
      await registry.whenIdle();
      await executor.whenQuiet(untilMs);
    },
  };
}

function openLeftBehind(
  { leftWork, clock, log }: ActorSystemParts,
  { registry, scheduler, executor }: Pick<ActorSystem, "registry" | "scheduler" | "executor">,
): LeftBehind | null {
  if (leftWork === undefined) return null;
  return createLeftBehind({
    ...{ leftWork, clock, log },
    fire: ({ row, isRestarted }) => fireDeadline(row, isRestarted, { registry, scheduler, executor, clock }),
    carryOut: executor.carryOut,
  });
}

function createIds(nowMs: () => number): () => string {
  const newUlid = createUlids();
  return () => newUlid(nowMs());
}

function fireDeadline(
  row: DeadlineRow,
  restarted: boolean,
  {
    registry,
    scheduler,
    executor,
    clock,
  }: Pick<ActorSystem, "registry" | "scheduler" | "executor"> & { readonly clock: Clock },
): void {
  const { id, atMs, actor, conversation } = row;
  // The deadline is for an outcome that can arrive no more. An outcome that waits for the store goes first.
  const inHand = row.atRestart ? executor.outcomeInHand(actor) : undefined;
  if (inHand !== undefined) {
    void inHand.then(() => scheduler.retry(row, clock.nowMs()));
    return;
  }
  const event: DeadlineReached = { type: "deadline.reached", id, atMs, nowMs: clock.nowMs(), restarted };
  registry.submit(
    {
      target: { kind: "actor", actor, conversation },
      event,
      cause: `deadline ${id} of ${actor}`,
      deadline: row,
      done: (outcome) => {
        if (!outcome.ok && outcome.canRetry) scheduler.retry(row, clock.nowMs() + retryMs);
        else scheduler.fired(row);
      },
    },
    false,
  );
}

/** Carries out the tells that the last process did not finish. The content of a damaged one is lost. */
async function carryOutStored(store: Store, executor: Executor): Promise<void> {
  for (let after: Key<"tell"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "tell", { ...range, limit: storedTellsMax });
    await Promise.all(page.map(({ row }) => row && executor.carryOut(row)));
    after = page.at(-1)?.key;
    if (page.length < storedTellsMax) return;
  }
}
