import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, fdatasyncSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { median } from "../figures/statistics.ts";
import type { Cells } from "../figures/table.ts";
import { align } from "../figures/table.ts";

/** The facts, besides the code, that the figures depend on. */
export interface MachineFacts {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMib: number;
  readonly kernel: string;
}

/** Versions of the checkout, of the Node that runs the service and the bench, and of every dependency. */
export interface Versions {
  /** `null` outside a checkout. Ends with `-dirty` if there are uncommitted changes other than reports. */
  readonly commit: string | null;
  readonly node: string;
  readonly [name: string]: string | null;
}

export function describeMachine(): MachineFacts {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryMib: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
  };
}

export function describeVersions(): Versions {
  const { dependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return { ...dependencies, commit: readCommit(), node: process.versions.node };
}

function readCommit(): string | null {
  const changed = ["status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)bench/results"];
  try {
    return `${git("describe", "--always")}${git(...changed) === "" ? "" : "-dirty"}`;
  } catch {
    return null;
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The speed of the machine at one moment, independent of the service: medians of several tries. */
export interface MachineState {
  /** A fixed piece of arithmetic on one thread. */
  readonly cpuMs: number;
  /** Reads from all parts of a memory that is too large for any cache. Each read can begin only when the last one has ended. */
  readonly memoryMs: number;
  /** How long the disk takes to confirm a block: no durable answer can be faster. */
  readonly fdatasyncMs: number;
  /** A byte is sent and sent back; both ends are in this process. */
  readonly loopbackUs: number;
  readonly loadAverage: number;
}

const tries = 15;
const syncsATry = 3;
const roundTripsATry = 30;
const multiplications = 4_000_000;
const memoryWords = 2 ** 24;
const reads = 16_000;
const blockBytes = 4_096;

/**
 * Takes half a second; on a slow disk or a busy machine up to two. The tries of all kinds take turns, so that a short disturbance
 * affects few tries of each kind.
 */
export async function measureMachine(workFolder: string): Promise<MachineState> {
  const memory = new Int32Array(memoryWords).fill(1);
  const path = join(workFolder, "sync-probe");
  const file = openSync(path, "w");
  const loop = await openLoop();
  const [cpuMs, memoryMs, fdatasyncMs, loopbackUs]: [number[], number[], number[], number[]] = [[], [], [], []];
  compute();
  readAll(memory);
  for (let number = 0; number < tries; number += 1) {
    cpuMs.push(timeMs(compute));
    memoryMs.push(timeMs(() => readAll(memory)));
    for (let sync = 0; sync < syncsATry; sync += 1) fdatasyncMs.push(timeMs(() => syncBlock(file)));
    for (let trip = 0; trip < roundTripsATry; trip += 1) loopbackUs.push(await loop.roundTripUs());
  }
  closeSync(file);
  unlinkSync(path);
  await loop.close();
  return {
    cpuMs: median(cpuMs),
    memoryMs: median(memoryMs),
    fdatasyncMs: median(fdatasyncMs),
    loopbackUs: median(loopbackUs),
    loadAverage: loadavg()[0] ?? Number.NaN,
  };
}

function timeMs(work: () => unknown): number {
  const startedAtMs = performance.now();
  work();
  return performance.now() - startedAtMs;
}

/** The result is returned, so that no compiler removes the work. */
function compute(): number {
  let value = 1;
  for (let number = 0; number < multiplications; number += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

function readAll(memory: Int32Array): number {
  let at = 0;
  for (let number = 0; number < reads; number += 1)
    at = (Math.imul(at, 1_664_525) + 1_013_904_222 + (memory[at] ?? 0)) & (memoryWords - 1);
  return at;
}

function syncBlock(file: number): void {
  writeSync(file, Buffer.alloc(blockBytes, 1));
  fdatasyncSync(file);
}

interface Loop {
  roundTripUs(): Promise<number>;
  close(): Promise<void>;
}

async function openLoop(): Promise<Loop> {
  const server = createServer((socket: Socket) => void socket.setNoDelay().pipe(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(client, "connect");
  return {
    async roundTripUs() {
      const startedAtMs = performance.now();
      client.write("x");
      await once(client, "data");
      return (performance.now() - startedAtMs) * 1000;
    },
    async close() {
      client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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
