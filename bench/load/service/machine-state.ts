import { once } from "node:events";
import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { median } from "../figures/statistics.ts";

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
