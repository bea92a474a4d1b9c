import { randomBytes } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import { isToken, tokenBytes } from "../file-paths.ts";
import { UnderWay } from "../under-way.ts";
import type { ObjectPlace } from "./object-place.ts";
import { Reach } from "./reach.ts";
import { RemoteWriter } from "./remote-writer.ts";
import { sweepObjects } from "./sweep-objects.ts";

export interface RemoteFilesOptions {
  /** The name of these files: `files` or `photos`. */
  readonly name: string;
  /** A folder on this machine's disk for uploads in progress. Several processes can share it. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Pick<Peers, "lease" | "release">;
  /** A file without a row after this time counts as left by a crash. Only tests set less than an hour. */
  readonly leftAfterMs?: number;
}

const hourMs = 60 * 60_000;

/** Files that several processes share, in a place that is reached over the network. */
export function createRemoteFiles(place: ObjectPlace, options: RemoteFilesOptions): FileStore {
  const { name, dir, clock, log, peers, leftAfterMs = hourMs } = options;
  const reach = new Reach(clock, () => place.probe());
  const underWay = new UnderWay();
  return {
    begin() {
      const token = randomBytes(tokenBytes).toString("base64url");
      return new RemoteWriter({ token, place, reach, dir, log, onEnd: underWay.begin(token) });
    },
    open: async (token) => (isToken(token) ? await reach.watch(() => place.open(token)) : null),
    async remove(token) {
      if (isToken(token)) await reach.watch(() => place.remove(token));
    },
    sweep: (hasRow) =>
      reach.watch(() =>
        sweepObjects({
          ...{ place, peers, leftAfterMs, hasRow },
          name: `sweep of ${name}`,
          isUnderWay: (token) => underWay.has(token),
        }),
      ),
    whenQuiet: () => underWay.whenQuiet(),
  };
}
