import { pino } from "pino";
import type { Write } from "../../src/ports/store.ts";
import { shareRows } from "../../src/store/shared-rows.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { Frost } from "./frost.ts";
import { createFrost } from "./frost.ts";
import type { MemoryPeers } from "./memory-store/memory-peers.ts";
import { createMemoryHub } from "./memory-store/memory-peers.ts";
import { createSharedMemory } from "./memory-store/shared-memory.ts";
import type { Service, ServiceOptions } from "./service.ts";
import { startService } from "./service.ts";
import type { Ending } from "./temporary-folder.ts";

/** Two nodes of one service, on shared rows in memory. The test controls their time. */
export interface TwoServices {
  readonly clock: ManualClock;
  readonly nodes: readonly [Service, Service];
  /** Starts one more node on the same rows. */
  join(processId: string): Promise<Service>;
  readonly hub: ReturnType<typeof createMemoryHub>;
  /** What each node knows of the other, and the faults that a test can cause. */
  readonly peers: readonly [MemoryPeers, MemoryPeers];
  /** Stops the node until `thaw`. */
  freeze(index: NodeIndex): void;
  /** Stops the node as soon as a commit with such a write is durable, before the node knows of it. Resolves then. */
  freezeBehind(index: NodeIndex, isIt: (write: Write) => boolean): Promise<void>;
  thaw(index: NodeIndex): void;
  /** Ends the node without a shutdown. The other nodes cannot distinguish it from a stopped node until the test is over. */
  kill(index: NodeIndex): void;
  /** Resolves when no node has work in progress. Frozen and dead nodes are ignored. */
  settle(): Promise<void>;
  /** Moves time forward in steps of 100 ms, and waits after each until no work is in progress. */
  pass(ms: number): Promise<void>;
  /** Moves time forward until the work is done, because a wait for a node that does not answer ends only by a timeout. */
  passDuring<Value>(work: Promise<Value>): Promise<Value>;
}

type NodeIndex = 0 | 1;

interface OpenedNode {
  readonly service: Service;
  readonly peers: MemoryPeers;
  readonly frost: Frost;
}

const passStepMs = 100;

export async function startTwoServices(
  t: Ending,
  options: Omit<ServiceOptions, "store" | "nodes"> = {},
): Promise<TwoServices> {
  const clock = options.clock ?? createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const shared = createSharedMemory();
  const opened: OpenedNode[] = [];
  const open = async (processId: string): Promise<OpenedNode> => {
    const peers = hub.join(processId);
    await peers.start();
    const frost = createFrost();
    const own = shared.open(peers, () => clock.nowMs());
    const { store, news: rowNews } = shareRows(frost.store(own.store), peers);
    const service = await startService(t, {
      ...options,
      clock: frost.clock(clock),
      store,
      nodes: { peers, rowNews, leftWork: frost.leftWork(own.leftWork), processId, health: null },
    });
    // The service's own shutdown needs its node, and teardowns run in reverse order.
    t.teardown(() => {
      peers.thaw();
      frost.thaw();
    });
    const node = { service, peers, frost };
    opened.push(node);
    return node;
  };
  const nodes = [await open("one"), await open("two")] as const;
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1)
      for (const { service, frost } of opened) if (!frost.isFrozen) await service.settle();
  };
  const freeze = (index: NodeIndex): void => {
    nodes[index].peers.freeze();
    nodes[index].frost.freeze();
  };
  return {
    clock,
    nodes: [nodes[0].service, nodes[1].service],
    hub,
    peers: [nodes[0].peers, nodes[1].peers],
    join: async (processId) => (await open(processId)).service,
    freeze,
    freezeBehind: (index, isIt) =>
      new Promise((resolve) => {
        const { peers, frost } = nodes[index];
        frost.freezeBehind(isIt, () => {
          peers.freeze();
          resolve();
        });
      }),
    thaw(index) {
      nodes[index].frost.thaw();
      nodes[index].peers.thaw();
    },
    kill: freeze,
    settle,
    async passDuring(work) {
      let isOver = false;
      const over = (): void => {
        isOver = true;
      };
      work.then(over, over);
      while (!isOver) {
        clock.advance(passStepMs);
        await settle();
      }
      return work;
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += passStepMs) {
        clock.advance(Math.min(passStepMs, ms - passed));
        await settle();
      }
    },
  };
}
