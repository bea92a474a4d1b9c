import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { findFreePort } from "../../../src/demo/cast/free-port.ts";
import { passed } from "../../../src/demo/time.ts";
import { ensurePrograms, pathOf } from "../../../test/project/debian-programs.ts";
import { resourcesOfTree } from "./resources.ts";
import type { ServerPart } from "./server-process.ts";

/** A Redis on loopback that answers a write when the write is on the disk. It ends no later than the bench, always by SIGKILL. */
export interface Redis extends ServerPart {
  readonly port: number;
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

/** Starts Redis on the data of the folder. Resolves when it has read its log and accepts commands. */
export async function startRedis(folder: string): Promise<Redis> {
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  const child = spawn(pathOf(program) ?? program, redisArguments(folder, port), { stdio: "ignore" });
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  await whenReady(child, port, folder);
  return {
    port,
    async end() {
      process.off("exit", stop);
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    // Its children rewrite its log.
    resources: () => resourcesOfTree(child.pid ?? 0),
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
