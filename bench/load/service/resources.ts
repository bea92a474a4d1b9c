import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a process has used up to now. */
export interface Resources {
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  readonly rssMib: number;
  /** Of it, what no file stands behind: pages of the store and of the program can be dropped. */
  readonly ownMib: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Source: proc(5), `stat` and `status`. */
export function resourcesOf(pid: number): Resources {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses and may hold spaces; user time is the 14th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [userTicks, systemTicks] = [fields[11], fields[12]].map(Number);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mibOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
  return {
    cpuSeconds: ((userTicks ?? Number.NaN) + (systemTicks ?? Number.NaN)) / ticksPerSecond,
    rssMib: mibOf("VmRSS"),
    ownMib: mibOf("RssAnon"),
  };
}
