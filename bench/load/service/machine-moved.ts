import type { Cells } from "../figures/table.ts";
import { align } from "../figures/table.ts";
import type { MachineState } from "./machine-state.ts";

type Measured = Exclude<keyof MachineState, "loadAverage">;

/** More than this share up or down, and figures before and after it are of two machines. */
const movedShare = 0.1;

const rows: Readonly<Record<Measured, { readonly name: string; readonly unit: string; readonly digits: number }>> = {
  cpuMs: { name: "CPU work", unit: "ms", digits: 1 },
  memoryMs: { name: "memory work", unit: "ms", digits: 1 },
  fdatasyncMs: { name: "fdatasync", unit: "ms", digits: 2 },
  loopbackUs: { name: "loopback round trip", unit: "us", digits: 0 },
};
const keys = Object.keys(rows) as readonly Measured[];

/** The table's rows, its heading first. */
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

/** What a person reads after the run. */
export const renderMachine = (before: MachineState, after: MachineState): string =>
  `${describeMoves(before, after)}\n${align(machineRows(before, after))}`;

/** Whether what is measured before and after can be told apart from the machine's own moods, in a sentence. */
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
