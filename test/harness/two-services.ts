import { pino } from "pino";
import type { MemoryPeers } from "../../src/store/memory/memory-peers.ts";
import { createMemoryHub } from "../../src/store/memory/memory-peers.ts";
import { createSharedMemory } from "../../src/store/memory/shared-memory.ts";
import { shareRows } from "../../src/store/shared-rows.ts";
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
  /** What each knows of the other, and what may happen to it. */
  readonly peers: readonly [MemoryPeers, MemoryPeers];
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
  const peersOf = [hub.join("one"), hub.join("two")] as const;
  for (const peers of peersOf) await peers.start();
  const open = async (peers: MemoryPeers): Promise<Service> => {
    const processId = peers.id;
    const opened = shared.open(
      processId,
      () => peers.living(),
      () => clock.nowMs(),
    );
    const { store, news: rowNews } = shareRows(opened.store, peers);
    const { leftWork } = opened;
    return startService(t, { ...options, clock, store, node: { peers, rowNews, leftWork, processId } });
  };
  const nodes = [await open(peersOf[0]), await open(peersOf[1])] as const;
  return {
    clock,
    nodes,
    hub,
    peers: peersOf,
    async settle() {
      for (let round = 0; round < 3; round += 1) for (const node of nodes) await node.settle();
    },
  };
}
