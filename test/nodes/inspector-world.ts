import { pino } from "pino";
import type { PeerTopic } from "../../src/ports/peers.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import type { MemoryPeers } from "../../src/store/memory/memory-peers.ts";
import { createMemoryHub } from "../../src/store/memory/memory-peers.ts";
import { createSharedMemory } from "../../src/store/memory/shared-memory.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { Ending } from "../harness/temporary-folder.ts";
import type { Watcher } from "../inspect/watcher.ts";

/** A node, and what it tells the others. */
export interface InspectedNode {
  readonly service: Service;
  readonly peers: MemoryPeers;
  readonly told: readonly { readonly topic: PeerTopic; readonly text: string }[];
  /** It is heard of no more. The test ends it as usual, without a goodbye. */
  die(): void;
}

/** Nodes `one` and `two` on the same rows; the time is the test's. */
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
    const { store, leftWork } = rows.open(
      processId,
      () => peers.living(),
      () => clock.nowMs(),
    );
    const node = { peers, rowNews: noRowNews, leftWork, processId };
    const service = await startService(t, { clock, store, node });
    // Others cannot tell one that is dead from one that stands still; its own end needs it once more. Teardowns run in reverse order.
    t.teardown(() => peers.thaw());
    return { service, peers, told, die: () => peers.freeze() };
  };
  const nodes = [await open("one"), await open("two")] as const;
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) for (const { service } of nodes) await service.settle();
  };
  /** Time goes on, and all that it sets going is done. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += passStepMs) {
      await settle();
      clock.advance(passStepMs);
    }
    await settle();
  };
  return {
    ...{ clock, nodes, settle, pass },
    /** All steps that were taken so far have come. */
    async shown(...watchers: readonly Watcher[]): Promise<void> {
      await pass(200);
      for (const watcher of watchers) await watcher.caughtUp();
    },
  };
}

const passStepMs = 50;
