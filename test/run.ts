import { readdirSync, rmSync } from "node:fs";
import { preparePostgres, startPostgres } from "../src/demo/cluster/postgres-server.ts";
import { preparedPostgresVariable } from "./harness/postgres.ts";
import { testServerVariable } from "./harness/test-server.ts";
import { bundleTests } from "./project/bundle-tests.ts";
import { ensureChromiumForTests } from "./project/chromium.ts";
import { ensurePrograms } from "./project/debian-programs.ts";
import { longestFirst } from "./project/longest-first.ts";
import { notOnPostgres } from "./project/not-on-postgres.ts";
import { onPostgres } from "./project/on-postgres.ts";
import type { BuiltFile } from "./project/run-files.ts";
import { runFiles } from "./project/run-files.ts";
import type { FileTally, Tally } from "./project/tap-tally.ts";
import { createTally } from "./project/tap-tally.ts";
import { shareProcesses } from "./project/together/sharing.ts";

/**
 * Runs the complete suite, or the parts named on the command line, such as `test/codec`. The last line counts the asserts. In the
 * complete suite the files of `onPostgres` run on both stores. With `--store postgres` the named parts run only on PostgreSQL.
 */
async function main(words: readonly string[]): Promise<number> {
  const storeAt = words.indexOf("--store");
  if (storeAt >= 0 && words[storeAt + 1] !== "postgres")
    return failed("--store", `Expected --store postgres, got ${words.slice(storeAt).join(" ")}.`);
  const parts = storeAt < 0 ? words : words.toSpliced(storeAt, 2);
  const files = selectFiles(parts);
  if (files.length === 0) {
    const got = parts.join(" ") || "no tests at all";
    return failed("no tests", `Expected a folder or file of tests, such as test/codec, got ${got}.`);
  }
  if (files.some((file) => /^test\/(browser|abuse\/scripts)\//.test(file))) {
    const problem = ensureChromiumForTests();
    if (problem !== null) return failed("chromium", problem);
  }
  if (files.some((file) => file.startsWith("test/proxies/"))) {
    const problem = ensurePrograms("Configurations are tried behind the real proxies", ["nginx", "caddy", "haproxy"]);
    if (problem !== null) return failed("proxies", problem);
  }
  if (storeAt >= 0) return withPostgres(await bundleTests(files.filter(isForPostgres)), (postgres) => runAll(postgres));
  const built = await bundleTests(files);
  if (parts.length > 0) return finish(await runAll(built));
  const shared = built.filter(({ source }) => onPostgres.some((part) => source.startsWith(part)));
  return withPostgres(shared, (postgres) => runAll([...built, ...postgres]));
}

/** Each service of these files gets its own database. All databases are on one server for the run. */
async function withPostgres(
  files: readonly BuiltFile[],
  run: (files: readonly BuiltFile[]) => Promise<Tally>,
): Promise<number> {
  const prepared = await preparePostgres();
  process.env[preparedPostgresVariable] = prepared;
  const server = await startPostgres({ prepared, settings: ["max_connections=200"] });
  try {
    const environment = { [testServerVariable]: server.url };
    const named = files.map((file) => ({ ...file, source: `${file.source} (postgres)`, environment }));
    return finish(await run(named));
  } finally {
    await server.remove();
    rmSync(prepared, { recursive: true, force: true });
  }
}

function isForPostgres(file: string): boolean {
  const reason = notOnPostgres[file];
  if (reason !== undefined) console.log(`left out: ${file}: ${reason}`);
  return reason === undefined;
}

const failed = (path: string, details: string): number =>
  finish({ passed: 0, failures: [{ path: [path], details }], skipped: [] });

function selectFiles(parts: readonly string[]): readonly string[] {
  const wanted = parts.map((part) => part.replace(/^\.\//, "").replace(/\/$/, ""));
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => wanted.length === 0 || wanted.some((part) => path === part || path.startsWith(`${part}/`)))
    .sort();
}

async function runAll(files: readonly BuiltFile[]): Promise<Tally> {
  const missing = new Set(files.map(({ source }) => source));
  const { parser, tally } = createTally((ended) => {
    missing.delete(ended.file);
    console.log(lineOf(ended));
  });
  const seen = new Promise<void>((resolve) => parser.on("complete", () => resolve()));
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort()).once("SIGTERM", () => stopping.abort());
  await runFiles(shareProcesses(longestFirst(files)), parser, stopping.signal);
  await seen;
  for (const file of missing) tally.failures.push({ path: [file], details: "The run ended before this file did." });
  return tally;
}

function lineOf(file: FileTally): string {
  const seconds = (file.durationMs / 1000).toFixed(1).padStart(6);
  const counts = file.failed === 0 ? `${file.passed} passed` : `${file.passed} passed, ${file.failed} FAILED`;
  return `${seconds} s  ${file.file}  ${counts}`;
}

function finish(tally: Tally): number {
  for (const skipped of tally.skipped) console.log(`skipped: ${skipped}`);
  for (const { path, details } of tally.failures) console.log(`\nFAILED ${path.join(" > ")}\n${details}`);
  if (tally.passed === 0 && tally.failures.length === 0) tally.failures.push({ path: [], details: "" });
  console.log(`\n${tally.passed} passed, ${tally.failures.length} failed`);
  return tally.failures.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
