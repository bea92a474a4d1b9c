import t from "tap";
import { seedOfRun } from "../system/harness/random.ts";
import { parts } from "./parts.ts";

/** The parts that the test suite runs in their short form. The kills have a separate file, and the soak runs only by hand. */
const wanted: Readonly<Record<string, string>> = {
  folder:
    "[CH-19] a randomly damaged data folder is refused with the name of the file, or its damaged rows are reported, or it is served completely",
  frozen: "[DEL-01, DEL-24, BOT-18, BOT-45] after a freeze of the process, each timer fires once and in time",
  clock: "[DEL-01, DEL-24, BOT-18, BOT-45] setting the clock of a running service delays no retry and no hand-over",
  descriptors: "[CH-19] with no free descriptor, messages answered with 200 are stored, and the service continues",
  disk: "[CH-19, ERR-12] a disk that is full, read-only, slow, broken, torn or lying, and power cuts",
};

t.setTimeout(600_000);
// The parts wait more than they work.
t.jobs = 3;

for (const [name, title] of Object.entries(wanted)) {
  t.test(title, { buffered: true }, async (t) => {
    const part = await parts[name]?.();
    const rows = await part?.run({
      ...{ size: "short", seed: seedOfRun(), outFolder: null, signal: new AbortController().signal },
      progress: (line) => t.comment(line),
    });
    t.ok(rows !== undefined && rows.length > 0);
    for (const row of rows ?? []) t.equal(row.lost, 0, `${row.promise}: ${row.tried}: ${row.remark}; ${row.replay}`);
  });
}
