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

export interface Together {
  /** The names of the rows. */
  readonly names: readonly string[];
  /** One round: the figures of all rows, in their order. */
  round(number: number): Promise<readonly Figures[]>;
  describe(figures: Figures): string;
}

/** Measures rows that come from one launch: in every round all of them. */
export async function runTogether(
  scenario: string,
  { names, round, describe }: Together,
  { options: { rounds: count }, progress }: BenchContext,
): Promise<Contestant[]> {
  const rounds: (readonly Figures[])[] = [];
  for (let number = 1; number <= count; number += 1) {
    const figures = await round(number);
    rounds.push(figures);
    progress(`${scenario}  round ${number}/${count}  ${figures.map(describe).join("; ")}`);
  }
  return names.map((name, at) => ({ name, rounds: rounds.flatMap((figures) => figures.slice(at, at + 1)) }));
}
