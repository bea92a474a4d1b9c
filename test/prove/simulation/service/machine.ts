import { pino } from "pino";
import type { App } from "../../../../src/app/serve.ts";
import { openApp } from "../../../../src/app/serve.ts";
import type { Config } from "../../../../src/config/config.types.ts";
import { SimulatedProcess } from "./loop/simulated-process.ts";
import type { StandInWorld } from "./stand-ins/world.ts";
import { folderOf } from "./stand-ins/world.ts";

/** A log entry of a process. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface MachineParts {
  readonly world: StandInWorld & { readonly processes: Map<string, SimulatedProcess> };
  readonly config: Omit<Config, "dataDir">;
  readonly onLine: (process: SimulatedProcess, line: LogLine) => void;
  /** Called when a start of the service fails. */
  readonly onFailedStart: (process: SimulatedProcess, error: unknown) => void;
}

const supervisorMs = 300;
/** The wait while another process starts. Only one process starts at a time, because opened files belong to the starting process. */
const turnMs = 20;

/** A machine on which the service runs. When the process ends, a supervisor starts the next process. */
export class Machine {
  readonly name: string;
  readonly #parts: MachineParts;
  #process: SimulatedProcess | null = null;
  #app: App | null = null;
  #lives = 0;
  #aheadMs = 0;
  #isOff = false;

  constructor(name: string, parts: MachineParts) {
    this.name = name;
    this.#parts = parts;
  }

  /** `null` while no process is ready. */
  get app(): App | null {
    return this.#app;
  }

  get process(): SimulatedProcess | null {
    return this.#process;
  }

  /** Starts a process. Everything that is opened during the start belongs to this process. */
  start(): void {
    const { world, onFailedStart } = this.#parts;
    if (this.#process !== null || this.#isOff) return;
    if (world.starting !== null) {
      world.time.after(turnMs, () => this.start());
      return;
    }
    this.#lives += 1;
    const process = new SimulatedProcess(world.time, this.name, this.#lives, this.#aheadMs);
    world.processes.set(process.name, process);
    this.#process = process;
    world.starting = process;
    this.#open(process).catch((error: unknown) => {
      if (process.isDead) return;
      onFailedStart(process, error);
      this.kill();
    });
  }

  /** Ends the process at once. The system may still execute requests of the process. */
  kill(): void {
    const process = this.#process;
    if (process === null) return;
    const { world } = this.#parts;
    process.kill();
    world.disks.get(this.name)?.processKilled(process);
    if (world.starting === process) world.starting = null;
    this.#process = null;
    this.#app = null;
    world.time.after(supervisorMs, () => this.start());
  }

  /**
   * Ends the process and loses everything that is not on the disk. The disk fails first, so that writes in progress are torn, not
   * completed.
   */
  losePower(): void {
    this.#parts.world.disks.get(this.name)?.losePower();
    this.kill();
  }

  stepClock(byMs: number): void {
    this.#aheadMs += byMs;
    this.#process?.stepClock(byMs);
  }

  /** Switches the machine off. No process starts here any more. */
  switchOff(): void {
    this.#isOff = true;
    this.kill();
  }

  async #open(process: SimulatedProcess): Promise<void> {
    const { world, config, onLine } = this.#parts;
    const log = pino(
      { level: "info", base: null, timestamp: false },
      { write: (line: string) => (process.isDead ? undefined : onLine(process, JSON.parse(line))) },
    );
    const app = await openApp({
      config: { ...config, dataDir: folderOf(process) },
      clock: process.clock,
      log,
      logHealth: () => ({ failure: null, failedWrites: 0, linesLost: 0 }),
      signal: new AbortController().signal,
    });
    await app.listen();
    if (process.isDead) return;
    app.serve();
    world.starting = null;
    this.#app = app;
  }
}
