import type { Cells } from "../figures/table.ts";
import { align } from "../figures/table.ts";
import type { MachineState } from "./machine-state.ts";

type Measured = Exclude<keyof MachineState, "loadAverage">;

/** If a value changes by more than this share, up or down, figures before and after it cannot be compared. */
const movedShare = 0.1;

const rows: Readonly<Record<Measured, { readonly name: string; readonly unit: string; readonly digits: number }>> = {
  cpuMs: { name: "CPU work", unit: "ms", digits: 1 },
  memoryMs: { name: "memory work", unit: "ms", digits: 1 },
  fdatasyncMs: { name: "fdatasync", unit: "ms", digits: 2 },
  loopbackUs: { name: "loopback round trip", unit: "us", digits: 0 },
};
const keys = Object.keys(rows) as readonly Measured[];

/** The rows of the table; the first row is the heading. */
export function machineRows(before: MachineState, after: MachineState): readonly Cells[] {
  return [
    ["the machine", "before", "after", "after / before"],
    ...keys.map((key) => {
      const { name, unit, digits } = rows[key];
      const ratio = after[key] / before[key];
      return [`${name}, ${unit}`, before[key].toFixed(digits), after[key].toFixed(digits), ratio.toFixed(2)];
    }),
    ["load average", before.loadAverage.toFixed(2), after.loadAverage.toFixed(2), ""],
  ];
}

/** Returns the text that is printed after the run. */
export const renderMachine = (before: MachineState, after: MachineState): string =>
  `${describeMoves(before, after)}\n${align(machineRows(before, after))}`;

/** Returns a sentence: whether the machine's own speed changed so much that figures from before and after cannot be compared. */
export function describeMoves(before: MachineState, after: MachineState): string {
  const moved = keys.flatMap((key) => {
    const ratio = after[key] / before[key];
    const hasMoved = ratio > 1 + movedShare || ratio < 1 / (1 + movedShare);
    return hasMoved ? [`${rows[key].name} 1.00 -> ${ratio.toFixed(2)}`] : [];
  });
  return moved.length === 0
    ? "the machine stood still: nothing took 10 % more or less time after the run than before it"
    : `the machine moved: ${moved.join(", ")} (the time it took, before and after the run)`;
}
