import type { Cells } from "../figures/table.ts";
import type { GroupTimes } from "../service/threads.ts";
import { threadGroupNames, threadGroups } from "../service/threads.ts";

/** The parts of a request's time. */
export const budgetParts = [
  "sockets",
  "HTTP",
  "parse",
  "step",
  "snapshot",
  "commit",
  "rows",
  "outbound",
  "log",
  "collector",
  "rest",
] as const;
export type BudgetPart = (typeof budgetParts)[number];

/** Their names in the table. */
const budgetPartTexts: Readonly<Record<BudgetPart, string>> = {
  sockets: "native code between functions, which reads and writes sockets",
  HTTP: "heads of requests, bodies, answers",
  parse: "JSON and its schemas",
  step: "finding actors, machines, turns",
  snapshot: "actors and their steps as bytes",
  commit: "the journal, or the database",
  rows: "rows read and kept",
  outbound: "requests to others",
  log: "log lines and metrics",
  collector: "garbage collection",
  rest: "everything else",
};

/**
 * The paths of each part; the longest matching prefix decides. A place without a match (helpers of `src/core/`, Node's own
 * modules) counts as its caller.
 */
const placesOf: Readonly<Record<Exclude<BudgetPart, "rest">, readonly string[]>> = {
  // Without JavaScript on the stack, the event loop or uWebSockets.js is running. uWebSockets.js parses request headers there.
  sockets: ["(sockets)", "(program)"],
  HTTP: ["src/edge/", "src/app/wire-edge.ts", "uWebSockets.js/"],
  parse: [
    ...["src/codec/json/", "src/codec/a-customer/", "src/codec/b-bot/", "src/codec/call/", "src/codec/schema/"],
    ...["src/codec/desk/", "src/codec/admin/", "src/codec/visitor/", "src/codec/text/"],
    ...["src/tasks/", "workers/", "piscina/", "typebox/", "lossless-json/"],
  ],
  step: ["machines/", "src/actors/", "src/domain/", "xstate/"],
  snapshot: [
    "src/codec/contexts/",
    "src/codec/proto/generated/contexts.js",
    "src/actors/history/",
    "src/actors/cell.ts",
  ],
  commit: ["src/store/", "src/codec/proto/", "protobufjs/", "pg/", "pg-protocol/", "pg-pool/"],
  rows: [
    ...["src/store/lmdb/rows/", "src/store/shared-rows.ts", "src/core/rows/"],
    ...["lmdb/", "msgpackr/", "ordered-binary/", "lru-cache/"],
  ],
  outbound: ["src/delivery/", "src/codec/c-webhook/", "undici/", "node:net", "node:tls"],
  log: [
    ...["src/core/telemetry/", "src/edge/telemetry/", "src/domain/telemetry/", "src/traces/"],
    ...["pino/", "sonic-boom/", "prom-client/", "@opentelemetry/"],
  ],
  collector: ["(garbage collector)"],
};

const beginnings = Object.entries(placesOf)
  .flatMap(([part, places]) => places.map((place) => [place, part as BudgetPart] as const))
  .sort(([left], [right]) => right.length - left.length);

/** Returns `undefined` when the caller decides. */
export const partOf = (path: string): BudgetPart | undefined =>
  beginnings.find(([beginning]) => path.startsWith(beginning))?.[1];

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
  nodes: readonly { readonly budgetPart: BudgetPart; readonly ownUs: number }[],
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
