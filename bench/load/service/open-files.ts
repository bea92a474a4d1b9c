import { readFileSync } from "node:fs";

/** What a server has open beside its sockets: files, workers' channels, connections of who asks for its metrics. */
const ownFiles = 256;

/** How many files a process may have open here, sockets among them: Node takes what it may have at most. Source: proc(5), `limits`. */
export function openFilesMax(limits = readFileSync("/proc/self/limits", "utf8")): number {
  const [, most = ""] = /^Max open files +\S+ +(\S+)/m.exec(limits) ?? [];
  return most === "unlimited" ? Number.POSITIVE_INFINITY : Number(most);
}

/** As many of the sockets that are wanted as a process may have open. */
export const socketsThatFit = (wanted: number, filesMax: number): number => Math.min(wanted, filesMax - ownFiles);
