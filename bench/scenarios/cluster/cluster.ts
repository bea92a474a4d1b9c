import { loadColumns } from "../../load/figures/measure.ts";
import type { Column, Scenario } from "../scenario.types.ts";
import { measureFanOut } from "./fan-out.ts";
import { measureNodeLoads } from "./node-loads.ts";
import { measureNodeMemory } from "./node-memory.ts";

const columns: readonly Column[] = [
  ...loadColumns.filter(({ key }) => key !== "cpuSeconds" && key !== "rssMib"),
  { key: "engineUsPerRequest", heading: "engine us/request", digits: 2, summary: "median" },
  { key: "wholeP99Ms", heading: "whole p99 ms", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "heapMib", heading: "heap used MiB", digits: 1, summary: "median" },
];

/** Several nodes on one PostgreSQL, and one node on PostgreSQL compared with one on the embedded store. */
export const cluster: Scenario = async (context) => {
  const load = await measureNodeLoads(context);
  const fanOut = await measureFanOut(context);
  const memory = await measureNodeMemory(context);
  const parts = [load, fanOut, memory];
  return {
    title: `cluster: durable customer messages, ${context.options.chats} chats, on PostgreSQL and on LMDB; what other nodes' desks are told; memory`,
    columns,
    contestants: parts.flatMap(({ contestants }) => contestants),
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    checks: parts.flatMap(({ checks }) => checks),
    profile: load.profile,
  };
};
