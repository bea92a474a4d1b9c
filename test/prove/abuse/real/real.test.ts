import t from "tap";
import { idle } from "./idle-part.ts";
import { slow } from "./slow-part.ts";

t.setTimeout(180_000);

for (const part of [idle, slow])
  t.test(`[LIM-04, ERR-16] ${part.summary}`, async (t) => {
    const progress = (line: string): void => void t.comment(line);
    const rows = await part.run({
      size: "short",
      seed: 1,
      progress,
      signal: new AbortController().signal,
      outFolder: null,
    });
    for (const row of rows) {
      t.equal(row.lost, 0, `${row.tried}: ${row.remark}`);
      t.comment(`${row.count} ${row.unit}: ${row.remark}`);
    }
  });
