import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Memory } from "./memory.ts";
import { collectGarbage, openDebugger } from "./memory.ts";
import type { Resources } from "./resources.ts";
import { resourcesOf, sumOf } from "./resources.ts";

export interface ServerOptions {
  /** The name of the process in messages. */
  readonly name: string;
  /** The working folder. Absent: this checkout. */
  readonly cwd?: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The file for the standard error of the process. */
  readonly logFile: string;
}

/** A process under load. It ends no later than the bench. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** From the start of the process to its ready line. */
  readonly readyMs: number;
  resources(): Resources;
  /** Runs a garbage collection, and returns the memory that is left. */
  memory(): Promise<Memory>;
  /** Resolves when the process has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const readyLine = / ready (https?:\/\/\S+)$/;
const readyTimeoutMs = 120_000;

/** Starts a process of the Node that runs the bench; resolves when it prints `… ready http://HOST:PORT`. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const log = openSync(options.logFile, "a");
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ["--inspect-port=127.0.0.1:0", ...options.args], {
    cwd: options.cwd ?? fileURLToPath(new URL("../../..", import.meta.url)),
    // The measured process must not inherit Node settings of the bench, such as coverage.
    env: { ...process.env, NODE_OPTIONS: "", NODE_V8_COVERAGE: "", ...options.environment },
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void gone.then(() => process.off("exit", stop));
  const url = await whenReady(child, options);
  const { pid = 0 } = child;
  let debuggerUrl: string | null = null;
  return {
    pid,
    url,
    readyMs: performance.now() - startedAtMs,
    resources: () => resourcesOf(pid),
    async memory() {
      debuggerUrl ??= await openDebugger(pid, options.logFile);
      const heapMib = await collectGarbage(debuggerUrl);
      const { rssMib, ownMib } = resourcesOf(pid);
      return { rssMib, ownMib, heapMib };
    },
    end(signal) {
      child.kill(signal);
      return gone;
    },
  };
}

/** A part of a contestant beside its server, such as its database. */
export interface ServerPart {
  resources(): Resources;
  /** Absent: the part is no Node process, so it has no garbage to collect. */
  memory?(): Promise<Memory>;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Makes one contestant of a server and its parts: their resources are added up, and the parts end after the server. */
export const withParts = (server: ServerProcess, parts: readonly ServerPart[]): ServerProcess => ({
  ...server,
  resources: () => sumOf([server.resources(), ...parts.map((part) => part.resources())]),
  async memory() {
    const { heapMib, ...own } = await server.memory();
    const others = await Promise.all(parts.map((part) => part.memory?.() ?? part.resources()));
    const { rssMib, ownMib } = sumOf([own, ...others].map((one) => ({ ...one, cpuSeconds: 0 })));
    return { rssMib, ownMib, heapMib };
  },
  async end(signal) {
    await server.end(signal);
    for (const part of parts) await part.end(signal);
  },
});

function whenReady(child: ChildProcess, { name, logFile }: ServerOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (problem: string): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${name} ${problem}. The end of its log:\n${readFileSync(logFile, "utf8").slice(-2_000)}`));
    };
    const timer = setTimeout(() => refuse(`printed no ready line within ${readyTimeoutMs / 1000} s`), readyTimeoutMs);
    child.once("error", (error) => refuse(`could not be started: ${error.message}`));
    const endedEarly = (code: number | null, signal: string | null): void =>
      refuse(`ended with ${code ?? signal} before it was ready`);
    child.once("close", endedEarly);
    if (child.stdout === null) return refuse("has no standard output");
    createInterface(child.stdout).on("line", (line) => {
      const url = readyLine.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.off("close", endedEarly);
      resolve(url);
    });
  });
}
