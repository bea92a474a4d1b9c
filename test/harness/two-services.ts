import { pino } from "pino";
import { noRowNews } from "../../src/ports/row-news.ts";
import { createMemoryHub } from "../../src/store/memory/memory-peers.ts";
import { createSharedMemory } from "../../src/store/memory/shared-memory.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { Service, ServiceOptions } from "./service.ts";
import { startService } from "./service.ts";
import type { Ending } from "./temporary-folder.ts";

/** Two nodes of one service, on rows in memory that they share; their time is the test's. */
export interface TwoServices {
  readonly clock: ManualClock;
  readonly nodes: readonly [Service, Service];
  readonly hub: ReturnType<typeof createMemoryHub>;
  /** Resolves when neither has anything in hand. */
  settle(): Promise<void>;
}

export async function startTwoServices(
  t: Ending,
  options: Omit<ServiceOptions, "store" | "node"> = {},
): Promise<TwoServices> {
  const clock = options.clock ?? createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const shared = createSharedMemory();
  const open = async (processId: string): Promise<Service> => {
    const peers = hub.join(processId);
    await peers.start();
    const { store, leftWork } = shared.open(processId, peers.living, () => clock.nowMs());
    return startService(t, { ...options, clock, store, node: { peers, rowNews: noRowNews, leftWork, processId } });
  };
  const nodes = [await open("one"), await open("two")] as const;
  return {
    clock,
    nodes,
    hub,
    async settle() {
      for (let round = 0; round < 3; round += 1) for (const node of nodes) await node.settle();
    },
  };
}
