import type { App } from "../../src/app.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { whenAnswered } from "./test-store.ts";

/** What the clock of a test moves on at once. */
export const passStepMs = 500;

/** A store that a test let die answers no more: then nothing is known of the lanes. */
const turnsMax = 2_000;

/** Nothing of what the test did made a lane stand still. */
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

/** Requests that no test answers are waited for, up to a limit of time. */
export async function stopApp(app: App, clock: ManualClock): Promise<void> {
  await checkLanes(app);
  let isStopped = false;
  const stopping = app.stop().finally(() => {
    isStopped = true;
  });
  while (!isStopped) {
    await new Promise((resolve) => setImmediate(resolve));
    // Time does not run away from a database.
    await whenAnswered();
    clock.advance(passStepMs);
  }
  await stopping;
}
