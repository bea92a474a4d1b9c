import { existsSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import type { BuiltFile, RunSettings } from "./run-files.ts";
import { runFiles } from "./run-files.ts";
import type { FileTally } from "./tap-tally.ts";
import { createTally } from "./tap-tally.ts";

const pass = 'console.log("TAP version 14\\nok 1 - one\\n1..1");';
const forever = "setInterval(() => undefined, 1_000);";

/** Runs files until they end. Returns the counts of each file, by its name, and every failure with its details. */
async function runToEnd(files: readonly BuiltFile[], settings: Partial<RunSettings> = {}) {
  const ended: FileTally[] = [];
  const { parser, tally } = createTally((file) => ended.push(file));
  await runFiles(
    files.map((file) => [file]),
    parser,
    new AbortController().signal,
    settings,
  );
  return {
    counts: ended.map(({ file, passed, failed }) => [file, passed, failed]).sort(),
    failures: tally.failures.map(({ path, details }) => [path.join(" > "), details]).sort(),
  };
}

const filesIn = (folder: string, ...names: readonly string[]): readonly BuiltFile[] =>
  names.map((name) => ({ source: `${name}.ts`, built: join(folder, `${name}.mjs`) }));

t.test("a file that reports success but ends with an error has failed, and affects no other file", async (t) => {
  const folder = t.testdir({
    "good.mjs": pass,
    "exits.mjs": `${pass} process.exitCode = 3;`,
    "killed.mjs": `${pass} process.kill(process.pid, "SIGKILL");`,
    "silent.mjs": "",
    "half.mjs": 'console.log("ok 1 - one"); console.log("not ok 2 - two");',
  });
  const { counts, failures } = await runToEnd(filesIn(folder, "good", "exits", "killed", "silent", "half"));
  t.same(counts, [
    ["exits.ts", 1, 1],
    ["good.ts", 1, 0],
    ["half.ts", 1, 1],
    ["killed.ts", 1, 1],
    ["silent.ts", 0, 1],
  ]);
  const found = new Map(failures.map(([name, details]) => [name, details]));
  t.equal(found.get("exits.ts"), "exitCode: 3");
  t.equal(found.get("killed.ts"), "signal: SIGKILL");
  t.equal(found.get("silent.ts"), "Expected at least one assert, got none.");
  t.ok(found.has("half.ts > two"));
});

t.test("a file that ends well has failed if its plan is missing or was not fulfilled", async (t) => {
  const folder = t.testdir({
    "good.mjs": pass,
    "unplanned.mjs": 'console.log("TAP version 14\\nok 1 - one");',
    "short.mjs": 'console.log("1..3\\nok 1 - one");',
    "cut.mjs": 'console.log("# Subtest: adds\\n    ok 1 - one\\n    ok 2 - two");',
    "blank.mjs": "console.log();",
  });
  const { counts, failures } = await runToEnd(filesIn(folder, "good", "unplanned", "short", "cut", "blank"));
  t.same(counts, [
    ["blank.ts", 0, 1],
    ["cut.ts", 2, 1],
    ["good.ts", 1, 0],
    ["short.ts", 1, 1],
    ["unplanned.ts", 1, 1],
  ]);
  t.same(failures, [
    ["blank.ts", "Expected at least one assert, got none."],
    ["cut.ts > adds", "Expected a plan, such as 1..2, got none: the rest is cut."],
    ["short.ts", "Expected 3 results by the plan 1..3, got 1."],
    ["unplanned.ts", "Expected a plan, such as 1..1, got none: the rest is cut."],
  ]);
});

t.test("an uncaught error fails the running test, and the next test runs", async (t) => {
  const wait = "new Promise((resolve) => setTimeout(resolve, 100))";
  const folder = t.testdir({
    "throws.mjs": `
      import t from "tap";
      t.test("thrown", async () => { setTimeout(() => { throw new Error("late"); }); await ${wait}; });
      t.test("outer", async (t) => {
        await t.test("inner", async () => { Promise.reject(new Error("refused")); await ${wait}; });
        t.pass("the run continues");
      });`,
  });
  const { counts, failures } = await runToEnd(filesIn(folder, "throws"));
  t.strictSame(
    failures.map(([name]) => name),
    // The library reports the first error twice.
    ["throws.ts > outer > inner > refused", "throws.ts > thrown > late", "throws.ts > thrown"],
  );
  t.strictSame(counts, [["throws.ts", 1, 3]]);
});

t.test("a file that cannot be started has failed, and the others run", async (t) => {
  const folder = t.testdir({ "good.mjs": pass });
  const unusable = { source: "unusable.ts", built: "no\0path" };
  const [good] = filesIn(folder, "good");
  if (good === undefined) throw new Error("Expected one file, got none.");
  const mixed = await runToEnd([unusable, good, good]);
  t.same(mixed.counts, [
    ["good.ts", 1, 0],
    ["good.ts", 1, 0],
    ["unusable.ts", 0, 1],
  ]);
  t.match(mixed.failures, [["unusable.ts", /^message: Expected a process that runs the file, got .*null bytes/]]);
  const none = await runToEnd([good, good, good], { program: "/nowhere/node" });
  t.same(none.counts, Array(3).fill(["good.ts", 0, 1]));
  t.match(none.failures[0]?.[1], /got spawn \/nowhere\/node ENOENT$/);
});

t.test("a file that does not end is killed, and the report says how long it had", async (t) => {
  const folder = t.testdir({ "endless.mjs": `${pass} ${forever}` });
  const { failures } = await runToEnd(filesIn(folder, "endless"), { fileMaxS: 0.5, graceS: 0.5 });
  const told = "message: Expected the file to end within 1 s, got no end. It was ended by force.\nsignal: SIGKILL";
  t.same(failures, [["endless.ts", told]]);
});

t.test("a file that bails out is named, and no other file starts", async (t) => {
  const folder = t.testdir({
    "bails.mjs": 'console.log("ok 1 - one\\nBail out! no disk"); process.exitCode = 1;',
    "begun.mjs": `${pass} (await import("node:fs")).writeFileSync(process.argv[1] + ".begun", "");`,
  });
  const { failures } = await runToEnd(filesIn(folder, "bails", "bails", "bails", "begun"));
  t.same(failures, [["bails.ts > bail out", "no disk"]]);
  t.notOk(existsSync(join(folder, "begun.mjs.begun")));
});

t.test("when the run is stopped, running files are ended and no other file starts", async (t) => {
  const folder = t.testdir({ "long.mjs": forever });
  const ended: FileTally[] = [];
  const { parser, tally } = createTally((file) => ended.push(file));
  const stopping = new AbortController();
  const long = { source: "long.ts", built: join(folder, "long.mjs") };
  const run = runFiles([[long], [long], [long], [long]], parser, stopping.signal);
  stopping.abort();
  await run;
  t.equal(ended.length, 3);
  t.match(tally.failures[0]?.details, /signal: SIGTERM/);
});
