import { createOneAtATime } from "../../core/one-at-a-time.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import type { Wake } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import { createByOneNode } from "../by-one-node.ts";
import type { CarryOutParts } from "./carry-out-erasure.ts";
import { ErasureWork } from "./carry-out-erasure.ts";
import type { Erasure } from "./erasure-row.ts";
import { listErasures } from "./erasure-row.ts";

export interface ErasureJobsParts extends CarryOutParts {
  readonly peers: Pick<Peers, "isAlone" | "lease">;
}

/** Carries out pending erasures, in one of several processes. */
export interface ErasureJobs {
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

/** Calls `told` after each completed erasure. */
export function createErasureJobs(parts: ErasureJobsParts, told: () => void): ErasureJobs {
  const { store, clock, log } = parts;
  const byOneNode = createByOneNode("erasures", soonMs, parts);
  const oneAtATime = createOneAtATime();
  const carrying = createCarrying(parts, told);
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

function createCarrying(parts: ErasureJobsParts, told: () => void) {
  const { store, log } = parts;
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
    told();
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
