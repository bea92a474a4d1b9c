import type { AnyStateMachine } from "xstate";
import { widgetMachine } from "../../machines/widget/widget.machine.ts";
import { chartModelOf } from "../../src/charts/chart-model.ts";
import { actors } from "../../src/domain/actors.ts";
import { run } from "../../workers/lay-out-chart.ts";

export interface MachineChart {
  readonly machine: AnyStateMachine;
  /** Where its picture lies, from the project's folder on. */
  readonly path: string;
  draw(): Promise<string>;
}

/** Every machine there is: each has a folder of its name. */
export function machineCharts(): readonly MachineChart[] {
  const machines: readonly AnyStateMachine[] = [...Object.values(actors).map(({ machine }) => machine), widgetMachine];
  return machines.map((machine) => ({
    machine,
    path: `machines/${machine.id}/${machine.id}.svg`,
    draw: () => run(chartModelOf(machine)),
  }));
}
