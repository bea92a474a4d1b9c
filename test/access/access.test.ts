import t from "tap";
import { compareAccess } from "./compare-access.ts";

t.setTimeout(180_000);

t.test(
  "[AUTH-14, AUTH-15] every route and every frame has a row in the table of permissions, and behaves as the row says",
  async (t) => {
    const { cells, differences } = await compareAccess();
    t.strictSame(differences, []);
    t.ok(cells > 1_000, `${cells} attempts`);
  },
);
