import type { Cells } from "../figures/table.ts";
import type { GroupTimes } from "../service/threads.ts";
import { threadGroupNames, threadGroups } from "../service/threads.ts";
import type { BudgetPart } from "./budget-parts.ts";
import { budgetParts, budgetPartTexts } from "./budget-parts.ts";
import type { BusyNode } from "./busy-nodes.ts";

/** The time of one request: microseconds of the main thread by part. Everything takes longer under the profiler. */
export interface Budget {
  readonly requests: number;
  readonly parts: Readonly<Record<BudgetPart, number>>;
  /** Microseconds in which the main thread was busy: the sum of the parts. */
  readonly busyUs: number;
  /** The processor time that the kernel counted for each group of threads, per request. */
  readonly threads?: GroupTimes;
}

export function budgetOf(
  nodes: readonly Pick<BusyNode, "budgetPart" | "ownUs">[],
  requests: number,
  threads?: GroupTimes,
): Budget {
  const parts = Object.fromEntries(budgetParts.map((part) => [part, 0])) as Record<BudgetPart, number>;
  let busyUs = 0;
  for (const { budgetPart, ownUs } of nodes) {
    parts[budgetPart] += ownUs / requests;
    busyUs += ownUs / requests;
  }
  if (threads === undefined) return { requests, parts, busyUs };
  const { main, v8, pool, others } = threads;
  const each = { main: main / requests, v8: v8 / requests, pool: pool / requests, others: others / requests };
  return { requests, parts, busyUs, threads: each };
}

const sharedCoreRatio = 1.1;

/** Describes the time that other processes took from the main thread's core: its samples lasted longer than it ran. Empty when none did. */
export function describeSharedCore({ busyUs, threads }: Budget): string {
  const ratio = threads === undefined ? 1 : busyUs / threads.main;
  if (!(ratio > sharedCoreRatio)) return "";
  return `other processes shared the core: the samples have ${ratio.toFixed(1)} times the CPU time that the kernel counted, so the shares are valid and the microseconds are not`;
}

/** The rows of the table; the first row is the heading. */
export function budgetRows({ parts, busyUs, threads }: Budget): readonly Cells[] {
  const share = (us: number): string => `${((us / busyUs) * 100).toFixed(1)} %`;
  return [
    ["main thread, by part", "us/request", "share"],
    ...budgetParts.map((part) => [`${part}: ${budgetPartTexts[part]}`, parts[part].toFixed(2), share(parts[part])]),
    ["busy, the sum", busyUs.toFixed(2), share(busyUs)],
    ...(threads === undefined
      ? []
      : threadGroups.map((group) => [
          `CPU of ${threadGroupNames[group]}, by the kernel`,
          threads[group].toFixed(2),
          "",
        ])),
  ];
}
