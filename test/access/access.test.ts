import t from "tap";
import { access } from "./access-part.ts";
import { accessTable } from "./access-table.ts";

t.test(
  "[AUTH-14, AUTH-15] every route and every frame has a row in the table of permissions, and behaves as the row says",
  async (t) => {
    const said: string[] = [];
    const { signal } = new AbortController();
    const [row] = await access.run({
      size: "short",
      seed: 1,
      progress: (line) => void said.push(line),
      signal,
      outFolder: null,
    });
    t.strictSame(said, []);
    t.match(row, { lost: 0 });
    t.ok(Number(row?.count) >= Object.keys(accessTable).length, `${row?.count} doors`);
  },
);
