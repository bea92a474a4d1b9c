import { join } from "node:path";
import t from "tap";
import type { BuiltFile } from "../run-files.ts";
import { runFiles } from "../run-files.ts";
import type { FileTally } from "../tap-tally.ts";
import { createTally } from "../tap-tally.ts";
import { shareProcesses } from "./sharing.ts";
import { splitOutput } from "./split-output.ts";
import { beginSharing, endSharing, whenOver } from "./whole-process.ts";

/** Prints for each file what a process that runs several files prints. The name of a file decides how it ends. */
const together = `
  const words = process.argv.slice(2);
  const say = (text) => require("node:fs").writeSync(1, text);
  say("TAP version 14\\n");
  let isOk = true;
  for (let at = 0; at < words.length; at += 2) {
    const [source] = words.slice(at);
    say("# Subtest: " + source + "\\n    ok 1 - one\\n");
    if (source.startsWith("dies")) process.kill(process.pid, "SIGKILL");
    if (source.startsWith("bails")) { say("Bail out! no disk\\n"); process.exit(1); }
    isOk &&= !source.startsWith("fails");
    if (source.startsWith("fails")) say("    not ok 2 - two\\n      ---\\n      found: 3\\n      ...\\n    1..2\\nnot ok 1 - " + source + " # time=5ms\\n  ---\\n  at: here\\n  ...\\n");
    else say("    1..1\\nok 1 - " + source + " # time=5ms\\n");
  }
  process.exitCode = words.some((word) => word.startsWith("leaves")) ? 3 : isOk ? 0 : 1;
`;

async function runTogether(folder: string, names: readonly string[]) {
  const files = names.map((name) => ({ source: `${name}.ts`, built: join(folder, "together.cjs") }));
  const ended: FileTally[] = [];
  const { parser, tally } = createTally((file) => ended.push(file));
  await runFiles([files], parser, new AbortController().signal, { together: join(folder, "together.cjs") });
  return {
    counts: ended.map(({ file, passed, failed }) => [file, passed, failed]),
    failures: tally.failures.map(({ path, details }) => [path.join(" > "), details]),
  };
}

t.test("files that share a process are reported one by one; a failed file affects no other file", async (t) => {
  const folder = t.testdir({ "together.cjs": together });
  const mixed = await runTogether(folder, ["good", "fails", "dies", "later", "last"]);
  t.strictSame(mixed.counts, [
    ["good.ts", 1, 0],
    ["fails.ts", 1, 1],
    ["dies.ts", 1, 1],
    ["later.ts", 1, 0],
    ["last.ts", 1, 0],
  ]);
  t.strictSame(mixed.failures, [
    ["fails.ts > two", "found: 3"],
    ["dies.ts", "signal: SIGKILL"],
  ]);
});

t.test(
  "a process that ends with an error has failed even if all its files passed, and a file that bails out ends the run",
  async (t) => {
    const folder = t.testdir({ "together.cjs": together });
    const leaving = await runTogether(folder, ["good", "leaves"]);
    t.strictSame(leaving.counts, [
      ["good.ts", 1, 0],
      ["leaves.ts", 1, 1],
    ]);
    t.strictSame(leaving.failures, [["leaves.ts", "exitCode: 3"]]);
    const { failures } = await runTogether(folder, ["good", "bails", "later"]);
    t.strictSame(failures, [["bails.ts > bail out", "no disk"]]);
  },
);

t.test("a process without output has failed with the first of its files, and the other files run", async (t) => {
  const folder = t.testdir({ "together.cjs": "" });
  const { counts, failures } = await runTogether(folder, ["one", "two"]);
  t.strictSame(counts, [
    ["one.ts", 0, 1],
    ["two.ts", 0, 1],
  ]);
  t.equal(failures.length, 2);
});

t.test("an output is split at the names of the files, whatever a file prints", (t) => {
  const output = [
    "TAP version 14",
    "# Subtest: a.ts",
    "    # Subtest: b.ts",
    "        ok 1 - deep",
    "        1..1",
    "    ok 1 - b.ts",
    "    1..1",
    "ok 1 - a.ts # time=12.5ms",
    "",
    "# Subtest: b.ts",
    "    ok 1 - half",
  ].join("\n");
  t.strictSame(splitOutput(output, ["a.ts", "b.ts", "c.ts"]), [
    {
      source: "a.ts",
      output: "# Subtest: b.ts\n    ok 1 - deep\n    1..1\nok 1 - b.ts\n1..1\n",
      isOk: true,
      durationMs: 12.5,
    },
    { source: "b.ts", output: "ok 1 - half", isOk: null, durationMs: 0 },
  ]);
  t.end();
});

t.test("neighbours of a folder share a process, sixteen at most; a file with a reason is alone", (t) => {
  const fileOf = (source: string): BuiltFile => ({ source, built: "" });
  const many = Array.from({ length: 17 }, (_, at) => fileOf(`test/codec/${at}.test.ts`));
  const real = ["test/system/a.test.ts", "test/system/b.test.ts", "test/visitors/messages.test.ts"].map(fileOf);
  const runs = shareProcesses([...many, ...real, fileOf("test/core/x.test.ts")]);
  t.strictSame(
    runs.map(({ length }) => length),
    [16, 1, 1, 1, 1, 1],
  );
  t.strictSame(runs.flat().length, 21);
  t.end();
});

t.test("a slow resource ends with its test, or with the last file of a shared process", async (t) => {
  const ended: string[] = [];
  const startIn = (name: string) =>
    t.test(name, async (t) => {
      whenOver(t, async () => void ended.push(name));
      t.notOk(ended.includes(name), "it does not end before the test");
    });
  await startIn("alone");
  t.same(ended, ["alone"]);
  beginSharing();
  await startIn("first");
  await startIn("second");
  t.same(ended, ["alone"]);
  await endSharing();
  t.same(ended, ["alone", "first", "second"]);
});
