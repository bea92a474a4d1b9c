import t from "tap";
import type { FileTally } from "./tap-tally.ts";
import { createTally } from "./tap-tally.ts";

const tallyOf = async (lines: readonly string[]) => {
  const files: FileTally[] = [];
  const { parser, tally } = createTally((file) => files.push(file));
  const done = new Promise((resolve) => parser.on("complete", resolve));
  parser.end(`TAP version 14\n${lines.join("\n")}\n`);
  await done;
  return { ...tally, files, failed: tally.failures.map(({ path }) => path.join(" > ")) };
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

t.test("a failed assert is reported once, with its path and the found value", async (t) => {
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

const planCases: readonly { name: string; lines: readonly string[]; told: string }[] = [
  { name: "none", lines: ["ok 1 - one"], told: "Expected a plan, such as 1..1, got none: the rest is cut." },
  { name: "too long", lines: ["ok 1 - one", "1..3"], told: "Expected 3 results by the plan 1..3, got 1." },
  {
    name: "too short",
    lines: ["1..1", "ok 1 - one", "ok 2 - two"],
    told: "Expected 1 results by the plan 1..1, got 2.",
  },
  { name: "of nothing", lines: ["ok 1 - one", "1..0"], told: "Expected 0 results by the plan 1..0, got 1." },
  { name: "alone", lines: ["1..2"], told: "Expected 2 results by the plan 1..2, got 0." },
  {
    name: "with a number twice",
    lines: ["ok 1 - one", "ok 1 - two", "1..2"],
    told: "Expected lines that keep the plan 1..2, got: test point id 1 appears multiple times.",
  },
];

for (const { name, lines, told } of planCases) {
  t.test(`a plan ${name} fails a file and a test that were reported as passed`, async (t) => {
    const inFile = await tallyOf(["# Subtest: a", ...lines.map((line) => `    ${line}`), "ok 1 - a", "1..1"]);
    t.same(inFile.failures, [{ path: ["a"], details: told }]);
    t.match(inFile.files, [{ file: "a", failed: 1 }]);
    const inner = ["# Subtest: in", ...lines.map((line) => `    ${line}`), "ok 1 - in", "1..1"];
    const inTest = await tallyOf(["# Subtest: a", ...inner.map((line) => `    ${line}`), "ok 1 - a", "1..1"]);
    t.same(inTest.failures, [{ path: ["a", "in"], details: told }]);
    t.match(inTest.files, [{ file: "a", failed: 1 }]);
  });
}

t.test(
  "cut-off output is reported once, for its innermost test, and only if no assert failed; the next file passes",
  async (t) => {
    const whole = ["    ok 1 - one", "    1..1"];
    const cut = ["    ok 1 - one", "    # Subtest: outer", "        # Subtest: inner", "            ok 1 - two"];
    const failed = ["    # Subtest: outer", "        not ok 1 - two"];
    const found = await tallyOf([
      ...["# Subtest: cut", ...cut, "ok 1 - cut"],
      ...["# Subtest: whole", ...whole, "ok 2 - whole"],
      ...["# Subtest: failed", ...failed, "ok 3 - failed"],
      ...["# Subtest: whole", ...whole, "ok 4 - whole"],
      "1..4",
    ]);
    t.same(found.failed, ["cut > outer > inner", "failed > outer > two"]);
    t.match(found.failures[0]?.details, "Expected a plan, such as 1..1, got none");
    t.same(
      found.files.map(({ passed, failed }) => [passed, failed]),
      [
        [2, 1],
        [1, 0],
        [0, 1],
        [1, 0],
      ],
    );
  },
);

t.test("a file that bails out is named by that, not by its missing plan", async (t) => {
  const found = await tallyOf(["# Subtest: a", "    ok 1 - one", "    Bail out! no disk", "not ok 1 - a"]);
  t.same(found.failures, [{ path: ["a", "bail out"], details: "no disk" }]);
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
