import t from "tap";
import { createPatientReads } from "../../../src/domain/feed/shared-store.ts";
import type { StoredRows } from "../../../src/ports/store.ts";
import { DamagedRowError, StoreAwayError } from "../../../src/ports/store-errors.ts";
import { createAlonePeers } from "../../../src/store/alone-peers.ts";
import { createManualClock } from "../../edge/manual-clock.ts";

const failing = (errors: Error[]) => {
  let reads = 0;
  const durable: StoredRows = {
    async read() {
      reads += 1;
      const error = errors.shift();
      if (error !== undefined) throw error;
      return undefined;
    },
  };
  return { durable, reads: () => reads };
};
const shared = { ...createAlonePeers(), isAlone: false };

t.test("a read of a row for the feed is retried while the database is unreachable", async (t) => {
  const clock = createManualClock();
  const store = failing([new StoreAwayError("away"), new StoreAwayError("away")]);
  const reading = createPatientReads(store, shared, clock).read("chatState", ["blocked", 1]);
  for (let step = 1; step <= 2; step += 1) {
    await new Promise(setImmediate);
    t.equal(store.reads(), step);
    clock.advance(100);
  }
  t.equal(await reading, undefined);
  t.equal(store.reads(), 3);
});

t.test(
  "any other failure is returned at once, and a node that is alone on its store reads without retries",
  async (t) => {
    const clock = createManualClock();
    const damaged = failing([new DamagedRowError("message", "1", "damaged")]);
    await t.rejects(createPatientReads(damaged, shared, clock).read("message", [1, 1]), DamagedRowError);
    const alone = failing([]);
    t.equal(createPatientReads(alone, createAlonePeers(), clock), alone.durable);
  },
);
