import type { SharedDatabase } from "../database/shared-database.ts";
import type { Place } from "../disk/open-file.ts";
import type { SimulatedDisk } from "../disk/simulated-disk.ts";
import type { Random } from "../loop/random.ts";
import type { SimulatedProcess } from "../loop/simulated-process.ts";
import type { SimulatedTime } from "../loop/simulated-time.ts";
import type { SimulatedNetwork } from "../network/simulated-network.ts";

/** What the libraries that the service asks for do in a simulation: the one that runs. */
export interface StandInWorld {
  readonly time: SimulatedTime;
  /** Of the service itself: ids, tokens, salts. */
  readonly random: Random;
  readonly network: SimulatedNetwork;
  readonly disks: ReadonlyMap<string, SimulatedDisk>;
  readonly processes: ReadonlyMap<string, SimulatedProcess>;
  /** What several machines share. */
  readonly database: SharedDatabase;
  /** The process that starts: of those there is one at a time, and what it opens is its own. */
  starting: SimulatedProcess | null;
}

/** Paths below it are on simulated disks: the machine, the life of its process, then the path. */
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

/** `null` for a path of this machine. */
export function placeOf(path: string): Place | null {
  if (!path.startsWith(`${root}/`)) return null;
  const [, , machine = "", life = "", ...rest] = path.split("/");
  const disk = world().disks.get(machine);
  const process = world().processes.get(life);
  if (disk === undefined || process === undefined)
    throw new Error(`Expected a path of a simulated machine, got ${path}`);
  return { disk, process, path: `/${rest.join("/")}` };
}
