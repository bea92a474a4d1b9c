import t from "tap";
import { seedOfRun } from "../system/harness/random.ts";
import { parts } from "./parts.ts";

/** Those that the suite runs as they are; kills have a file of their own, the soak is for by hand. */
const wanted: Readonly<Record<string, string>> = {
  folder: "[CH-19] a data folder that is damaged at random is refused by name, told by row, or served whole",
  frozen: "[DEL-01, DEL-24, BOT-18, BOT-45] a process that stood still: each clock once, and in time",
  clock:
    "[DEL-01, DEL-24, BOT-18, BOT-45] a clock that is set under the service: no retry and no hand-over waits for it",
  descriptors: "[CH-19] no descriptor left: what was answered 200 is there, and it goes on",
  disk: "[CH-19, ERR-12] a disk that is full, read-only, slow, broken, torn or lying, and power cuts",
};

t.setTimeout(600_000);
// They wait more than they work.
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
