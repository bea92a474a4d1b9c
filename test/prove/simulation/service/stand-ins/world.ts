import type { SharedDatabase } from "../database/shared-database.ts";
import type { Place } from "../disk/open-file.ts";
import type { SimulatedDisk } from "../disk/simulated-disk.ts";
import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { SimulatedNetwork } from "../network/simulated-network.ts";

/** The running simulation, as the stand-ins of libraries need it. */
export interface StandInWorld {
  readonly time: SimulatedTime;
  /** Random numbers of the service itself: ids, tokens, salts. */
  readonly random: Random;
  readonly network: SimulatedNetwork;
  readonly disks: ReadonlyMap<string, SimulatedDisk>;
  readonly processes: ReadonlyMap<string, SimulatedProcess>;
  /** The database that several machines share. */
  readonly database: SharedDatabase;
  /** The process that is starting. Only one process starts at a time, and everything that is opened meanwhile belongs to it. */
  starting: SimulatedProcess | null;
}

/** Paths below this root are on simulated disks. The root is followed by the machine, the life of its process, and the path. */
const root = "/simulated";

let running: StandInWorld | null = null;

export function enterWorld(world: StandInWorld | null): void {
  running = world;
}

export function world(): StandInWorld {
  if (running === null) throw new Error("Expected a simulation that runs, got none");
  return running;
}

export function startingProcess(): SimulatedProcess {
  const { starting } = world();
  if (starting === null)
    throw new Error("Expected a process that starts, got something that is opened while none does");
  return starting;
}

export const folderOf = ({ machine, name }: SimulatedProcess): string => `${root}/${machine}/${name}/data`;

/** Returns `null` for a path on the real machine. */
export function placeOf(path: string): Place | null {
  if (!path.startsWith(`${root}/`)) return null;
  const [, , machine = "", life = "", ...rest] = path.split("/");
  const disk = world().disks.get(machine);
  const process = world().processes.get(life);
  if (disk === undefined || process === undefined)
    throw new Error(`Expected a path of a simulated machine, got ${path}`);
  return { disk, process, path: `/${rest.join("/")}` };
}
