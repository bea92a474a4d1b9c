import type { DeadlineReached } from "../../machines/effects.ts";
import type { Limits } from "../config/limits.ts";
import { createUlids } from "../core/random/ulid.ts";
import { keyPages } from "../core/rows/damaged-rows.ts";
import type { Clock } from "../ports/clock.ts";
import type { LeftWork } from "../ports/left-work.ts";
import type { Log } from "../ports/log.ts";
import type { Spans } from "../ports/spans.ts";
import type { DeadlineRow, FeedEntry, Store, Write } from "../ports/store.ts";
import type { ActorSet } from "./actor-definition.ts";
import { createLeftBehind } from "./deadlines/left-behind.ts";
import type { Scheduler } from "./deadlines/scheduler.ts";
import { createScheduler } from "./deadlines/scheduler.ts";
import type { Defects } from "./defects.ts";
import { createDefects } from "./defects.ts";
import { CommitPace } from "./draft.ts";
import type { CarryOut, Executor, IsUnderWay } from "./executor.ts";
import { createExecutor } from "./executor.ts";
import { createHistory } from "./history/history.ts";
import { Watching } from "./history/step-record.ts";
import { createNumbers } from "./numbers.ts";
import type { Post, RunTurns } from "./registry.ts";
import { Registry } from "./registry.ts";
import type { Host, Kernel } from "./step.ts";
import type { TurnParts } from "./turn.ts";
import { runTurns } from "./turn.ts";

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
  readonly rules: Rules;
  readonly outlets: Outlets;
  readonly store: Store;
  /** Work that other processes on the same store left; absent in a process that has its store to itself. */
  readonly leftWork?: LeftWork | undefined;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

/** What decides a turn. */
export interface Rules {
  readonly actors: ActorSet;
  readonly host: Host;
}

/** What receives a turn when its commit is durable. */
export interface Outlets {
  /** Numbers the entries of the desks' feed, and shows them. */
  readonly feed: {
    reserve(count: number): number;
    show(entries: readonly FeedEntry[], firstCursor: number, writes: readonly Write[]): void;
  };
  readonly createCarryOut: (hands: Hands) => CarryOut;
  /** Receives every turn. Absent: no listener. */
  readonly spans?: Spans | undefined;
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
  const { rules, outlets, store, leftWork, clock, limits, log } = parts;
  const { feed, createCarryOut, spans } = outlets;
  const newUlid = createUlids();
  const nowMs = (): number => clock.nowMs();
  const newId = (): string => newUlid(clock.nowMs());
  const isShared = leftWork !== undefined;
  const defects = createDefects({ log, limits, nowMs });
  const history = await createHistory(store);
  const kernel: Kernel = {
    actors: rules.actors,
    host: rules.host,
    numbers: await createNumbers(store),
    tellDepthMax: limits.tellDepthMax,
    newId,
    watching: new Watching(),
  };
  const run: RunTurns = (batch) => runTurns(batch, turnParts);
  const registry: Registry = new Registry({ limits, clock, log, isShared, runTurns: run });
  const fire = (row: DeadlineRow, isRestarted: boolean): void =>
    fireDeadline(row, isRestarted, registry, scheduler, executor, clock);
  const scheduler: Scheduler = createScheduler(store, clock, isShared, fire);
  const executor: Executor = createExecutor({
    clock,
    scheduler,
    defects,
    post: registry,
    feed,
    createCarryOut: (isUnderWay) => createCarryOut({ post: registry, defects, newId, isUnderWay }),
  });
  const turnParts: TurnParts = {
    kernel,
    store,
    history,
    feed,
    isShared,
    nowMs,
    executor,
    defects,
    registry,
    pace: new CommitPace(),
    spans,
  };
  const left = leftWork && createLeftBehind(leftWork, clock, log, fire, executor.carryOut);
  return {
    post: registry,
    registry,
    executor,
    scheduler,
    defects,
    watching: kernel.watching,
    newId,
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

function fireDeadline(
  row: DeadlineRow,
  restarted: boolean,
  registry: Registry,
  scheduler: Scheduler,
  executor: Executor,
  clock: Clock,
): void {
  const { id, atMs, actor, conversation } = row;
  // The deadline is for an outcome that can arrive no more. An outcome that waits for the store goes first.
  const inHand = row.atRestart ? executor.outcomeInHand(actor) : undefined;
  if (inHand !== undefined) {
    void inHand.then(() => scheduler.retry(row, clock.nowMs()));
    return;
  }
  // A clock that is set forward takes no time from a request that runs.
  const setForwardMs = row.atRestart ? executor.setForwardMs(actor) : 0;
  if (setForwardMs > 0 && atMs + setForwardMs > clock.nowMs()) {
    scheduler.retry(row, atMs + setForwardMs);
    return;
  }
  const event: DeadlineReached = { type: "deadline.reached", id, atMs, nowMs: clock.nowMs(), restarted };
  registry.submitInternal({
    target: { kind: "actor", actor, conversation },
    event,
    cause: `deadline ${id} of ${actor}`,
    deadline: row,
    done: (outcome) => {
      if (!outcome.ok && outcome.canRetry) scheduler.retry(row, clock.nowMs() + retryMs);
      else scheduler.fired(row);
    },
  });
}

/** Carries out the tells that the last process did not finish. The content of a damaged one is lost. */
async function carryOutStored(store: Store, executor: Executor): Promise<void> {
  for await (const page of keyPages(store, "tell", { limit: storedTellsMax })) {
    await Promise.all(page.map(({ row }) => row && executor.carryOut(row)));
  }
}
