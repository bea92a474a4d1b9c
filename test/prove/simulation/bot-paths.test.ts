import t from "tap";
import { findSimplePaths } from "../../machines/bot-table/bot-paths.ts";
import { byEnd, problemOf } from "../../machines/bot-table/path-problems.ts";

t.test("every simple path follows the state table", async (t) => {
  const paths = findSimplePaths();
  t.ok(paths.length > 4_000, `${paths.length} paths`);
  for (const [end, group] of byEnd(paths)) {
    const problems = group.map((path) => problemOf(path)).filter((problem) => problem !== null);
    t.strictSame(problems.slice(0, 3), [], `${group.length} paths to ${end}`);
  }
});
