import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { MachineFacts, Versions } from "./service/machine.ts";
import { describeMachine, describeVersions } from "./service/machine.ts";
import { renderMachine } from "./service/machine-moved.ts";
import type { MachineState } from "./service/machine-state.ts";
import { measureMachine } from "./service/machine-state.ts";

/** Facts that are known before a run. */
export interface Facts {
  readonly startedAt: Date;
  readonly machine: MachineFacts;
  readonly machineBefore: MachineState;
  readonly versions: Versions;
  readonly options: object;
}

interface Figures extends Facts {
  readonly machineAfter: MachineState;
  readonly results: object;
}

export const beginFacts = async (workFolder: string, options: object): Promise<Facts> => ({
  startedAt: new Date(),
  machine: describeMachine(),
  machineBefore: await measureMachine(workFolder),
  versions: describeVersions(),
  options,
});

/** Measures the machine after the run and prints whether it moved. */
export async function endFacts(workFolder: string, facts: Facts): Promise<Facts & Pick<Figures, "machineAfter">> {
  const machineAfter = await measureMachine(workFolder);
  console.log(`\n${renderMachine(facts.machineBefore, machineAfter)}`);
  return { ...facts, machineAfter };
}

/** Writes to `json`. If it is absent, writes to a file in the folder. Returns the path. */
export function writeFigures(json: string | undefined, folder: string, figures: Figures): string {
  const name = `${figures.startedAt.toISOString().replaceAll(":", "-")}.json`;
  const file = resolve(json ?? join(folder, name));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`\nFigures of every round: ${pathFor(file)}`);
  return file;
}

/** Returns the path as a person reads it. */
export const pathFor = (path: string): string => relative(process.cwd(), path);
