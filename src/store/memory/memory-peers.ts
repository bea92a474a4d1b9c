import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import { HubPeer } from "./hub-peer.ts";

/** A process of the hub, and what may happen to it. */
export interface MemoryPeers extends Peers {
  /** Nothing of it runs any more, until `thaw`: what it is to hear waits for it. */
  freeze(): void;
  thaw(): void;
  /** It ends without a goodbye. */
  die(): void;
  /** It hears nothing until its next beat; then it is told of the gap. */
  cut(): void;
}

export interface MemoryHub {
  join(id?: string): MemoryPeers;
}

/** Several processes on one store, all within this one: for tests and simulations. Beats, silence and leases go by the clock given. */
export function createMemoryHub({ clock, log }: { readonly clock: Clock; readonly log: Log }): MemoryHub {
  const hub = { clock, log, beats: new Map<string, number>(), leases: new Map(), members: new Set<HubPeer>() };
  let joined = 0;
  return {
    join(id = `node${joined + 1}`) {
      joined += 1;
      return new HubPeer(hub, id);
    },
  };
}
