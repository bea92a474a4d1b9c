import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Store, StoredRows } from "../../ports/store.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";

const againMs = 100;

interface PatientParts {
  readonly store: Pick<Store, "durable">;
  readonly peers: Pick<Peers, "isAlone">;
  readonly clock: Clock;
}

/**
 * Durable rows for code that shows them: reads wait while the database is unreachable. A commit is shown once, so a skipped entry
 * would be missing for good on desks and pages that stay connected. The embedded store of a single process is always reachable.
 */
export function createPatientReads({ store: { durable }, peers, clock }: PatientParts): StoredRows {
  if (peers.isAlone) return durable;
  const whenLater = (): Promise<void> => new Promise((resolve) => void clock.wakeAt(clock.nowMs() + againMs, resolve));
  return {
    async read(table, key) {
      for (;;) {
        try {
          return await durable.read(table, key);
        } catch (error) {
          if (!(error instanceof StoreAwayError)) throw error;
        }
        await whenLater();
      }
    },
  };
}
