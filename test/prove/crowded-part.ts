import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { bundleTests } from "../project/bundle-tests.ts";
import { selectFiles } from "../project/select-files.ts";
import type { ProofPart } from "./proof-part.ts";
import { runTests } from "./tests-part.ts";

const loops = 4;

/** Ends by itself, so that no loop survives a killed run for long. */
const busyLoop = "const until = Date.now() + 900_000; while (Date.now() < until);";

/**
 * Runs the test files that changed since a commit, and those that import a changed helper, beside busy loops. A test that fails
 * there waits for wall time, or looks once at what comes later.
 */
export const crowdedPart: ProofPart = {
  name: "crowded",
  summary: `the tests that changed since a commit (--since), beside ${loops} busy loops`,
  async run({ seed, since, signal, progress }) {
    const files = await changedTests(since);
    const replay = `npm run prove -- --only crowded --since ${since} --seed ${seed}`;
    if (files.length === 0)
      return [{ promise: "tests", tried: `no test changed since ${since}`, count: 0, unit: "files", lost: 0, replay }];
    progress(`${files.length} files`);
    const children = Array.from({ length: loops }, () =>
      spawn(process.execPath, ["-e", busyLoop], { stdio: "ignore", signal, killSignal: "SIGKILL" }).on(
        "error",
        () => undefined,
      ),
    );
    const ended = children.map((child) => once(child, "exit"));
    try {
      const rows = await runTests(files, { seed });
      // Here a race is what the run looks for.
      return rows.map((row) => ({ ...row, lost: row.remark === undefined ? row.lost : Math.max(1, row.lost), replay }));
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ended);
    }
  },
};

async function changedTests(since: string): Promise<readonly string[]> {
  const git = (...words: readonly string[]): readonly string[] =>
    execFileSync("git", words, { encoding: "utf8" })
      .split("\n")
      .filter((line) => line !== "");
  const changed = new Set([
    ...git("diff", "--name-only", "--diff-filter=d", since, "--", "test"),
    ...git("ls-files", "--others", "--exclude-standard", "--", "test"),
  ]);
  const all = selectFiles(["test"]);
  if (typeof all === "string") throw new Error(all);
  if (![...changed].some((path) => path.endsWith(".ts"))) return [];
  const { importsOf } = await bundleTests(all, false);
  const isReached = (path: string, seen: Set<string>): boolean => {
    if (changed.has(path)) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    return importsOf(path).some((next) => next.startsWith("test/") && isReached(next, seen));
  };
  return all.filter((file) => isReached(file, new Set()));
}
