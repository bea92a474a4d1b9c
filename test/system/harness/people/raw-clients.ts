import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import net from "node:net";
import { nowMs } from "../time.ts";

const dripEveryMs = 400;
/** Few enough, so that the service accepts all of them and the kernel's queue loses none. */
const connectsAtOnce = 250;

export interface Closing {
  readonly name: string;
  /** The time since it connected. */
  readonly afterMs: number;
  readonly received: string;
}

/** A client that sends something, then a little again and again, but never a complete request. */
export interface SlowClient {
  readonly name: string;
  readonly start: string;
  readonly drip: string;
}

/** Resolves when the service has closed the connection. */
export async function runSlowClient(port: number, { name, start, drip }: SlowClient): Promise<Closing> {
  const socket = await connect(port);
  const startedAtMs = nowMs();
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  socket.write(start);
  const dripping = setInterval(() => socket.write(drip), dripEveryMs);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(dripping);
  return { name, afterMs: Math.round(nowMs() - startedAtMs), received };
}

/** Sends a part of a request and breaks the connection. */
export async function runAborter(port: number, start: string): Promise<void> {
  const socket = await connect(port);
  await new Promise((resolve) => socket.write(start, resolve));
  socket.resetAndDestroy();
}

/** Opens this many connections that send nothing. Resolves when all of them are open. */
export async function openIdleClients(port: number, count: number): Promise<readonly net.Socket[]> {
  const sockets: net.Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(connectsAtOnce, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => connect(port)))));
  }
  return sockets;
}

async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  // The close event reports how it ends.
  socket.on("error", () => undefined);
  return socket;
}

/** Returns how many files, including connections, a process of this user may have open. */
export const openFilesMax = (): number => {
  const limit = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
};

/** Returns how many files the process has open. Source: proc(5). */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
