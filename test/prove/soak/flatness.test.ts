import t from "tap";
import { createRandom } from "../../system/harness/random.ts";
import { drawCurves, toCsv } from "./curve.ts";
import type { Sample } from "./flatness.ts";
import { growth } from "./flatness.ts";
import { soak, soakLaws } from "./soak-part.ts";

const everyMs = 10_000;

/** Ten minutes of a service whose memory is flat after the warm-up, with the sawtooth curve of a garbage collector. */
function day(change: (sample: Sample, at: number) => Partial<Sample> = () => ({})): readonly Sample[] {
  const random = createRandom(1);
  return Array.from({ length: 60 }, (_, at) => {
    const warm = Math.min(1, at / 15);
    const sample = {
      atMs: (at + 1) * everyMs,
      rssMib: 150 + 100 * warm + at * 20,
      ownMib: 200 + at * 5,
      besideHeapMib: 110 + 20 * warm + (at % 4) * 15,
      heapMib: 40 + 20 * warm + (at % 5) * 12,
      handles: 20 + Math.floor(random() * 10),
      openFiles: 60 + Math.floor(random() * 8),
      p99Ms: 30 + random() * 60,
      requests: 3_000,
    };
    return { ...sample, ...change(sample, at) };
  });
}

t.test("a flat day shows no growth, regardless of warm-up, garbage collector and the store's file", async (t) => {
  t.strictSame(growth(day()), []);
});

t.test("each planted growth is found", async (t) => {
  const planted: Readonly<Record<string, (sample: Sample, at: number) => Partial<Sample>>> = {
    besideHeapMib: ({ besideHeapMib }, at) => ({ besideHeapMib: besideHeapMib + at * 2 }),
    heapMib: ({ heapMib }, at) => ({ heapMib: heapMib + at * 2 }),
    handles: ({ handles }, at) => ({ handles: handles + at / 2 }),
    openFiles: ({ openFiles }, at) => ({ openFiles: openFiles + at }),
    p99Ms: ({ p99Ms }, at) => ({ p99Ms: p99Ms + at * 3 }),
  };
  for (const [figure, change] of Object.entries(planted)) {
    const found = growth(day(change));
    t.equal(found.length, 1, figure);
    t.match(found[0], new RegExp(`^${figure} grew by `));
  }
  t.match(growth(day().slice(0, 9)), [/^expected 9 samples/], "a short day proves nothing");
});

t.test("the curve has a line for each figure, the table a row for each sample", async (t) => {
  const svg = drawCurves(day());
  t.equal(svg.match(/<polyline/g)?.length, 7);
  t.notMatch(svg, /NaN|undefined/);
  const csv = toCsv(day()).trim().split("\n");
  t.equal(csv[0], "atMs,rssMib,ownMib,besideHeapMib,heapMib,handles,openFiles,p99Ms,requests");
  t.equal(csv.length, 61);
});

t.test("some seconds with a real service: every figure is read, and chats are closed", async (t) => {
  t.setTimeout(120_000);
  const history = await soak(
    { seed: 1, progress: (line) => t.comment(line), signal: new AbortController().signal },
    5_000,
    1_000,
  );
  t.ok(history.samples.length >= 3);
  for (const sample of history.samples.slice(0, 1))
    for (const [name, value] of Object.entries(sample)) t.ok(value > 0, `${name}: ${value}`);
  const [, answers] = soakLaws;
  t.strictSame(answers?.faults(history), []);
  t.ok(history.chats > 0);
});
