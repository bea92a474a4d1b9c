import { existsSync } from "node:fs";
import t from "tap";
import { longest, longestFirst } from "./longest-first.ts";

const files = (...sources: readonly string[]) => sources.map((source) => ({ source, built: "" }));

t.test("the files that are named as taking long exist", async (t) => {
  t.same(
    longest.filter((name) => !existsSync(name)),
    [],
  );
});

t.test("they come first, on each store; the others keep their order", async (t) => {
  const [first = "", second = ""] = longest;
  const given = files("test/a.test.ts", second, "test/c.test.ts", "test/b.test.ts", first, `${second} (postgres)`);
  const wanted = files(first, second, `${second} (postgres)`, "test/a.test.ts", "test/c.test.ts", "test/b.test.ts");
  t.same(longestFirst(given), wanted);
});
