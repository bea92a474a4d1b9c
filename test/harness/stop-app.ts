import type { App } from "../../src/app/serve.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { whenAnswered } from "./test-store.ts";

/** One step of the test's clock. */
export const passStepMs = 500;

/** A store that a test stopped gives no answer. Then the lanes cannot be checked. */
const turnsMax = 2_000;

/** Checks that no lane stopped during the test. */
async function checkLanes({ runtime: { lanes } }: App): Promise<void> {
  let isWalked = false;
  const walked = lanes
    .walk()
    .catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
    })
    .finally(() => {
      isWalked = true;
    });
  for (let turn = 0; turn < turnsMax && !isWalked; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (isWalked) await walked;
  const { woken, lost } = lanes.counts;
  if (woken + lost > 0) throw new Error(`Expected no lane that stood still, got ${woken} woken and ${lost} lost`);
}

/** The service waits for requests that no test answers, up to a time limit. */
export async function stopApp(app: App, clock: ManualClock): Promise<void> {
  await checkLanes(app);
  let isStopped = false;
  const stopping = app.stop().finally(() => {
    isStopped = true;
  });
  while (!isStopped) {
    await new Promise((resolve) => setImmediate(resolve));
    // The clock must not run ahead of the database.
    await whenAnswered();
    clock.advance(passStepMs);
  }
  await stopping;
}
