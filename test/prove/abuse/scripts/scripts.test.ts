import t from "tap";
import { scripts } from "./scripts-part.ts";

t.setTimeout(180_000);

t.test("[AUTH-14, CH-60] texts of others run nowhere, and are shown as they were written", async (t) => {
  const said: string[] = [];
  const { signal } = new AbortController();
  const [row] = await scripts.run({
    size: "short",
    seed: 1,
    progress: (line) => void said.push(line),
    signal,
    outFolder: null,
  });
  t.strictSame(said, []);
  t.match(row, { lost: 0 });
  t.ok(Number(row?.count) > 100, `${row?.count} looks`);
});
