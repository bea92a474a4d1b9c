import t from "tap";
import type { FileTally } from "./tap-tally.ts";
import { createTally } from "./tap-tally.ts";

const tallyOf = async (lines: readonly string[]) => {
  const files: FileTally[] = [];
  const { parser, tally } = createTally((file) => files.push(file));
  const done = new Promise((resolve) => parser.on("complete", resolve));
  parser.end(`TAP version 14\n${lines.join("\n")}\n`);
  await done;
  return { files, ...tally, failed: tally.failures.map(({ path }) => path.join(" > ")) };
};

t.test("asserts are counted, not the tests around them", async (t) => {
  const found = await tallyOf([
    "# Subtest: test/a.test.ts",
    "    # Subtest: outer",
    "        # Subtest: inner",
    "            ok 1 - one",
    "            ok 2 - two",
    "            1..2",
    "        ok 1 - inner",
    "        ok 2 - three",
    "        1..2",
    "    ok 1 - outer",
    "    1..1",
    "ok 1 - test/a.test.ts # time=250ms",
    "1..1",
  ]);
  t.equal(found.passed, 3);
  t.same(found.failed, []);
  t.same(found.files, [{ file: "test/a.test.ts", passed: 3, failed: 0, durationMs: 250 }]);
});

t.test("a failed assert is told once, with the way to it and what was found", async (t) => {
  const found = await tallyOf([
    "# Subtest: test/a.test.ts",
    "    # Subtest: adds",
    "        not ok 1 - should be equal",
    "          ---",
    "          compare: ===",
    "          diff: |",
    "            -3",
    "            +4",
    "          ...",
    "        1..1",
    "    not ok 1 - adds",
    "    1..1",
    "not ok 1 - test/a.test.ts",
    "1..1",
  ]);
  t.same(found.failed, ["test/a.test.ts > adds > should be equal"]);
  t.equal(found.failures[0]?.details, "compare: ===\ndiff:\n  -3\n  +4");
});

t.test("a file that crashed, and one without an assert, have failed", async (t) => {
  const found = await tallyOf([
    "# Subtest: test/crash.test.ts",
    "    ok 1 - before the end",
    "    1..1",
    "not ok 1 - test/crash.test.ts",
    "  ---",
    "  exitCode: 3",
    "  ...",
    "# Subtest: test/none.test.ts",
    "    1..0",
    "ok 2 - test/none.test.ts",
    "1..2",
  ]);
  t.equal(found.passed, 1);
  t.same(found.failed, ["test/crash.test.ts", "test/none.test.ts"]);
  t.same(
    found.files.map(({ file, failed }) => [file, failed]),
    [
      ["test/crash.test.ts", 1],
      ["test/none.test.ts", 1],
    ],
  );
});

t.test("a skipped assert has not passed, and a bail out is a failure", async (t) => {
  const found = await tallyOf([
    "# Subtest: test/a.test.ts",
    "    ok 1 - elsewhere # SKIP only as root",
    "    1..1",
    "ok 1 - test/a.test.ts",
    "Bail out! no more",
  ]);
  t.equal(found.passed, 0);
  t.same(found.skipped, ["test/a.test.ts > elsewhere"]);
  t.match(found.failed, ["bail out"]);
});
