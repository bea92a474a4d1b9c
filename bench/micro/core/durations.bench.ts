import { parseArgs } from "node:util";
import { Histogram, Registry } from "prom-client";
import { momentMs } from "../../../src/core/clock.ts";
import { Durations } from "../../../src/core/telemetry/durations.ts";
import { placeOfTurn } from "../../../src/traces/otlp-spans.ts";

/** The cost of recording a duration and of reading the clock; for comparison the library's own histogram, and the ids of a span. */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const timesEach = 2_000_000;
const tracedEach = 100_000;

const durations = new Durations();
const library = new Histogram({ name: "x", help: "x", labelNames: ["route"], registers: [new Registry()] });
/** Realistic durations: most are short. */
const passed = Array.from({ length: 1_024 }, (_, index) => 0.2 * 1.01 ** index);
let read = 0;
const conversation = "client/MOBILEAPP1/string/7" as never;

const cases: readonly (readonly [name: string, times: number, run: (index: number) => void])[] = [
  ["note a duration", timesEach, (index) => durations.note(passed[index & 1_023] ?? 0)],
  [
    "ask for the moment",
    timesEach,
    () => {
      read += momentMs();
    },
  ],
  ["prom-client, one label", timesEach / 4, (index) => library.observe({ route: "/a" }, passed[index & 1_023] ?? 0)],
  [
    "ids of a turn's span",
    tracedEach,
    (index) => {
      read += placeOfTurn({ cause: `AAAAAAAA-${index}`, conversation, atMs: index }).spanId.length;
    },
  ],
];

for (const [name, times, run] of cases) {
  const costs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const before = process.cpuUsage();
    for (let index = 0; index < times; index += 1) run(index);
    const { user, system } = process.cpuUsage(before);
    costs.push(((user + system) * 1_000) / times);
  }
  console.log(`${name}: ${Math.min(...costs).toFixed(1)} ns CPU at best of ${costs.length} rounds`);
}
if (read === 0) throw new Error("nothing was read");
