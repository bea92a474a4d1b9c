import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { parseCommandLine } from "../../../../bench/load/options.ts";
import { describeMoves, renderMachine } from "../../../../bench/load/service/machine-moved.ts";
import { readFigures } from "../../../../bench/report/figures-file.ts";
import { flameBoxes } from "../../../../bench/report/flame-plot.ts";
import { joinFigures } from "../../../../bench/report/join-figures.ts";
import { linePlot } from "../../../../bench/report/line-plot.ts";
import { renderReport } from "../../../../bench/report/markdown.ts";
import { plotFilesOf } from "../../../../bench/report/plot-files.ts";
import { withTitles } from "../../../../bench/report/svg-titles.ts";
import type { ScenarioResult } from "../../../../bench/scenarios/scenario.types.ts";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import { mistakeIn } from "../run-bench.ts";
import { figures, machineState, profiled, result } from "./figures.ts";

const names = ["ingest", "status"];

t.test("a report has targets, misses, wrong checks and the machine, with any characters in their names", async (t) => {
  const joined = joinFigures([{ ...figures, results: { ingest: { ...result, profile: [profiled] } } }], names);
  const text = renderReport(joined, plotFilesOf(joined.scenarios));
  const lines = [
    "2 targets, 1 missed; checks that found something wrong: 1.",
    "| ingest | share of the \\*echo\\* | \\>= 0.60 | 0.500 | MISSED |",
    "| ingest | p99 | \\<= 15 ms | 7.0 ms | met |",
    "| ingest | verify parley | nothing wrong | 1 mistakes | WRONG |",
    "| processor | A \\<fast\\> one, 2 cores |",
    "| fdatasync | 0.50 ms |",
    "| Node | 22.20.0 |",
    "| commit | abc1234, with changes that are not committed |",
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
    "![ingest: requests/s](plots/ingest.svg)",
    "### parley, log \\<info\\>, under the profiler",
    "| busy, the sum | 8.00 | 100.0 % |",
    "| CPU of V8's helpers, by the kernel | 2.00 |  |",
    "![ingest: flame graph of parley, log \\<info\\>](ingest-flame.svg)",
  ];
  const written = text.split("\n");
  for (const line of lines) t.ok(written.includes(line), `${line}\n${text}`);
  t.notMatch(text, "of part 1", "one run has no parts");
});

t.test("runs are joined: the later run counts, and each machine is listed", async (t) => {
  const status = { ...result, title: "status: a digit", verdicts: [], checks: [] };
  const later: typeof figures = {
    ...figures,
    startedAt: "2026-01-03T00:00:00.000Z",
    machineAfter: machineState,
    versions: { commit: "def5678", node: "22.23.3" },
    results: { status, ingest: { ...result, title: "ingest: later", checks: [] } },
  };
  const joined = joinFigures([later, { ...figures, results: { ...figures.results, other: status } }], names);
  t.same(
    joined.scenarios.map((scenario) => [scenario.name, scenario.result.title, scenario.part]),
    [
      ["ingest", "ingest: later", 2],
      ["status", "status: a digit", 2],
      ["other", "status: a digit", 1],
    ],
  );
  const text = renderReport(joined, []);
  t.match(text, /^## The machine of part 1: other\n[\s\S]*moved: CPU work 1\.00 -> 1\.17/m);
  t.match(text, /^## The machine of part 2: ingest, status\n[\s\S]*\| commit \| def5678, nothing changed \|/m);
  t.match(text, "ingest: later. Measured in part 2.");
  t.same(joinFigures([figures, later], names).parts.length, 1, "a run of which nothing counts is left out");
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

t.test("a file that is not from a run is refused with a sentence", async (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  t.same(readFigures(file("good.json", JSON.stringify(figures))).results["ingest"], JSON.parse(JSON.stringify(result)));
  t.throws(() => readFigures(join(folder, "none.json")), /none\.json: expected a file of figures, ENOENT/);
  t.throws(() => readFigures(file("torn.json", "{")), /torn\.json: expected a file of figures, /);
  t.throws(
    () => readFigures(file("old.json", JSON.stringify({ ...figures, machineAfter: undefined }))),
    /machineAfter/,
  );
  const compared = { ...figures, results: { ingest: { old: [], new: [] } } };
  t.throws(
    () => readFigures(file("compared.json", JSON.stringify(compared))),
    /results of scenarios, "ingest" is none/,
  );
});

t.test("the options of the command line of report", async (t) => {
  t.match(parseCommandLine(["report", "a.json", "b.json"]), {
    kind: "report",
    options: { files: ["a.json", "b.json"] },
  });
  t.match(parseCommandLine(["--report"]), { kind: "run", options: { report: true } });
  t.match(mistakeIn(["report"]), /missing required argument 'file'/);
});

/** Returns all data rows of a plot. */
const rowsIn = (spec: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const rows: Readonly<Record<string, unknown>>[] = [];
  JSON.stringify(spec, (key, value) => {
    if (key === "values") rows.push(...value);
    return value;
  });
  return rows;
};

t.test(
  "several contestants are drawn as bars with a dot for each round, and profiled ones as a flame graph",
  async (t) => {
    const plots = plotFilesOf([
      { name: "ingest", result: { ...result, profile: [profiled, { ...profiled, name: "B" }] } },
    ]);
    t.same(
      plots.map(({ file, language }) => [file, language]),
      [
        ["plots/ingest.svg", "vega-lite"],
        ["ingest-parley-log-info-flame.svg", "vega"],
        ["ingest-b-flame.svg", "vega"],
      ],
    );
    t.same(
      rowsIn(plots[0]?.spec).flatMap(({ told }) => told ?? []),
      [
        ...["uWS echo: median 100 requests/s", "parley: median 50 requests/s"],
        ...["uWS echo, round 1: 90 requests/s", "uWS echo, round 2: 110 requests/s"],
        ...["parley, round 1: 40 requests/s", "parley, round 2: 60 requests/s"],
      ],
    );
    t.same(plotFilesOf([{ name: "alone", result: { ...result, contestants: [] } }]), []);
  },
);

t.test(
  "a scenario chooses its plots; values that were not measured are left out, and a missing column is a mistake",
  async (t) => {
    const lines = {
      kind: "lines",
      title: "latency",
      columns: ["perSecond", "maxMs"],
      yTitle: "ms",
      scale: "log",
    } as const;
    const plots: ScenarioResult["plots"] = [{ kind: "bars", column: "maxMs" }, lines];
    const [bars, curve] = plotFilesOf([{ name: "x", result: { ...result, plots } }]);
    t.same(
      [bars?.file, bars?.title, curve?.file, curve?.title],
      ["plots/x.svg", "x: max ms", "plots/x-2.svg", "x: latency"],
    );
    t.same(
      rowsIn(bars?.spec).map(({ contestant, value }) => [contestant, value]),
      [
        ...[["parley", 9]],
        ...[["uWS echo", 3]],
        ...[
          ["parley", 9],
          ["parley", 7],
        ],
        ...[["parley", 9]],
      ],
      "a bar, dots and a label",
    );
    t.same(
      rowsIn(curve?.spec).map(({ label, heading, value }) => [label, heading, value]),
      [
        ["uWS echo", "requests/s", 100],
        ["parley", "requests/s", 50],
        ["parley", "max ms", 9],
      ],
    );
    const panels = [{ title: "service", lines: [{ contestant: "parley", label: "at 50 %" }] }];
    t.match(rowsIn(linePlot("x", { ...lines, panels }, result).spec), [{ panel: "service", label: "at 50 %" }]);
    const wrong = [{ title: "", lines: [{ contestant: "nobody", label: "" }] }];
    t.throws(() => linePlot("x", { ...lines, panels: wrong }, result), /"nobody"/);
    t.throws(
      () => plotFilesOf([{ name: "x", result: { ...result, plots: [{ kind: "bars", column: "p50" }] } }]),
      /"p50"/,
    );
  },
);

t.test("the boxes of a flame graph are above their callers, and show as much of a name as fits", async (t) => {
  const thin = { name: "read  lmdb/read.js:81", part: "rows", us: 24, children: [] } as const;
  const [whole, serve, collector, read, ...more] = flameBoxes(
    {
      ...profiled.flame,
      children: profiled.flame.children.map((child, at) => (at === 0 ? { ...child, children: [thin] } : child)),
    },
    100,
  ).toSorted((left, right) => left.depth - right.depth);
  t.same(more, []);
  t.match(whole, { x: 0, width: 1_200, depth: 0, label: "main thread, busy" });
  t.match(serve, { x: 0, width: 900, depth: 1, label: "serve  src/edge/server/router.ts:86" });
  t.match(collector, { x: 900, width: 300, depth: 1 });
  t.match(read, { x: 0, width: 36, depth: 2, label: "rea…" });
  t.equal(read?.told, "read  lmdb/read.js:81: 3.0 %, 0.24 us/request (rows)");
});

t.test("a picture and its shapes have titles", async (t) => {
  const svg =
    '<svg xmlns="x"><path aria-label="a: 1 &lt; 2" role="graphics-symbol" aria-roledescription="bar" d="M0"/><path d="M1"/></svg>';
  t.equal(
    withTitles(svg, 'p99 < "1" & $& more'),
    '<svg role="img" aria-label="p99 &lt; &quot;1&quot; &amp; $&amp; more" xmlns="x"><title>p99 &lt; &quot;1&quot; &amp; $&amp; more</title>' +
      '<path d="M0"><title>a: 1 &lt; 2</title></path><path d="M1"/></svg>',
  );
});
