import type { BenchContext, Contestant, Figures } from "../../scenarios/scenario.types.ts";
import type { BenchOptions } from "../options.ts";
import { describeLoad } from "./measure.ts";
import { median } from "./statistics.ts";

/** A contestant that can be measured repeatedly while the other contestants are idle. */
export interface Sliced {
  readonly name: string;
  slice(seconds: number): Promise<Figures>;
}

/** Processes that are started and warmed up. */
export interface Launch {
  readonly contestants: readonly Sliced[];
  /** Called after every turn when contestants defer work. Returns, by name, what each has used for its slice by now. */
  settle?(): Promise<ReadonlyMap<string, Figures>>;
  close(): Promise<void>;
}

interface SlicesContext extends Pick<BenchContext, "progress"> {
  readonly options: Pick<BenchOptions, "rounds">;
}

const slicesPerRound = 10;
const sliceSeconds = 1;

/**
 * Measures in alternating turns of a second, to find differences of some percent. The load of a shared machine stays the same for a second,
 * but hardly for a round. Each round is a separate launch, because V8 may compile one process better than another.
 */
export async function runSlices(
  scenario: string,
  launch: () => Promise<Launch>,
  { options: { rounds }, progress }: SlicesContext,
  turns = slicesPerRound,
): Promise<Contestant[]> {
  const measured = new Map<string, Figures[]>();
  for (let number = 1; number <= rounds; number += 1) {
    const { contestants, settle, close } = await launch();
    const own = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]));
    for (let turn = 1; turn <= turns; turn += 1) {
      const taken = new Map<string, Figures>();
      for (const contestant of turn % 2 === 1 ? contestants : contestants.toReversed())
        taken.set(contestant.name, await contestant.slice(sliceSeconds));
      const settled = await settle?.();
      for (const [name, figures] of taken) own.get(name)?.push({ ...figures, ...settled?.get(name) });
    }
    await close();
    for (const [name, figures] of own) {
      measured.set(name, [...(measured.get(name) ?? []), ...figures]);
      progress(`${scenario}  round ${number}/${rounds}  ${name}: ${describeLoad(middleOf(figures))}`);
    }
  }
  return [...measured].map(([name, figures]) => ({ name, rounds: figures }));
}

const middleOf = (figures: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(figures[0] ?? {}).map((key) => [key, median(figures.map((one) => one[key] ?? Number.NaN))]),
  );
