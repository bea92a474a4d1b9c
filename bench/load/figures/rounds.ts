import type { BenchContext, Contestant, Figures } from "../../scenarios/scenario.types.ts";

export interface Runner {
  readonly name: string;
  /** One round: starts its processes, warms them up, measures, ends them. */
  round(number: number): Promise<Figures>;
  /** Returns the text of a round in the progress line. */
  describe(figures: Figures): string;
}

/** Measures every contestant in every round, in alternating order. Two contestants never run at once. */
export async function runRounds(
  scenario: string,
  runners: readonly Runner[],
  context: BenchContext,
): Promise<Contestant[]> {
  const { rounds } = context.options;
  const measured = new Map<Runner, Figures[]>(runners.map((runner) => [runner, []]));
  for (let number = 1; number <= rounds; number += 1) {
    for (const runner of number % 2 === 1 ? runners : runners.toReversed()) {
      const figures = await runner.round(number);
      measured.get(runner)?.push(figures);
      context.progress(`${scenario}  round ${number}/${rounds}  ${runner.name}: ${runner.describe(figures)}`);
    }
  }
  return runners.map((runner) => ({ name: runner.name, rounds: measured.get(runner) ?? [] }));
}
