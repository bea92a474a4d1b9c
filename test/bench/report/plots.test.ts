import t from "tap";
import { flameBoxes } from "../../../bench/report/flame-plot.ts";
import { linePlot } from "../../../bench/report/line-plot.ts";
import { plotFilesOf } from "../../../bench/report/plot-files.ts";
import { withTitles } from "../../../bench/report/svg-titles.ts";
import type { ScenarioResult } from "../../../bench/scenarios/scenario.types.ts";
import { profiled, result } from "./figures.ts";

/** All rows of data in a plot. */
const rowsIn = (spec: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const rows: Readonly<Record<string, unknown>>[] = [];
  JSON.stringify(spec, (key, value) => {
    if (key === "values") rows.push(...value);
    return value;
  });
  return rows;
};

t.test(
  "several contestants are drawn as bars with a dot for each round, whose who ran under the profiler as a flame",
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
  "a scenario says how it is drawn; what nobody measured is left out, what is not there is a mistake",
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

t.test("the boxes of a flame graph lie on those who called them, and bear as much of a name as fits", async (t) => {
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
  const svg = '<svg xmlns="x"><path aria-label="a: 1 &lt; 2" role="graphics-symbol" d="M0"/><path d="M1"/></svg>';
  t.equal(
    withTitles(svg, 'p99 < "1" & more'),
    '<svg role="img" aria-label="p99 &lt; &quot;1&quot; &amp; more" xmlns="x"><title>p99 &lt; &quot;1&quot; &amp; more</title>' +
      '<path aria-label="a: 1 &lt; 2" role="graphics-symbol" d="M0"><title>a: 1 &lt; 2</title></path><path d="M1"/></svg>',
  );
});
