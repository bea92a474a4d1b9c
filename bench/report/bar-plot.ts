import { summarize } from "../load/figures/statistics.ts";
import type { BarsPlot, ScenarioResult } from "../scenarios/scenario.types.ts";
import { ownColor, peerColor, plotConfig, roundColor } from "./plot-style.ts";

export interface Plotted {
  readonly title: string;
  readonly spec: object;
}

const isOwn = ({ name }: { readonly name: string }): boolean => /^parley\b/.test(name);

/** Plots one column of all contestants: a bar for the summary of the rounds, a dot for each round. */
export function barPlot(
  scenario: string,
  { column: key }: BarsPlot,
  { columns, contestants }: ScenarioResult,
): Plotted {
  const column = columns.find((each) => each.key === key);
  if (column === undefined) throw new Error(`The plot of ${scenario} names the column "${key}", which does not exist`);
  const word = column.summary === "median" ? "median" : "worst";
  const isPeer = (one: { readonly name: string }): boolean => contestants.some(isOwn) && !isOwn(one);
  const bars = contestants.flatMap(({ name, rounds }) => {
    const value = summarize(column, rounds);
    return Number.isNaN(value)
      ? []
      : [
          {
            contestant: name,
            value,
            label: `${word} ${value.toFixed(column.digits)}`,
            color: isPeer({ name }) ? peerColor : ownColor,
          },
        ];
  });
  const rounds = contestants.flatMap((contestant) =>
    contestant.rounds.flatMap((round, at) => {
      const value = round[key];
      return typeof value === "number" ? [{ contestant: contestant.name, value, round: at + 1 }] : [];
    }),
  );
  const title = `${scenario}: ${column.heading}`;
  const y = { field: "contestant", type: "nominal", sort: null, title: null, axis: { ticks: false, domain: false } };
  const x = { field: "value", type: "quantitative", title: column.heading, axis: { tickCount: 6, domain: false } };
  const described = (text: string): object => ({ type: "nominal", field: text });
  return {
    title,
    spec: {
      config: plotConfig,
      title: {
        text: title,
        subtitle: `bar: ${word} of the rounds, dots: each round`,
      },
      width: 560,
      height: { step: 34 },
      layer: [
        {
          data: { values: bars.map((bar) => ({ ...bar, told: `${bar.contestant}: ${bar.label} ${column.heading}` })) },
          mark: { type: "bar", height: { band: 0.62 } },
          encoding: { y, x, color: { field: "color", type: "nominal", scale: null }, description: described("told") },
        },
        {
          data: {
            values: rounds.map((round) => ({
              ...round,
              told: `${round.contestant}, round ${round.round}: ${round.value.toFixed(column.digits)} ${column.heading}`,
            })),
          },
          mark: { type: "point", filled: true, size: 26, color: roundColor, opacity: 0.75 },
          encoding: { y, x, description: described("told") },
        },
        {
          data: { values: labelsOf(bars, rounds) },
          mark: {
            type: "text",
            align: "left",
            dx: 9,
            fontSize: 11,
            fontWeight: "bold",
            color: roundColor,
            aria: false,
          },
          encoding: { y, x, text: { field: "label", type: "nominal" } },
        },
      ],
    },
  };
}

interface Bar {
  readonly contestant: string;
  readonly value: number;
  readonly label: string;
}

/** Places each label to the right of the bar and all its dots. */
const labelsOf = (bars: readonly Bar[], rounds: readonly Omit<Bar, "label">[]): readonly Bar[] =>
  bars.map(({ contestant, value, label }) => {
    const own = rounds.filter((round) => round.contestant === contestant);
    return { contestant, label, value: Math.max(value, ...own.map((round) => round.value)) };
  });
