import type { Profiled } from "../../../../bench/load/profile/profile.ts";
import type { FiguresFile } from "../../../../bench/report/figures-file.ts";
import type { ScenarioResult } from "../../../../bench/scenarios/scenario.types.ts";

export const machineState = { cpuMs: 10, memoryMs: 20, fdatasyncMs: 0.5, loopbackUs: 30, loadAverage: 1.25 };

const parts = {
  ...{ sockets: 1, HTTP: 2, parse: 0, step: 3, snapshot: 0, commit: 0, rows: 0, outbound: 0, log: 0 },
  ...{ collector: 1.5, rest: 0.5 },
};

export const profiled: Profiled = {
  name: "parley, log <info>",
  lines: [],
  budget: { requests: 100, parts, busyUs: 8, threads: { main: 7.5, v8: 2, pool: 1, others: 0 } },
  flame: {
    ...{ name: "main thread, busy", part: "rest", us: 800 },
    children: [
      { name: "serve  src/edge/server/router.ts:86", part: "HTTP", us: 600, children: [] },
      { name: "(garbage collector)", part: "collector", us: 200, children: [] },
    ],
  },
};

export const result: ScenarioResult = {
  title: "ingest: messages | one per line",
  columns: [
    { key: "perSecond", heading: "requests/s", digits: 0, summary: "median" },
    { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  ],
  contestants: [
    { name: "uWS echo", rounds: [{ perSecond: 90, maxMs: 3 }, { perSecond: 110 }] },
    {
      name: "parley",
      rounds: [
        { perSecond: 40, maxMs: 9 },
        { perSecond: 60, maxMs: 7 },
      ],
    },
  ],
  verdicts: [
    { name: "share of the *echo*", target: ">= 0.60", measured: "0.500", isMet: false },
    { name: "p99", target: "<= 15 ms", measured: "7.0 ms", isMet: true },
    { name: "CPU of the echo", target: "none", measured: "0.1", isMet: null },
  ],
  checks: [{ name: "verify parley", detail: "100 answered, 99 stored", mistakes: ["message_7 is gone"] }],
  profile: [],
};

export const figures: FiguresFile = {
  startedAt: "2026-01-02T03:04:05.000Z",
  machine: { cpu: "A <fast> one", cores: 2, memoryMib: 8_192, kernel: "6.1.0" },
  machineBefore: machineState,
  machineAfter: { ...machineState, cpuMs: 11.7 },
  versions: { commit: "abc1234-dirty", node: "22.20.0" },
  options: { only: ["ingest"], rounds: 2, seconds: 5, nodeFlags: "", report: true, profile: false },
  results: { ingest: result },
};
