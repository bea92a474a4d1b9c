import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { needsOf } from "./prepare.ts";
import { runSuite } from "./run-suite.ts";
import { selectFiles } from "./select-files.ts";

const ok = 'console.log("TAP version 14\\nok 1 - one\\n1..1");';

/** The first run of the file fails, and each later one passes. */
const failsOnce = (mark: string): string => `
  import { existsSync, writeFileSync } from "node:fs";
  const isFirst = !existsSync(${JSON.stringify(mark)});
  writeFileSync(${JSON.stringify(mark)}, "");
  console.log("TAP version 14\\n" + (isFirst ? "not ok" : "ok") + " 1 - in time\\n1..1");
`;

t.test(
  "a file that fails and then passes alone is a race, which does not fail the run; a broken file fails twice",
  async (t) => {
    const folder = t.testdir({
      "good.mjs": ok,
      "broken.mjs": 'console.log("TAP version 14\\nnot ok 1 - wrong\\n1..1");',
    });
    const mark = join(folder, "mark");
    writeFileSync(join(folder, "racing.mjs"), failsOnce(mark));
    const files = ["good", "broken", "racing"].map((name) => ({
      source: `${name}.ts`,
      built: join(folder, `${name}.mjs`),
    }));
    const { tally, races } = await runSuite(files, {});
    t.ok(existsSync(mark));
    t.equal(tally.passed, 2, "the racing file counts with its second run");
    t.same(
      tally.failures.map(({ path }) => path),
      [["broken.ts", "wrong"]],
    );
    t.same(
      races.map(({ path }) => path),
      [["racing.ts", "in time"]],
    );
  },
);

t.test("a name selects its file or folder, and the proofs run only if they are named", async (t) => {
  const all = selectFiles([]);
  t.ok(Array.isArray(all) && all.length > 0 && all.every((file: string) => !file.startsWith("test/prove/")));
  t.same(selectFiles(["./test/project/run-suite.test.ts"]), ["test/project/run-suite.test.ts"]);
  t.ok(selectFiles(["test/prove/"]).length > 0);
  t.match(
    selectFiles(["test/nowhere"]),
    /^Expected a test file or a folder of tests.* got test\/nowhere, which does not exist\.$/,
  );
  t.match(selectFiles(["src"]), /got src, which has none\.$/);
});

t.test("a test gets what it needs, and nothing else", async (t) => {
  const needs = (...sources: readonly string[]) => needsOf(sources, (path) => readFileSync(path, "utf8"));
  t.same(needs("src/codec/json/json.ts"), { parts: [], hasBrowser: false, hasProxies: false, hasPostgres: false });
  t.same(needs("src/edge/web/web-files.ts", "src/tasks/worker-pool.ts").parts, ["pages", "workers"]);
  t.match(needs("test/system/harness/service/program.ts"), {
    parts: ["service", "adapters", "workers", "commands", "pages"],
  });
  t.match(needs("test/harness/postgres.ts"), { hasPostgres: true, parts: [] });
  t.match(
    needsOf(["test/x.test.ts"], () => 'import { chromium } from "playwright-core";'),
    { hasBrowser: true, parts: [] },
  );
});
