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
export const budgetPartTexts: Readonly<Record<BudgetPart, string>> = {
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
    ...["src/store/lmdb/rows/", "src/store/needed-rows.ts", "src/store/shared-rows.ts", "src/core/rows/"],
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
