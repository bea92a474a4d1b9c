import { readFileSync } from "node:fs";
import { WebSocket } from "ws";

const listening = /Debugger listening on (ws:\/\/\S+)/g;

/**
 * Runs a garbage collection in a Node process that was started with `--inspect` and writes to this log. Every unused object
 * leaves its heap.
 */
export async function collectGarbage(logFile: string): Promise<void> {
  // The last URL belongs to the process that was started last; earlier processes wrote to the same log.
  const url = [...readFileSync(logFile, "utf8").matchAll(listening)].at(-1)?.[1];
  if (url === undefined)
    throw new Error(`${logFile} has no debugger address: expected a process started with --inspect`);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  // The second collection takes the objects that finalizers of the first one released.
  for (const id of [1, 2]) {
    const done = new Promise((resolve) => socket.once("message", resolve));
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await done;
  }
  socket.terminate();
}
