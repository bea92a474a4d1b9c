import t from "tap";
import { parseCommandLine } from "../../../bench/load/options.ts";
import type { Profiled } from "../../../bench/load/profile/profile.ts";
import { describeMoves, renderMachine } from "../../../bench/load/service/machine.ts";
import type { RunFigures } from "../../../bench/report.ts";
import { renderReport, whyNotReported } from "../../../bench/report.ts";
import type { ScenarioResult } from "../../../bench/scenarios/scenario.types.ts";
import { mistakeIn } from "./run-bench.ts";

const machineState = { cpuMs: 10, memoryMs: 20, fdatasyncMs: 0.5, loopbackUs: 30, loadAverage: 1.25 };

const parts = {
  ...{ sockets: 1, HTTP: 2, parse: 0, step: 3, snapshot: 0, commit: 0, rows: 0, outbound: 0, log: 0 },
  ...{ collector: 1.5, rest: 0.5 },
};

const profiled: Profiled = {
  name: "parley, log <info>",
  lines: [],
  budget: { requests: 100, parts, busyUs: 8, threads: { main: 7.5, v8: 2, pool: 1, others: 0 } },
  file: "bench/results/ingest.cpuprofile",
};

const result: ScenarioResult = {
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
  profile: [profiled],
};

const figures: RunFigures = {
  startedAt: new Date("2026-01-02T03:04:05.000Z"),
  machine: { cpu: "A <fast> one", cores: 2, memoryMib: 8_192, kernel: "6.1.0" },
  machineBefore: machineState,
  machineAfter: { ...machineState, cpuMs: 11.7 },
  versions: { commit: "abc1234", node: "22.20.0" },
  options: { only: ["ingest"], rounds: 2, seconds: 5, nodeFlags: "", report: true, profile: false },
  results: { ingest: result },
  failed: { cluster: "PostgreSQL is *missing*" },
};

t.test("a report has targets, misses, wrong checks and the machine, with any characters in their names", async (t) => {
  const text = renderReport(figures);
  const lines = [
    "2 targets, 1 missed; checks that found something wrong: 1.",
    "| ingest | share of the \\*echo\\* | \\>= 0.60 | 0.500 | MISSED |",
    "| ingest | p99 | \\<= 15 ms | 7.0 ms | met |",
    "| ingest | verify parley | nothing wrong | 1 mistakes | WRONG |",
    "Not measured: cluster, because PostgreSQL is \\*missing\\*",
    "| processor | A \\<fast\\> one, 2 cores |",
    "| fdatasync | 0.50 ms |",
    "| Node of all contestants | 22.20.0 |",
    "| commit | abc1234 |",
    "| date | 2026-01-02T03:04:05.000Z |",
    "| options | rounds 2, seconds 5 |",
    "The machine moved: CPU work 1.00 -> 1.17 (the time it took, before and after the run).",
    "| CPU work, ms | 10.0 | 11.7 | 1.17 |",
    "ingest: messages \\| one per line.",
    "|  | requests/s | max ms |",
    "| uWS echo | 100 | - |",
    "| parley | 50 | 9.0 |",
    "| share of the \\*echo\\* | \\>= 0.60 | 0.500 | MISS |",
    "| CPU of the echo | none | 0.1 |  |",
    "- verify parley: **WRONG**, 100 answered, 99 stored",
    "  - message\\_7 is gone",
    "### parley, log \\<info\\>, under the profiler",
    "| busy, the sum | 8.00 | 100.0 % |",
    "| CPU of V8's helpers, by the kernel | 2.00 |  |",
  ];
  const written = text.split("\n");
  for (const line of lines) t.ok(written.includes(line), `${line}\n${text}`);
});

t.test("a scenario that meets all of its targets is one line of the summary", async (t) => {
  const verdicts = result.verdicts.map((verdict) => ({ ...verdict, isMet: verdict.isMet === null ? null : true }));
  const text = renderReport({ ...figures, results: { ingest: { ...result, verdicts, checks: [] } } });
  t.match(text, "| ingest | all 2 targets |  |  | met |");
  t.notMatch(text, "| ingest | p99 |");
});

t.test("a report is of one commit without changes", async (t) => {
  t.equal(whyNotReported({ commit: "abc1234" }), null);
  t.match(whyNotReported({ commit: "abc1234-dirty" }), /changes beside abc1234: commit them first/);
  t.match(whyNotReported({ commit: null }), /needs a checkout of git/);
  t.match(parseCommandLine(["--report"]), { kind: "run", options: { report: true } });
  t.match(mistakeIn(["report", "a.json"]), /too many arguments/);
});

t.test("a report says which measurements of the machine moved, or that it did not move", async (t) => {
  const after = { ...machineState, memoryMs: 21.9, fdatasyncMs: 0.25, loopbackUs: 40, loadAverage: 9 };
  t.equal(
    describeMoves(machineState, after),
    "the machine moved: fdatasync 1.00 -> 0.50, loopback round trip 1.00 -> 1.33 (the time it took, before and after the run)",
  );
  t.match(describeMoves(machineState, { ...machineState, cpuMs: 10.9, loadAverage: 20 }), /^the machine stood still: /);
  t.match(renderMachine(machineState, after), /^ {2}fdatasync, ms +0\.50 +0\.25 +0\.50$/m);
});
