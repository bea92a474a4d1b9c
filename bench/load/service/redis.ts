import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findFreePort } from "../../../src/demo/cast/free-port.ts";
import { passed } from "../../../src/demo/time.ts";
import { ensurePrograms, pathOf } from "../../../test/project/debian-programs.ts";
import type { Resources } from "./resources.ts";
import { cpuSecondsWithChildren, resourcesOf } from "./resources.ts";

/** A Redis on loopback that answers a write when the write is on the disk. It ends no later than the bench. */
export interface Redis {
  readonly port: number;
  /** Restarts Redis on the same port and folder. Resolves when it has read its log and accepts commands. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Resources of Redis and of the children that rewrite its log. */
  resources(): Resources;
}

const program = "redis-server";
const readyTimeoutMs = 30_000;
const lookEveryMs = 20;

/** Installs Redis if it is missing. Returns a sentence that names the missing program, or null. Blocks during the installation. */
export const ensureRedis = (): string | null => ensurePrograms("Its Redis", [program]);

export const redisArguments = (folder: string, port: number): readonly string[] => [
  ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--logfile", join(folder, "redis.log")],
  ...["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction"],
];

export async function startRedis(folder: string): Promise<Redis> {
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  let running: ChildProcess | null = null;
  const stop = (): void => void running?.kill("SIGKILL");
  const start = async (): Promise<void> => {
    const child = spawn(pathOf(program) ?? program, redisArguments(folder, port), { stdio: "ignore" });
    running = child;
    process.once("exit", stop);
    await whenReady(child, port, folder);
  };
  await start();
  return {
    port,
    start,
    async kill() {
      process.off("exit", stop);
      const child = running;
      running = null;
      if (child === null || hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    resources() {
      const { pid = 0 } = running ?? {};
      return { ...resourcesOf(pid), cpuSeconds: cpuSecondsWithChildren(pid) };
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function whenReady(child: ChildProcess, port: number, folder: string): Promise<void> {
  let problem: string | null = null;
  child.once("error", (error) => {
    problem = error.message;
  });
  const givenUpAtMs = performance.now() + readyTimeoutMs;
  while (!(await isAnswering(port))) {
    if (hasEnded(child)) problem = `it ended with ${child.exitCode ?? child.signalCode}`;
    if (performance.now() > givenUpAtMs) problem = `it was not ready within ${readyTimeoutMs / 1000} s`;
    if (problem !== null) throw new Error(`Redis could not be started: ${problem}. Its log is in ${folder}`);
    await passed(lookEveryMs);
  }
}

/** While Redis reads its log, it answers every command with an error. Source: Redis, PING and INFO's `loading`. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on("error", () => end(false));
    socket.on("data", (bytes) => end(bytes.toString().startsWith("+PONG")));
    socket.on("connect", () => void socket.write("PING\r\n"));
  });
}
