import t from "tap";
import { kinds } from "../../../../bench/compare/kinds.ts";
import { renderComparison } from "../../../../bench/compare/report.ts";
import type { Measured, Slice } from "../../../../bench/compare/slices.ts";

/** The slices of one launch with four pairs; the sides take turns in beginning. */
function slicesOf(launch: number, places: readonly number[], mainUs: readonly number[]): readonly Slice[] {
  return mainUs.map((main, at) => ({
    launch,
    place: places[at] ?? 0,
    requests: 1_000,
    perSecond: 2_000,
    cpuUs: { main, v8: 10, pool: 20, others: 0 },
  }));
}

const measuredWith = (mistakes: readonly string[], fresh: readonly number[]): Measured => ({
  old: [1, 2].flatMap((launch) => slicesOf(launch, [1, 4, 5, 8], [70, 70, 72, 70])),
  new: [1, 2].flatMap((launch) => slicesOf(launch, [2, 3, 6, 7], fresh)),
  rssMib: { old: [200, 210.4], new: [180, 170] },
  ownMib: { old: [100], new: [90.6] },
  mistakes,
});

const render = (measured: Measured): string =>
  renderComparison("ingest", kinds.ingest, measured, {
    pairs: 8,
    launches: 2,
    seconds: 1,
    connections: 64,
    chats: 10_000,
  });

t.test("a comparison is one table: all threads, each group, requests a second, memory, a verdict", async (t) => {
  const lines = render(measuredWith([], [20, 22, 20, 20])).split("\n");
  t.equal(lines[0], "ingest: durable customer messages, 10000 chats, 64 connections, 8 pairs of 1 s in 2 launches");
  t.same(
    lines.slice(1).map((line) => line.trim().split(/ {2,}/)),
    [
      ["old", "new", "ratio", "half of the pairs", "half of same/same"],
      ["CPU us/message", "100.0", "50.0", "0.500", "0.498 to 0.505", "1.005 to 1.035"],
      ["main thread", "70.0", "20.0", "0.286", "0.284 to 0.293", "1.007 to 1.082"],
      ["V8's helpers", "10.0", "10.0", "1.000", "1.000 to 1.000", "1.000 to 1.000"],
      ["libuv's pool", "20.0", "20.0", "1.000", "1.000 to 1.000", "1.000 to 1.000"],
      ["other threads", "0.0", "0.0"],
      ["messages/s", "2000", "2000", "1.000", "1.000 to 1.000", "1.000 to 1.000"],
      ["RSS MiB", "210", "180"],
      ["own MiB, collected", "100", "91"],
      ["CPU 0.500 of the old, 95 % between 0.490 and 0.520; median of each launch 0.500, 0.500: told apart from noise"],
    ],
  );
});

t.test("equal sides are within the noise, and mistakes are reported", async (t) => {
  const text = render(measuredWith(["launch 1, new: run 3 met 2 answers other than 2xx"], [70, 69, 72, 71]));
  t.match(text, /: within the noise$/m);
  t.match(text, /^ {2}WRONG: launch 1, new: run 3 met 2 answers other than 2xx$/m);
});
