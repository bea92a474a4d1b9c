import type { PostgresName } from "../harness/postgres-server.ts";
import { bundleTests } from "../project/bundle-tests.ts";
import { prepareFor } from "../project/prepare.ts";
import type { Outcome } from "../project/run-suite.ts";
import { printFailures, runSuite } from "../project/run-suite.ts";
import { selectFiles } from "../project/select-files.ts";
import type { TestFailure } from "../project/tap-tally.ts";
import type { ProofPart, ProofRow } from "./proof-part.ts";

export interface TestsSettings {
  readonly seed: number;
  /** On which PostgreSQL each service gets a database; absent: the embedded store. */
  readonly store?: PostgresName;
}

/** The test files at these files and folders, as a part of its own. */
export const testsPart = (
  name: string,
  summary: string,
  places: readonly string[],
  settings: Omit<TestsSettings, "seed"> = {},
): ProofPart => ({
  name,
  summary,
  run: ({ seed }) => runTests(named(places), { seed, ...settings }),
});

/** The part, and the test files of a folder. */
export const withTests = (part: ProofPart, folder: string): ProofPart => ({
  ...part,
  run: async (given) => [...(await part.run(given)), ...(await runTests(named([folder]), given))],
});

function named(places: readonly string[]): readonly string[] {
  const files = selectFiles(places);
  if (typeof files === "string") throw new Error(files);
  return files;
}

/** Runs test files, and returns a row for each. A file that failed and then passed alone is no loss, but its row says so. */
export async function runTests(files: readonly string[], settings: TestsSettings): Promise<readonly ProofRow[]> {
  const { store } = settings;
  const bundled = await bundleTests(files, false);
  const prepared = await prepareFor(bundled.sources, store ?? null);
  try {
    const environment = { ...prepared.environment, PARLEY_SEED: String(settings.seed) };
    const outcome = await runSuite(bundled.files, environment);
    printFailures(outcome);
    const chosen = store === undefined ? "" : `--store ${store} `;
    return files.map((file) => rowOf(file, outcome, `PARLEY_SEED=${settings.seed} npm test -- ${chosen}${file}`));
  } finally {
    await prepared.end();
  }
}

function rowOf(file: string, { tally, races }: Outcome, replay: string): ProofRow {
  const isOfFile = ({ path }: TestFailure): boolean => path[0] === file;
  const failures = tally.failures.filter(isOfFile);
  const race = races.find(isOfFile);
  const remark = failures[0] ?? race;
  return {
    promise: "tests",
    tried: file,
    count: tally.files.get(file) ?? 0,
    unit: "asserts",
    lost: failures.length,
    replay,
    ...(remark === undefined
      ? {}
      : { remark: `${race === undefined ? "" : "failed, then passed: race in "}${remark.path.slice(1).join(" > ")}` }),
  };
}
