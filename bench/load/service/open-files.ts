import { readFileSync } from "node:fs";

/** Open files of a server besides its sockets: files, channels of workers, connections of metrics requests. */
const ownFiles = 256;

/** Returns the limit of open files per process, sockets included. Node raises its limit to the maximum. Source: proc(5), `limits`. */
export function openFilesMax(limits = readFileSync("/proc/self/limits", "utf8")): number {
  const [, most = ""] = /^Max open files +\S+ +(\S+)/m.exec(limits) ?? [];
  return most === "unlimited" ? Number.POSITIVE_INFINITY : Number(most);
}

/** Returns how many of the wanted sockets a process can open. */
export const socketsThatFit = (wanted: number, filesMax: number): number => Math.min(wanted, filesMax - ownFiles);
