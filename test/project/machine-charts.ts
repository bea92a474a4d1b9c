import type { AnyStateMachine } from "xstate";
import { widgetMachine } from "../../machines/widget/widget.machine.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { actors } from "../../src/domain/actors.ts";
import { run } from "../../workers/lay-out-chart.ts";

export interface MachineChart {
  readonly machine: AnyStateMachine;
  /** The path of its picture, from the project's folder. */
  readonly path: string;
  draw(): Promise<string>;
}

/** Returns the charts of all machines. Each machine has a folder of its name. */
export function machineCharts(): readonly MachineChart[] {
  const machines: readonly AnyStateMachine[] = [...Object.values(actors).map(({ machine }) => machine), widgetMachine];
  return machines.map((machine) => ({
    machine,
    path: `machines/${machine.id}/${machine.id}.svg`,
    draw: () => run(chartModelOf(machine)),
  }));
}
