import type { Peers } from "../ports/peers.ts";
import type { LockedRows } from "../ports/store.ts";
import { newPeerId } from "./peers/peer-ids.ts";

/** The peers of a process that is alone on its store: an empty list. */
export function createAlonePeers(id: string = newPeerId()): Peers {
  const nothing = (): void => undefined;
  const done = async (): Promise<void> => undefined;
  return {
    id,
    isAlone: true,
    living: () => [id],
    isBehind: () => false,
    tell: done,
    hear: nothing,
    onGap: nothing,
    onLost: nothing,
    onLeftBehind: nothing,
    lease: async () => true,
    release: done,
    start: done,
    stop: done,
  };
}

/** The answers of a store with only one writing process. */
export const onlyWriter: Omit<LockedRows, "read"> = {
  isCurrent: () => true,
  hasLock: () => true,
  revisionOf: () => neverOutdated,
  draw: () => null,
  tellsOf: () => null,
};

const neverOutdated = { before: 0, after: 0 } as const;
