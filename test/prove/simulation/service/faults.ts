import type { Cast } from "./cast.ts";
import type { SharedDatabase } from "./database/shared-database.ts";
import { quietDatabase } from "./database/shared-database.ts";
import type { DiskWatch, SimulatedDisk } from "./disk/simulated-disk.ts";
import { noTrouble } from "./disk/simulated-disk.ts";
import type { Machine } from "./machine.ts";
import { quietNetwork } from "./network/simulated-network.ts";
import { content } from "./people/moods.ts";
import type { Stage } from "./people/stage.ts";
import type { FaultPlan } from "./plan/plan.ts";

/** The objects that faults affect. */
export interface Faulty {
  readonly stage: Stage;
  readonly machines: readonly Machine[];
  readonly disks: ReadonlyMap<string, SimulatedDisk>;
  readonly database: SharedDatabase;
  /** By machine: the callback that counts the work of its disk. */
  readonly watches: Map<string, DiskWatch | null>;
  readonly cast: Cast;
}

/** Causes a fault at once. */
export function befall(fault: FaultPlan, faulty: Faulty): void {
  const { stage, machines, disks, database, cast } = faulty;
  const { time, network, history } = stage;
  const machine = machines.find(({ name }) => "machine" in fault && name === fault.machine);
  const note = (what: string, kind: string, forMs = 0): void => {
    history.tell(`FAULT ${what}`);
    history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs + forMs, what: kind });
  };
  switch (fault.kind) {
    case "kill":
    case "power":
      end(fault.kind, fault.kind, machine, stage);
      break;
    case "kill at work":
    case "power at work":
      endAtWork(fault, machine, faulty);
      break;
    case "freeze": {
      const process = machine?.process ?? null;
      if (process === null) break;
      note(`${process.name} stands still for ${fault.forMs} ms`, "freeze", fault.forMs);
      process.freeze();
      time.after(fault.forMs, () => process.thaw());
      break;
    }
    case "clock":
      note(`the clock of ${fault.machine} is set by ${fault.byMs} ms`, "clock");
      machine?.stepClock(fault.byMs);
      break;
    case "disk": {
      const disk = disks.get(fault.machine);
      if (disk === undefined) break;
      note(`the disk of ${fault.machine}: ${JSON.stringify(fault.trouble)}`, "disk", fault.forMs);
      disk.trouble = fault.trouble;
      time.after(fault.forMs, () => {
        disk.trouble = noTrouble;
      });
      break;
    }
    case "database":
      note(`the database: ${JSON.stringify(fault.trouble)}`, "disk", fault.forMs);
      database.trouble = fault.trouble;
      time.after(fault.forMs, () => {
        database.trouble = quietDatabase;
      });
      break;
    case "at a request": {
      let left = fault.nth;
      network.onRequest = () => {
        left -= 1;
        if (left === 0) befall(fault.fault, faulty);
      };
      break;
    }
    case "network":
      note(`the network: ${JSON.stringify(fault.trouble)}`, "network", fault.forMs);
      network.trouble = fault.trouble;
      time.after(fault.forMs, () => {
        network.trouble = quietNetwork;
      });
      break;
    case "mood": {
      const server = cast.servers[fault.server];
      history.tell(`FAULT ${fault.server}: ${JSON.stringify(fault.mood)}`);
      server.mood = fault.mood;
      time.after(fault.forMs, () => {
        server.mood = content;
      });
    }
  }
}

function end(what: string, how: "kill" | "power", machine: Machine | undefined, { time, history }: Stage): void {
  if (machine?.process === null || machine === undefined) return;
  history.tell(`FAULT ${machine.process.name}: ${what}`);
  history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs, what });
  if (how === "kill") machine.kill();
  else machine.losePower();
}

type AtWork = Extract<FaultPlan, { readonly kind: "kill at work" | "power at work" }>;

function endAtWork({ kind, machine: name, nth, isDone }: AtWork, machine: Machine | undefined, faulty: Faulty): void {
  const { watches, stage } = faulty;
  let left = nth;
  watches.set(name, (process, work, isWorkDone) => {
    if (isWorkDone !== isDone || process !== machine?.process) return;
    left -= 1;
    if (left > 0) return;
    watches.set(name, null);
    const how = kind === "kill at work" ? "kill" : "power";
    end(`${kind}, ${isDone ? "behind" : "before"} a ${work}`, how, machine, stage);
  });
}

/** Ends all faults, and starts every machine and server that should run. */
export function heal({ stage, machines, disks, database, watches, cast }: Faulty): void {
  stage.history.tell("everything is well from now on");
  stage.network.trouble = quietNetwork;
  stage.network.onRequest = () => undefined;
  for (const disk of disks.values()) disk.trouble = noTrouble;
  database.trouble = quietDatabase;
  watches.clear();
  for (const server of Object.values(cast.servers)) server.mood = content;
  for (const machine of machines) {
    machine.process?.thaw();
    machine.start();
  }
}
