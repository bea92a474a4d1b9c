import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The resources that a process has used up to now. */
export interface Resources {
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
  readonly rssMib: number;
  /** The part of its memory without a file: the kernel can drop pages of the store and of the program. */
  readonly ownMib: number;
  /** The part of the CPU time that a separate database server used. */
  readonly engineCpuSeconds?: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Source: proc(5), `stat` and `status`. */
export const resourcesOf = (pid: number): Resources => ({
  cpuSeconds: statOf(pid).ownTicks / ticksPerSecond,
  rssMib: mibIn(pid, "status", "VmRSS"),
  ownMib: mibIn(pid, "status", "RssAnon"),
});

/**
 * Returns the resources of a server and all its children; CPU time of ended children too. A page that several of them share counts once.
 * Each child of PostgreSQL leads its own process group, so a child is found by its parent.
 */
export function resourcesOfTree(pid: number): Resources {
  const { ownTicks, endedChildrenTicks } = statOf(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => childOf(Number(name), pid));
  return sumOf([{ ...sharedOf(pid), cpuSeconds: (ownTicks + endedChildrenTicks) / ticksPerSecond }, ...children]);
}

/** Adds up the resources of several processes. */
export const sumOf = (all: readonly Resources[]): Resources => {
  const total = (of: (one: Resources) => number): number => all.reduce((sum, one) => sum + of(one), 0);
  return {
    cpuSeconds: total(({ cpuSeconds }) => cpuSeconds),
    rssMib: total(({ rssMib }) => rssMib),
    ownMib: total(({ ownMib }) => ownMib),
    ...(all.some(({ engineCpuSeconds }) => engineCpuSeconds !== undefined)
      ? { engineCpuSeconds: total(({ engineCpuSeconds = 0 }) => engineCpuSeconds) }
      : {}),
  };
};

/** Returns nothing if the process has ended or has another parent. */
function childOf(pid: number, parent: number): readonly Resources[] {
  try {
    const stat = statOf(pid);
    return stat.parent === parent ? [{ ...sharedOf(pid), cpuSeconds: stat.ownTicks / ticksPerSecond }] : [];
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return [];
    throw error;
  }
}

/** Source: proc(5), `smaps_rollup`: the process's share of each page. */
const sharedOf = (pid: number): Omit<Resources, "cpuSeconds"> => ({
  rssMib: mibIn(pid, "smaps_rollup", "Pss"),
  ownMib: mibIn(pid, "status", "RssAnon"),
});

const mibIn = (pid: number, file: "status" | "smaps_rollup", name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? Number.NaN,
  ) / 1024;

interface Stat {
  readonly parent: number;
  readonly ownTicks: number;
  readonly endedChildrenTicks: number;
}

function statOf(pid: number): Stat {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses and may contain spaces. The parent is the 4th field, the times are the
  // 14th to 17th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const numberAt = (at: number): number => Number(fields[at] ?? Number.NaN);
  return {
    parent: numberAt(1),
    ownTicks: numberAt(11) + numberAt(12),
    endedChildrenTicks: numberAt(13) + numberAt(14),
  };
}
