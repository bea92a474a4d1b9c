import { threadNs } from "../archive/watch-loop.ts";

const rounds = 7;

/** Returns microseconds of this thread for each of these calls: the median of the rounds, after a warm-up round. */
export async function measureCalls<Input>(
  inputs: () => readonly Input[],
  call: (input: Input) => unknown,
): Promise<number> {
  const results: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const all = inputs();
    const startedNs = threadNs();
    for (const input of all) await call(input);
    if (round > 0) results.push((threadNs() - startedNs) / all.length / 1_000);
  }
  return results.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
}
