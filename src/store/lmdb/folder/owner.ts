import { createHash } from "node:crypto";
import { stat, unlink } from "node:fs/promises";
import type { Server } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { StoreInUseError } from "../../../ports/store-errors.ts";

/** Proof that only this process has the folder. */
export interface Ownership {
  release(): Promise<void>;
}

const answerTimeoutMs = 1_000;

/**
 * Takes the folder for this process. The proof is a listening socket. The system closes the socket when the process ends,
 * so that a kill leaves no stale lock. Throws a StoreError that names the process that has the folder.
 */
export async function takeOwnership(folder: string): Promise<Ownership> {
  const address = await socketAddress(folder);
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.unref();
  try {
    await listen(server, address);
  } catch (error) {
    if (!isInUse(error)) throw error;
    const pid = await askOwner(address);
    if (pid !== null) throw new StoreInUseError(`The data folder ${folder} is in use by process ${pid}`);
    await removeStale(address, folder);
    await listen(server, address);
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** On Linux the socket name is outside the file system. On other systems it is a file in the folder. */
async function socketAddress(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `parley-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(folder, "owner.sock");
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Returns the pid that the owner sends, "unknown" when it sends none, `null` when no process listens. */
function askOwner(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(address);
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      answer += text;
    });
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(answer === "" ? "unknown" : answer));
  });
}

async function removeStale(address: string, folder: string): Promise<void> {
  if (address.startsWith("\0")) throw new StoreInUseError(`The data folder ${folder} was in use just now; try again`);
  await unlink(address);
}

const isInUse = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";
