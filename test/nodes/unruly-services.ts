import { pino } from "pino";
import type { Peers } from "../../src/ports/peers.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { MemoryPeers } from "../harness/memory-store/memory-peers.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";
import { createSharedMemory } from "../harness/memory-store/shared-memory.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { Ending } from "../harness/temporary-folder.ts";

/** The treatment of one notice to a node about what pages and desks are shown. */
export interface Fate {
  /** The notice never arrives, as if its sender had died. */
  readonly isLost: boolean;
  /** The number of turns of the event loop by which the notice is late. It may arrive after later notices. */
  readonly turns: number;
}

/** Three nodes of one service. Their notices to each other arrive late, in any order, or never. */
export interface UnrulyServices {
  readonly clock: ManualClock;
  readonly nodes: readonly Service[];
  readonly peers: readonly MemoryPeers[];
  settle(): Promise<void>;
}

export async function startUnrulyServices(
  t: Ending,
  nextFate: () => Fate,
  options: Pick<ServiceOptions, "channels"> = {},
): Promise<UnrulyServices> {
  const clock = createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  const shared = createSharedMemory();
  const nodes: Service[] = [];
  const peers: MemoryPeers[] = [];
  for (const processId of ["one", "two", "three"]) {
    const own = hub.join(processId);
    await own.start();
    const { store, leftWork } = shared.open(own, () => clock.nowMs());
    const node = { peers: unruly(own, nextFate), rowNews: noRowNews, leftWork, processId, health: null };
    peers.push(own);
    nodes.push(await startService(t, { ...options, clock, store, nodes: node }));
  }
  return {
    clock,
    nodes,
    peers,
    async settle() {
      for (let round = 0; round < 3; round += 1) for (const node of nodes) await node.settle();
    },
  };
}

/** Changes only the notices that pages and desks are shown. */
function unruly(peers: MemoryPeers, nextFate: () => Fate): Peers {
  const late = (turns: number, act: () => void): void => {
    if (turns === 0) act();
    else setImmediate(() => late(turns - 1, act));
  };
  return {
    get id() {
      return peers.id;
    },
    isAlone: false,
    living: () => peers.living(),
    isBehind: () => peers.isBehind(),
    tell: (topic, text) => peers.tell(topic, text),
    hear(topic, listener) {
      peers.hear(topic, (text, from) => {
        const { isLost, turns } = topic === "feed" || topic === "visitor" ? nextFate() : { isLost: false, turns: 0 };
        if (!isLost) late(turns, () => listener(text, from));
      });
    },
    onGap: (listener) => peers.onGap(listener),
    onLost: (listener) => peers.onLost(listener),
    onLeftBehind: (listener) => peers.onLeftBehind(listener),
    lease: (name, durationMs) => peers.lease(name, durationMs),
    release: (name) => peers.release(name),
    start: () => peers.start(),
    stop: () => peers.stop(),
  };
}
