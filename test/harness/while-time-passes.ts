import type { ManualClock } from "../edge/manual-clock.ts";

/**
 * Moves the test's time forward until the work is done, because a wait for another node ends only by time. It moves slowly, for
 * work that also needs real time, such as the hash of a password.
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
