import type { Test } from "tap";
import { SharedDatabase } from "../service/database/shared-database.ts";
import type { DiskWatch } from "../service/disk/simulated-disk.ts";
import { SimulatedDisk } from "../service/disk/simulated-disk.ts";
import { Random } from "../service/loop/random.ts";
import { SimulatedProcess } from "../service/loop/simulated-process.ts";
import { SimulatedTime } from "../service/loop/simulated-time.ts";
import { SimulatedNetwork } from "../service/network/simulated-network.ts";
import { forgetOpenFiles } from "../service/stand-ins/fs-promises.ts";
import { enterWorld, folderOf } from "../service/stand-ins/world.ts";

/** The smallest world in which the stand-ins work: one machine, one process on it, and no faults. */
export interface SmallWorld {
  readonly machine: string;
  readonly time: SimulatedTime;
  readonly network: SimulatedNetwork;
  readonly disk: SimulatedDisk;
  readonly process: SimulatedProcess;
  /** The folder of the process, as the service names it. */
  readonly folder: string;
  /** Runs a function, and lets simulated time pass until it has settled. Throws when no event is left before this. */
  play<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Starts the machine's next process, as a supervisor does. Everything that is opened afterwards belongs to it. */
  startNext(): SmallWorld;
}

/** 5 January 2026, 10:00 UTC. */
export const startMs = Date.UTC(2026, 0, 5, 10);
const machine = "one";

export interface SmallWorldOptions {
  readonly seed?: number;
  readonly watch?: DiskWatch;
}

/** Opens a small world. Only one can be open at a time, and it ends with the test. */
export function openSmallWorld(
  t: Pick<Test, "teardown">,
  { seed = 1, watch = () => undefined }: SmallWorldOptions = {},
): SmallWorld {
  const time = new SimulatedTime(startMs);
  const network = new SimulatedNetwork(time, new Random(seed, "network"));
  const disk = new SimulatedDisk({ time, random: new Random(seed, "disk"), watch });
  const processes = new Map<string, SimulatedProcess>();
  const world = {
    ...{ time, network, processes, random: new Random(seed, "service"), disks: new Map([[machine, disk]]) },
    database: new SharedDatabase({ time, random: new Random(seed, "database"), watch }),
    starting: null as SimulatedProcess | null,
  };
  enterWorld(world);
  forgetOpenFiles();
  t.teardown(() => enterWorld(null));
  const startNext = (): SmallWorld => {
    const process = new SimulatedProcess(time, machine, processes.size + 1, 0);
    processes.set(process.name, process);
    world.starting = process;
    return {
      machine,
      time,
      network,
      disk,
      process,
      folder: folderOf(process),
      play: (run) => play(time, run),
      startNext,
    };
  };
  return startNext();
}

async function play<Value>(time: SimulatedTime, run: () => Promise<Value>): Promise<Value> {
  let outcome: { readonly value: Value } | { readonly error: unknown } | null = null;
  time.begin();
  try {
    run().then(
      (value) => {
        outcome = { value };
      },
      (error: unknown) => {
        outcome = { error };
      },
    );
    await time.run(() => outcome !== null);
  } finally {
    time.end();
  }
  const settled = outcome as { readonly value: Value } | { readonly error: unknown } | null;
  if (settled === null) throw new Error("Expected what was begun to end, got a wait that nothing ends any more");
  if ("error" in settled) throw settled.error;
  return settled.value;
}
