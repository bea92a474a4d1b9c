import type { ProofRow } from "./proof-part.ts";

/** A law that every history must keep, regardless of the faults. */
export interface Law<History> {
  readonly promise: string;
  /** The checked objects, as a part of a sentence. */
  readonly about: string;
  /** Returns a description of each violation. */
  faults(history: History): readonly string[];
  /** Returns the number of checked objects. A law that checked nothing proves nothing. */
  seen(history: History): number;
}

export interface Verdict {
  readonly promise: string;
  readonly about: string;
  readonly seen: number;
  readonly faults: readonly string[];
}

/** One round of a part: the number of attempts, and the verdicts of the laws. */
export interface Round {
  readonly count: number;
  readonly verdicts: readonly Verdict[];
  /** The command that repeats this round alone. */
  readonly replay: string;
}

const faultsToldMax = 3;
const faultsLoggedMax = 20;

/** Returns the verdict of each law on a history. Violations are also passed to `progress`. */
export function judge<History>(
  laws: readonly Law<History>[],
  history: History,
  progress: (line: string) => void,
): readonly Verdict[] {
  return laws.map((law) => {
    const { promise, about } = law;
    const seen = law.seen(history);
    const faults = seen === 0 ? [`there were no ${about}`] : law.faults(history);
    for (const fault of faults.slice(0, faultsLoggedMax)) progress(`LOST, ${promise}: ${fault}`);
    return { promise, about, seen, faults };
  });
}

/** Returns one row for each promise over all rounds that kept it, and one row for each round that broke it. */
export function toRows(
  rounds: readonly Round[],
  { tried, unit, replay }: Pick<ProofRow, "tried" | "unit" | "replay">,
): readonly ProofRow[] {
  const all = rounds.flatMap(({ verdicts, ...round }) => verdicts.map((verdict) => ({ ...round, ...verdict })));
  const broken = all.filter(({ faults }) => faults.length > 0);
  const lost = broken.map(({ promise, about, seen, faults, count, replay }): ProofRow => {
    const remark = `${seen.toLocaleString("en")} ${about}: ${faults.slice(0, faultsToldMax).join("; ")}`;
    return { promise, tried, count, unit, lost: faults.length, replay, remark };
  });
  const kept = [...new Set(all.map(({ promise }) => promise))].flatMap((promise): readonly ProofRow[] => {
    const fine = all.filter((one) => one.promise === promise && one.faults.length === 0);
    const [first] = fine;
    if (first === undefined) return [];
    const sum = (of: (one: (typeof fine)[number]) => number): number => fine.reduce((all, one) => all + of(one), 0);
    const remark = `${sum(({ seen }) => seen).toLocaleString("en")} ${first.about}`;
    return [{ promise, tried, count: sum(({ count }) => count), unit, lost: 0, replay, remark }];
  });
  return [...lost, ...kept];
}
