import type { AgentId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { createOneAtATime } from "../../core/one-at-a-time.ts";
import { scanKeys } from "../../core/rows/damaged-rows.ts";
import { within } from "../../core/within.ts";
import type { Wake } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { RowNews } from "../../ports/row-news.ts";
import type { ErasureRow, Key, StoredRows } from "../../ports/store.ts";
import { createByOneNode } from "../by-one-node.ts";
import type { ErasureParts } from "./carry-out-erasure.ts";
import { ErasureWork } from "./carry-out-erasure.ts";
import type { Erasure, ErasureState } from "./erasure-row.ts";
import { commitLocked, listErasures, pendingErasure } from "./erasure-row.ts";

/** The client whose data must be erased, and the administrator who requested it. */
export interface ErasureAsked {
  readonly conversation: ConversationKey;
  readonly channelId: ChannelId;
  readonly byId: AgentId;
}

/** Erasures of all data of a client. Each is a stored job: after the request it is carried out, even if this process ends. */
export interface Erasures {
  /**
   * Stores the request, and resolves after a short wait with the state of the erasure. `null` when the client does not exist (any
   * more).
   */
  begin(asked: ErasureAsked): Promise<Erasure | null>;
  /** A page of them, by the client's number. */
  list(state: ErasureState, after: number | undefined, limit: number): Promise<readonly Erasure[]>;
  /**
   * Carries out pending erasures, and looks for new ones at intervals. Call it before anything is sent or shown: a restored
   * store has data of clients that were erased since the backup.
   */
  start(): Promise<void>;
  /** The listener is called in each process after each erasure: it must drop data of clients from memory. */
  onDone(listener: () => void): void;
  stop(): Promise<void>;
}

/** If another process does the work, or it takes long, the administrator waits this long for the response that it continues. */
const answerMs = 2_000;

export function createErasures(parts: ErasureParts, peers: Peers, rowNews: RowNews): Erasures {
  const { clock } = parts;
  const { store, log } = parts.removal;
  const listeners: (() => void)[] = [];
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  // Each process has its own list of running calls, and no process reports the end of an erased call.
  const doneElsewhere = async (key: Key<"erasure">): Promise<void> => {
    notify();
    if ((await store.durable.read("erasure", key))?.removed.calls) await parts.runningCalls.load(store);
  };
  rowNews.watch("erasure", {
    isWatched: ([state]) => state === "done",
    changed: (key) =>
      void doneElsewhere(key).catch((error: unknown) => {
        log.error({ err: error }, "an erasure of another process could not be read");
      }),
    reload: notify,
  });
  const jobs = createErasureJobs(parts, peers, notify);
  return {
    async begin(asked) {
      const stored = await storeErasure(parts, asked);
      if (stored === null) return null;
      const { clientNumber } = stored;
      log.info({ agentId: asked.byId, clientNumber }, "an administrator requested the erasure of a client's data");
      const tried = jobs.whenTried(clientNumber);
      jobs.look();
      await within(clock, answerMs, tried);
      return (await readErasure(store.durable, clientNumber)) ?? stored;
    },
    list: (state, after, limit) => listErasures(store, state, after, limit),
    start: jobs.start,
    onDone: (listener) => void listeners.push(listener),
    stop: jobs.stop,
  };
}

/** Reads a pending or completed erasure. */
async function readErasure(rows: StoredRows, clientNumber: number): Promise<Erasure | undefined> {
  for (const state of ["pending", "done"] as const) {
    const row = await rows.read("erasure", [state, clientNumber]);
    if (row !== undefined) return { clientNumber, row };
  }
  return undefined;
}

/** The first commit: from then on the erasure will be carried out. A second request for the same client changes nothing. */
async function storeErasure(
  { removal: { store }, registry, clock }: ErasureParts,
  { conversation, channelId, byId }: ErasureAsked,
): Promise<Erasure | null> {
  const clientNumber = (await store.read("client", [conversation]))?.client.number;
  if (clientNumber === undefined) return null;
  const key = ["pending", clientNumber] as const;
  let row: ErasureRow | null = null;
  await commitLocked({ store, registry }, conversation, { rows: [{ table: "erasure", key }] }, (rows) => {
    if (rows.read("client", [conversation])?.client.number !== clientNumber) return [];
    const stored = rows.read("erasure", key);
    row = stored ?? pendingErasure({ channelId, conversation }, byId, clock.nowMs());
    return stored === undefined ? [{ table: "erasure", key, row }] : [];
  });
  return row === null ? null : { clientNumber, row };
}

/** Carries out pending erasures, in one of several processes. */
interface ErasureJobs {
  /** Looks for pending erasures in the background. */
  look(): void;
  /** Resolves when this process has carried out the client's erasure as far as possible without waiting. */
  whenTried(clientNumber: number): Promise<void>;
  /** Carries out pending erasures, and looks for new ones at intervals. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const soonMs = 1_000;
/** Another process continues the work of a process that died. */
const lookEveryMs = 60_000;
const pendingAtOnce = 100;

/** Calls `notify` after each completed erasure. */
function createErasureJobs(parts: ErasureParts, peers: Peers, notify: () => void): ErasureJobs {
  const { clock } = parts;
  const { store, log } = parts.removal;
  const byOneNode = createByOneNode("erasures", soonMs, peers, clock);
  const oneAtATime = createOneAtATime();
  const carrying = createCarrying(parts, notify);
  let wake: Wake | null = null;
  let isStopped = false;
  let isStarted = false;

  const lookNow = async (): Promise<void> => {
    if (isStopped) return;
    wake?.cancel();
    await byOneNode.run((isLost) => carrying.carryOutAll(() => isStopped || isLost()));
    const [left] = await scanKeys(store, "erasure", { prefix: ["pending"], limit: 1 });
    if (isStarted) arm(left === undefined ? lookEveryMs : soonMs);
  };
  const look = (): void => {
    oneAtATime(lookNow).catch((error: unknown) => {
      log.error({ err: error }, "pending erasures could not be read; trying again later");
      arm(soonMs);
    });
  };
  const arm = (ms: number): void => {
    wake?.cancel();
    if (!isStopped) wake = clock.wakeAt(clock.nowMs() + ms, look);
  };

  return {
    look,
    whenTried: carrying.whenTried,
    async start() {
      await oneAtATime(lookNow);
      isStarted = true;
      look();
    },
    async stop() {
      isStopped = true;
      wake?.cancel();
      await oneAtATime(async () => undefined);
    },
  };
}

function createCarrying(parts: ErasureParts, notify: () => void) {
  const { store, log } = parts.removal;
  /** Erasures that run here: removed rows are not searched again while the rest is awaited. */
  const works = new Map<number, ErasureWork>();
  const waiting = new Map<number, (() => void)[]>();

  const carryOut = async (erasure: Erasure, isOver: () => boolean): Promise<void> => {
    const { clientNumber } = erasure;
    const work = works.get(clientNumber) ?? new ErasureWork(erasure, parts);
    works.set(clientNumber, work);
    if (!(await work.goOn(isOver))) return;
    works.delete(clientNumber);
    log.info({ clientNumber, ...work.row.removed }, "the data of a client were erased");
    notify();
  };
  const tried = (clientNumber: number): void => {
    for (const resolve of waiting.get(clientNumber) ?? []) resolve();
    waiting.delete(clientNumber);
  };

  return {
    async carryOutAll(isOver: () => boolean): Promise<void> {
      for (const erasure of await listErasures(store, "pending", undefined, pendingAtOnce)) {
        if (isOver()) return;
        await carryOut(erasure, isOver).catch((error: unknown) => {
          works.delete(erasure.clientNumber);
          log.error({ err: error, clientNumber: erasure.clientNumber }, "an erasure failed; trying again later");
        });
        tried(erasure.clientNumber);
      }
    },
    whenTried: (clientNumber: number): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(clientNumber, [...(waiting.get(clientNumber) ?? []), resolve]);
      }),
  };
}
