import { parseArgs } from "node:util";
import type { PostgresName } from "./harness/postgres-server.ts";
import { postgresPackages } from "./harness/postgres-server.ts";
import { bundleTests, watchTests } from "./project/bundle-tests.ts";
import { compiledVariable } from "./project/compiled-scripts.ts";
import { notOnPostgres } from "./project/not-on-postgres.ts";
import { prepareFor } from "./project/prepare.ts";
import type { Outcome } from "./project/run-suite.ts";
import { printFailures, runSuite } from "./project/run-suite.ts";
import { selectFiles } from "./project/select-files.ts";

const mistakeStatus = 2;

const help = `Usage: npm test -- [options] [files or folders]

Runs the complete suite, or the tests that are named, such as test/codec or test/codec/text/markdown.test.ts. The proofs of
test/prove belong to npm run prove; a test among them runs here only if it is named.

A file that fails runs once more, alone. If it then passes, it is reported as a race, which does not fail the run.

Options:
  --watch            runs the named tests again when a file that they import is saved
  --store postgres   gives each service of the named tests an empty database of PostgreSQL;
                     postgres-16 and postgres-18 are other versions of it
  --help             show this text

Exit status: 0 all tests passed, 1 a test failed, 2 the command line has a mistake.
The last line counts asserts: N passed, N failed.`;

interface CommandLine {
  readonly names: readonly string[];
  readonly isWatched: boolean;
  /** Null for the embedded store. */
  readonly store: PostgresName | null;
}

/** Returns a sentence for a mistake. */
function readCommandLine(words: readonly string[]): CommandLine | string | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { help: { type: "boolean" }, watch: { type: "boolean" }, store: { type: "string" } },
    });
    if (values.help === true) return null;
    const { store = null } = values;
    if (store !== null && !isPostgresName(store))
      return `Expected --store ${Object.keys(postgresPackages).join(", ")}, got --store ${store}.`;
    const isWatched = values.watch === true;
    if (isWatched && positionals.length === 0) return "Expected files or folders with --watch, got none.";
    return { names: positionals, isWatched, store };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isPostgresName = (name: string): name is PostgresName => Object.hasOwn(postgresPackages, name);

async function main(words: readonly string[]): Promise<number> {
  const line = readCommandLine(words);
  if (line === null) {
    console.log(help);
    return 0;
  }
  if (typeof line === "string") {
    console.error(line);
    return mistakeStatus;
  }
  const { names, isWatched, store } = line;
  if (store !== null && names.length === 0) {
    console.error("Expected files or folders with --store, got none.");
    return mistakeStatus;
  }
  const files = selectFiles(names);
  if (typeof files === "string") {
    console.error(files);
    return mistakeStatus;
  }
  const fit = store === null ? files : files.filter(isForPostgres);
  if (isWatched) return watch(fit, store);
  return report(await run(fit, store, names.length === 0));
}

function isForPostgres(file: string): boolean {
  const reason = notOnPostgres[file];
  if (reason !== undefined) console.log(`left out: ${file}: ${reason}`);
  return reason === undefined;
}

async function run(files: readonly string[], store: PostgresName | null, isComplete: boolean): Promise<Outcome> {
  const bundled = await bundleTests(files, isComplete);
  const prepared = await prepareFor(bundled.sources, store);
  try {
    const environment = { ...prepared.environment, ...(isComplete ? { [compiledVariable]: "1" } : {}) };
    return await runSuite(bundled.files, environment);
  } finally {
    await prepared.end();
  }
}

/** Runs until the user stops it. */
async function watch(files: readonly string[], store: PostgresName | null): Promise<number> {
  for await (const bundled of watchTests(files)) {
    const prepared = await prepareFor(bundled.sources, store);
    report(await runSuite(bundled.files, prepared.environment).finally(prepared.end));
    console.log("waiting for a change");
  }
  return 0;
}

/** Prints what failed. The last line is the count. */
function report({ tally, races }: Outcome): number {
  for (const skipped of tally.skipped) console.log(`skipped: ${skipped}`);
  printFailures({ tally, races });
  if (races.length > 0) console.log(`\nraces: ${races.length}`);
  const failed = tally.passed === 0 ? Math.max(1, tally.failures.length) : tally.failures.length;
  console.log(`\n${tally.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
