import { pino } from "pino";
import type { PeerTopic } from "../../src/ports/peers.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { MemoryPeers } from "../harness/memory-store/memory-peers.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { createSharedMemory } from "../harness/memory-store/shared-memory.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { Ending } from "../harness/temporary-folder.ts";
import type { Watcher } from "../inspect/watcher.ts";

/** A node, and the notices that it sends to the other nodes. */
export interface InspectedNode {
  readonly service: Service;
  readonly peers: MemoryPeers;
  readonly told: readonly { readonly topic: PeerTopic; readonly text: string }[];
  /** The node sends nothing from this call on. The test ends the node as usual, but the node sends no goodbye. */
  die(): void;
}

/** Starts nodes `one` and `two` on the same rows. The test owns the clock. */
export async function startInspectedNodes(t: Ending) {
  const clock = createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const rows = createSharedMemory();
  const open = async (processId: string): Promise<InspectedNode> => {
    const peers = hub.join(processId);
    const told: { topic: PeerTopic; text: string }[] = [];
    const tell = peers.tell.bind(peers);
    peers.tell = (topic, text) => {
      if (topic === "watch" || topic === "steps") told.push({ topic, text });
      return tell(topic, text);
    };
    await peers.start();
    const { store, leftWork } = rows.open(peers, () => clock.nowMs());
    const node = { peers, rowNews: noRowNews, leftWork, processId, health: null };
    const service = await startService(t, { clock, store, nodes: node });
    // A frozen node acts like a dead node for other nodes. It must run again for its own end. Teardowns run in reverse order.
    t.teardown(() => peers.thaw());
    return { service, peers, told, die: () => peers.freeze() };
  };
  const nodes = [await open("one"), await open("two")] as const;
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) for (const { service } of nodes) await service.settle();
  };
  /** Advances the clock and waits until all resulting work is done. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += passStepMs) {
      await settle();
      clock.advance(passStepMs);
    }
    await settle();
  };
  return {
    ...{ clock, nodes, settle, pass },
    /** Waits until all steps so far have arrived at the watchers. */
    async shown(...watchers: readonly Watcher[]): Promise<void> {
      await pass(200);
      for (const watcher of watchers) await watcher.caughtUp();
    },
  };
}

const passStepMs = 50;
