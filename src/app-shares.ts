import type { OneAtATime } from "./core/one-at-a-time.ts";
import { createOneEverywhere } from "./core/peers/one-everywhere.ts";
import type { SharedCounts } from "./core/peers/shared-counts.ts";
import { createSharedCounts } from "./core/peers/shared-counts.ts";
import type { FreshRows } from "./core/rows/fresh-rows.ts";
import { createFreshRows } from "./core/rows/fresh-rows.ts";
import type { Clock } from "./ports/clock.ts";
import type { Peers } from "./ports/peers.ts";
import type { RowNews } from "./ports/row-news.ts";
import { noRowNews } from "./ports/row-news.ts";
import type { Store } from "./ports/store.ts";
import { createAlonePeers } from "./store/alone-peers.ts";

interface ShareParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly processId: string;
  readonly peers?: Peers;
  readonly rowNews?: RowNews;
}

/** What all processes on one store share. */
export interface Shares {
  readonly store: Store;
  readonly peers: Peers;
  readonly rowNews: RowNews;
  readonly freshRows: FreshRows;
  readonly counts: SharedCounts;
  /** Whether other processes may have answered from newer state than this process knows. */
  isBehind(): boolean;
  /** Runs changes by administrators and the tasks of a start, one at a time. */
  readonly oneAtATime: OneAtATime;
}

export function createShares(parts: ShareParts): Shares {
  const { store, clock, peers = createAlonePeers(parts.processId), rowNews = noRowNews } = parts;
  const freshRows = createFreshRows({ store, peers, rowNews, clock });
  const counts = createSharedCounts({ peers, clock });
  const catchUp = (): Promise<void> => freshRows.catchUp();
  const oneAtATime = createOneEverywhere({ peers, clock, name: "administration", catchUp });
  const isBehind = (): boolean => peers.isBehind() || freshRows.isReloading();
  return { store, peers, rowNews, freshRows, counts, isBehind, oneAtATime };
}
