import type { ChatId, DeliveryId } from "../../../machines/ids.ts";
import type { Scheduler } from "../../actors/deadlines/scheduler.ts";
import type { Defects } from "../../actors/defects.ts";
import { asActorKey, asChatId, asDeliveryId } from "../../core/ids.ts";
import { firstUlidOf } from "../../core/random/ulid.ts";
import { scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Key, Store } from "../../ports/store.ts";
import { createByOneNode } from "../by-one-node.ts";
import type { Post } from "../effects.ts";
import type { LaneFault, LaneRows } from "./lane-faults.ts";
import { findStuckDelivery, findStuckLane, isEnded, laneOwners, lookSteadily } from "./lane-faults.ts";

const walkEveryMs = 60 * 60_000;
/** A page takes about a millisecond. The pause after it leaves the time to other work. */
const rowsAtOnce = 100;
const pauseMs = 10;
/** The pause before the second look at a suspect: after a jump of the clock, deadlines are late and are just firing. */
const secondLookMs = 10_000;
/** The lanes of chats in these states are checked at any age. A closed chat has only recent deliveries in progress. */
const openStates = ["with_bot", "waiting", "unstaffed", "with_agent", "blocked"] as const;
/** Ended deliveries that are older than this are not read again. */
const recentMs = 2 * 60 * 60_000;
const markName = "lanes/checked-up-to";
/** For fewer rows it is cheaper to read them again than to store how far the walk came. */
const rowsWorthAMark = 10_000;

export interface LaneCounts {
  /** Stuck lanes that were restarted. */
  readonly woken: number;
  /** Lost deliveries that were marked as failed. */
  readonly lost: number;
}

/** Finds stuck lanes, which nothing else would restart. They exist only if the service has a defect. */
export interface LaneWatch {
  /** Since the process began. */
  readonly counts: LaneCounts;
  /** Starts a walk now, and the next one an hour after its end. Call it when the stored state is loaded. */
  start(): void;
  /** Resolves when the running walk has ended. It ends at its next page. */
  stop(): Promise<void>;
  /** Does one walk over everything, now and without pauses. Repairs and counts the faults. */
  walk(): Promise<void>;
}

export interface LaneWatchParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly peers: Peers;
  readonly post: Post;
  readonly defects: Defects;
  readonly scheduler: Scheduler;
  readonly log: Log;
}

/**
 * The walk has two parts, so that a million stored chats cost little. First it reads the lanes of all chats that are not closed, by
 * the lists of their states. Then it reads all deliveries since the mark, by their ids, which sort by time. The mark is the oldest
 * delivery that still waited at the last walk, or two hours before that walk. A fault counts only if its rows did not change while
 * they were read, so a delivery in progress never counts as stuck. It does no harm to restart a lane twice.
 */
export function createLaneWatch(parts: LaneWatchParts): LaneWatch {
  const counts = { woken: 0, lost: 0 };
  const byOneNode = createByOneNode("lanes", walkEveryMs, parts.peers, parts.clock);
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let next: Wake | null = null;
  let goOn: () => void = () => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = parts.clock.wakeAt(parts.clock.nowMs() + ms, resolve);
      goOn = () => {
        wake.cancel();
        resolve();
      };
    });
  const mend = async (fault: LaneFault): Promise<void> => {
    const isParked = fault.letters.some((letter) => parts.defects.isParked({ kind: "actor", ...letter }));
    if (isParked) return;
    counts[fault.kind === "stuck" ? "woken" : "lost"] += 1;
    const { delivery, state } = fault;
    parts.log.error({ delivery, state }, explain[fault.kind]);
    for (const { actor, conversation, event, deadline } of fault.letters) {
      const target = { kind: "actor" as const, actor, conversation };
      const sent = { target, event, cause: "lane check", ...(deadline !== undefined && { deadline }) };
      // While the disk accepts no writes, the shutdown waits for no lane: the next process finds the stuck lane.
      await parts.post.untilDone(sent, () => !isStopped);
    }
  };
  const walk = async (wait: (ms: number) => Promise<void>): Promise<void> => {
    const suspects: Look[] = [];
    const { store, scheduler, clock } = parts;
    const breathe = (): Promise<void> => wait(pauseMs);
    const tools = { store, scheduler, clock, suspects, breathe, isStopped: () => isStopped };
    for (const state of openStates) await checkOpenChats(state, tools);
    const mark = await checkDeliveries(tools);
    if (suspects.length > 0) await wait(secondLookMs);
    for (const look of suspects) {
      // Several deliveries in one lane have the same first delivery: the next look finds it restarted.
      const fault = isStopped ? null : await lookAt(look);
      if (fault !== null) await mend(fault);
    }
    // Only after the end of the walk: the next walk must find the faults again that this one did not repair.
    if (mark === null || isStopped) return;
    await parts.store.commit({}, () => [{ table: "fact", key: [markName], row: { text: mark } }]);
  };
  const arm = (atMs: number): void => {
    next = parts.clock.wakeAt(atMs, () => {
      // It does no harm to restart a lane twice, so a process that lost the walk to another one may finish it.
      void byOneNode
        .run(() => {
          const work = isStopped ? Promise.resolve() : walk(pause);
          running = work.catch(() => undefined);
          return work;
        })
        .catch((error: unknown) => {
          parts.log.error({ err: error }, "lanes could not be checked; trying again later");
          return true;
        })
        .then((wasOurs) => {
          if (!isStopped) arm(parts.clock.nowMs() + (wasOurs ? walkEveryMs : byOneNode.askAgainMs));
        });
    });
  };

  return {
    counts,
    start: () => arm(parts.clock.nowMs()),
    stop() {
      isStopped = true;
      next?.cancel();
      goOn();
      return running;
    },
    walk: () => walk(() => Promise.resolve()),
  };
}

const explain = {
  stuck: "a lane was stuck and was restarted",
  lost: "a delivery that no lane names was marked as failed",
} as const;

type Look = () => Promise<LaneFault | null>;

interface Tools {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  /** Collects the faults of the first look. */
  readonly suspects: Look[];
  /** Called after every full page. */
  readonly breathe: () => Promise<void>;
  readonly isStopped: () => boolean;
}

async function checkOpenChats(state: string, tools: Tools): Promise<void> {
  const { store, clock } = tools;
  const rows = rowsOf(tools);
  for (let after: Key<"chatState"> | undefined; !tools.isStopped(); ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "chatState", { prefix: [state], ...range, limit: rowsAtOnce });
    const ids = page.map(({ key }): ChatId => asChatId(String(key[1])));
    const looks = ids.flatMap(laneOwners).map(
      (owner): Look =>
        () =>
          lookSteadily(rows, (seen) => findStuckLane(seen, owner, clock.nowMs())),
    );
    await suspect(looks, tools);
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return;
    await tools.breathe();
  }
}

/** The scheduler does not have the deadline of a running commit yet. */
const rowsOf = ({ store, scheduler }: Tools): LaneRows => ({
  read: async (table, key) => store.durable.read(table, key),
  holds: scheduler.holds,
});

/** A lane with a damaged row is skipped, because its next step is unknown. The other lanes are still checked. */
const lookAt = async (look: Look): Promise<LaneFault | null> => (await undamagedLater(look)) ?? null;

async function suspect(looks: readonly Look[], { suspects }: Tools): Promise<void> {
  const faults = await Promise.all(looks.map(lookAt));
  suspects.push(...looks.filter((_, index) => faults[index] !== null));
}

/** Returns the mark after which the next walk begins; `null` when this walk ended early or was too short. */
async function checkDeliveries(tools: Tools): Promise<string | null> {
  const { store, clock } = tools;
  const looked = rowsOf(tools);
  let mark: string = firstUlidOf(clock.nowMs() - recentMs);
  const marked = await undamagedLater(() => store.read("fact", [markName]));
  let after = asActorKey(`delivery/${marked?.text ?? ""}`);
  let rows = 0;
  while (!tools.isStopped()) {
    const page = await scanKeys(store, "actor", { after: [after], until: ["delivery0"], limit: rowsAtOnce });
    const ids = page.flatMap(({ key, row }): readonly DeliveryId[] =>
      row === null || isEnded(row) ? [] : [idOf(key[0])],
    );
    const waiting = page.find(({ row }) => row?.state === "pending");
    if (waiting !== undefined && idOf(waiting.key[0]) < mark) mark = idOf(waiting.key[0]);
    const looks = ids.map(
      (id): Look =>
        () =>
          lookSteadily(looked, (seen) => findStuckDelivery(seen, id, clock.nowMs())),
    );
    await suspect(looks, tools);
    rows += page.length;
    after = page.at(-1)?.key[0] ?? after;
    if (page.length < rowsAtOnce) break;
    await tools.breathe();
  }
  // The mark sorts before the delivery itself, because the next walk must read that delivery.
  return tools.isStopped() || rows < rowsWorthAMark ? null : mark.slice(0, -1);
}

const idOf = (actor: string): DeliveryId => asDeliveryId(actor.slice("delivery/".length));
