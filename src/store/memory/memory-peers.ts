import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import { HubPeer } from "./hub-peer.ts";

/** A process of the hub, with calls that cause failures. */
export interface MemoryPeers extends Peers {
  /** Stops all work of the process until `thaw`. Its messages wait. */
  freeze(): void;
  thaw(): void;
  /** Ends the process without a message to the other processes. */
  die(): void;
  /** The process receives nothing until its next beat. Then its gap listeners are called. */
  cut(): void;
}

export interface MemoryHub {
  join(id?: string): MemoryPeers;
}

/** Several simulated processes on one store, for tests and simulations. Beats, silence and leases use the given clock. */
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
