import type { ManualClock } from "../edge/manual-clock.ts";

/**
 * Lets the test's time go on until the work is done: whoever waits for another node waits for that. Slowly, for what takes real time as well, such as
 * the hash of a password.
 */
export async function whileTimePasses<Value>(
  { clock }: { readonly clock: Pick<ManualClock, "advance"> },
  work: Promise<Value>,
): Promise<Value> {
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    clock.advance(25);
  }
  return work;
}
