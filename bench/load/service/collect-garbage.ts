import { readFileSync } from "node:fs";
import { WebSocket } from "ws";

const listening = /Debugger listening on (ws:\/\/\S+)/g;

/** Of a Node process started with `--inspect` that writes to this log: everything nobody needs any more leaves its heap. */
export async function collectGarbage(logFile: string): Promise<void> {
  // The process that was started last: those before it wrote to the same log.
  const url = [...readFileSync(logFile, "utf8").matchAll(listening)].at(-1)?.[1];
  if (url === undefined)
    throw new Error(`${logFile} has no debugger address: expected a process started with --inspect`);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  // The second takes what finalizers of the first let go.
  for (const id of [1, 2]) {
    const done = new Promise((resolve) => socket.once("message", resolve));
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await done;
  }
  socket.terminate();
}
