import { median } from "../load/figures/statistics.ts";
import type { Cells } from "../load/figures/table.ts";
import { align } from "../load/figures/table.ts";
import { threadGroupNames, threadGroups } from "../load/service/threads.ts";
import type { Kind } from "./kinds.ts";
import type { Verdict } from "./paired.ts";
import { comparePaired, judge, quantile, ratiosOf } from "./paired.ts";
import type { CompareRun, Measured, Slice } from "./slices.ts";
import { totalOf } from "./slices.ts";

const verdictTexts: Readonly<Record<Verdict, string>> = {
  apart: "told apart from noise",
  noise: "within the noise",
  few: "too few pairs for a verdict: at least 6 are needed",
};

type Sizes = Pick<CompareRun, "pairs" | "launches" | "seconds" | "connections" | "chats">;

/** Returns the printed text of one kind of load. */
export function renderComparison(name: string, kind: Kind, measured: Measured, run: Sizes): string {
  const { pairs, launches, seconds, connections, chats } = run;
  const title = `${name}: ${kind.title(chats)}, ${connections} connections, ${pairs} pairs of ${seconds} s in ${launches} ${launches === 1 ? "launch" : "launches"}`;
  const figure = (heading: string, digits: number, of: (slice: Slice) => number): Cells =>
    figureCells(heading, digits, measured.old.map(of), measured.new.map(of), measured);
  const rows = [
    ["", "old", "new", "ratio", "half of the pairs", "half of same/same"],
    figure(`CPU us/${kind.unit}`, 1, ({ cpuUs }) => totalOf(cpuUs)),
    ...threadGroups.map((group) => figure(`  ${threadGroupNames[group]}`, 1, ({ cpuUs }) => cpuUs[group])),
    figure(`${kind.units}/s`, 0, ({ perSecond }) => perSecond),
    memoryCells("RSS MiB", measured.rssMib),
    memoryCells("own MiB, collected", measured.ownMib),
  ];
  const lines = [title, align(rows), `  ${describeVerdict(measured)}`];
  for (const mistake of measured.mistakes) lines.push(`  WRONG: ${mistake}`);
  return lines.join("\n");
}

const memoryCells = (heading: string, { old, new: fresh }: Measured["rssMib"]): Cells => [
  heading,
  ...[old, fresh].map((each) => Math.max(...each).toFixed(0)),
  ...["", "", ""],
];

function figureCells(
  heading: string,
  digits: number,
  old: readonly number[],
  fresh: readonly number[],
  measured: Measured,
): Cells {
  const { ratio, lower, upper } = comparePaired(old, fresh);
  const same = [...neighbours(old, measured.old), ...neighbours(fresh, measured.new)];
  return [
    heading,
    median(old).toFixed(digits),
    median(fresh).toFixed(digits),
    Number.isNaN(ratio) ? "" : ratio.toFixed(3),
    Number.isNaN(ratio) ? "" : span(lower, upper),
    same.some(Number.isNaN) || same.length === 0 ? "" : span(quantile(same, 0.25), quantile(same, 0.75)),
  ];
}

/**
 * Returns the ratios of slices of one side that ran directly one after the other. There are such slices because a pair begins
 * with the side that ended the last pair.
 */
function neighbours(values: readonly number[], slices: readonly Slice[]): readonly number[] {
  return slices.flatMap(({ launch, place }, at) => {
    const next = slices[at + 1];
    const isNext = next?.launch === launch && next.place === place + 1;
    return isNext ? [(values[at + 1] ?? Number.NaN) / (values[at] ?? Number.NaN)] : [];
  });
}

const span = (lower: number, upper: number): string => `${lower.toFixed(3)} to ${upper.toFixed(3)}`;

function describeVerdict(measured: Measured): string {
  const totals = (slices: readonly Slice[]): readonly number[] => slices.map(({ cpuUs }) => totalOf(cpuUs));
  const [old, fresh] = [totals(measured.old), totals(measured.new)];
  const paired = comparePaired(old, fresh);
  const { interval, ratio } = paired;
  const ratios = ratiosOf(old, fresh);
  const medians = [...new Set(measured.old.map(({ launch }) => launch))].map((launch) =>
    median(ratios.filter((_, at) => measured.old[at]?.launch === launch)),
  );
  const certain = interval === null ? "" : `, 95 % between ${interval.map((end) => end.toFixed(3)).join(" and ")}`;
  const each = `median of each launch ${medians.map((one) => one.toFixed(3)).join(", ")}`;
  return `CPU ${ratio.toFixed(3)} of the old${certain}; ${each}: ${verdictTexts[judge(paired, medians)]}`;
}
