import type { ProofRow } from "./proof-part.ts";

/** What must hold of everything that was seen, whatever was done to the service. */
export interface Law<History> {
  readonly promise: string;
  /** What was looked at, in a part of a sentence. */
  readonly about: string;
  /** In words, each time it was broken. */
  faults(history: History): readonly string[];
  /** How much there was to break: a law that saw nothing proves nothing. */
  seen(history: History): number;
}

export interface Verdict {
  readonly promise: string;
  readonly about: string;
  readonly seen: number;
  readonly faults: readonly string[];
}

/** One round of a part: what was done so often, and what the laws say to it. */
export interface Round {
  readonly count: number;
  readonly verdicts: readonly Verdict[];
  /** The command that repeats this round alone. */
  readonly replay: string;
}

const faultsToldMax = 3;
const faultsLoggedMax = 20;

/** What each law says to a history. What was broken is told by `progress`. */
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

/** One row for each promise over all rounds that kept it, and one for each round that did not. */
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
