import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";

/** What a garbage collection left. */
export interface Memory {
  readonly rssMib: number;
  /** Without the pages of files, such as the store and the program: the kernel can drop these. */
  readonly ownMib: number;
  /** The used part of the heap. */
  readonly heapMib: number;
}

const lookEveryMs = 10;
const patienceMs = 30_000;

/** Returns the addresses of all debuggers in the log of a process, and of earlier processes with the same log. */
const debuggersIn = (logFile: string): readonly string[] =>
  [...readFileSync(logFile, "utf8").matchAll(/Debugger listening on (ws:\/\/\S+)/g)].map(([, url = ""]) => url);

/** Opens the debugger of a Node process, which writes its address to its log. The port must be 0 in `--inspect-port`. */
export async function openDebugger(pid: number, logFile: string): Promise<string> {
  const known = debuggersIn(logFile).length;
  // Source: Node, signal events.
  process.kill(pid, "SIGUSR1");
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await delay(lookEveryMs)) {
    const url = debuggersIn(logFile)[known];
    if (url !== undefined) return url;
  }
  throw new Error(`Expected the address of a debugger in ${logFile} within ${patienceMs / 1000} s`);
}

/** Runs a garbage collection, in which every unused object leaves the heap. Returns the used part of the heap in MiB. */
export async function collectGarbage(debuggerUrl: string): Promise<number> {
  const socket = new WebSocket(debuggerUrl);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const call = async (id: number, method: string): Promise<string> => {
    const answer = new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))));
    socket.send(JSON.stringify({ id, method }));
    return answer;
  };
  // The second collection takes the objects that finalizers of the first one released.
  for (const id of [1, 2]) await call(id, "HeapProfiler.collectGarbage");
  const { result } = JSON.parse(await call(3, "Runtime.getHeapUsage")) as {
    readonly result: { readonly usedSize: number };
  };
  socket.terminate();
  return result.usedSize / 2 ** 20;
}
