import t from "tap";
import { seedOfRun } from "../../system/harness/random.ts";
import { killsPart } from "./kills-part.ts";

t.setTimeout(600_000);

t.test(
  "[CH-19, CH-23, CH-41, CH-60, CALL-06, DEL-06, DEL-18, DEL-25, BOT-35, WH-39] 50 kills under a mixed load of all surfaces: everything answered is stored, in order, and every delivery ends",
  async (t) => {
    const seed = seedOfRun();
    const rows = await killsPart.run({
      ...{ size: "short", seed, outFolder: null, signal: new AbortController().signal },
      progress: (line) => t.comment(line),
    });
    t.ok(rows.length > 5);
    for (const row of rows) t.equal(row.lost, 0, `${row.promise}: ${row.remark}; ${row.replay}`);
  },
);
