import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { bundleTests, sourceOf } from "./project/bundle-tests.ts";
import { ensureChromiumForTests } from "./project/chromium.ts";
import type { FileTally, Tally } from "./project/tap-tally.ts";
import { createTally } from "./project/tap-tally.ts";

const tap = "node_modules/.bin/tap";

/** Runs the whole suite, or the parts named on the command line, such as `test/codec`; the last line counts the asserts. */
async function main(parts: readonly string[]): Promise<number> {
  const files = selectFiles(parts);
  if (files.some((file) => file.startsWith("test/browser/"))) {
    const problem = ensureChromiumForTests();
    if (problem !== null)
      return finish({ passed: 0, failures: [{ path: ["chromium"], details: problem }], skipped: [] });
  }
  ensurePlugins();
  rmSync(".tap/test-results", { recursive: true, force: true });
  if (files.length === 0) {
    const details = `Expected a folder or file of tests, such as test/codec, got ${parts.join(" ") || "no tests at all"}.`;
    return finish({ passed: 0, failures: [{ path: ["no tests"], details }], skipped: [] });
  }
  return finish(await runTap(files));
}

/**
 * tap is installed with its TypeScript loader and takes it out on its first run, as `.taprc` says, but that run still
 * uses it. Doing that beforehand makes the first run on a fresh machine like every other one.
 */
function ensurePlugins(): void {
  const built = readFileSync("node_modules/@tapjs/test/test-built/dist/esm/index.js", "utf8");
  if (built.includes('"@tapjs/typescript"')) spawnSync(tap, ["build"], { stdio: ["ignore", "ignore", "inherit"] });
}

function selectFiles(parts: readonly string[]): readonly string[] {
  const wanted = parts.map((part) => part.replace(/^\.\//, "").replace(/\/$/, ""));
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => wanted.length === 0 || wanted.some((part) => path === part || path.startsWith(`${part}/`)))
    .sort();
}

async function runTap(files: readonly string[]): Promise<Tally> {
  const missing = new Set(files);
  const built = await bundleTests(files);
  const { parser, tally } = createTally((ended) => {
    const file = sourceOf(ended.file);
    missing.delete(file);
    console.log(lineOf({ ...ended, file }));
  });
  const seen = new Promise<void>((resolve) => parser.on("complete", () => resolve()));
  const child = spawn(tap, ["run", "--reporter=tap", ...built], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.once("SIGINT", stop).once("SIGTERM", stop);
  child.stdout.pipe(parser);
  const ended = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve(code ?? signal ?? 1));
  });
  await seen;
  for (const file of missing) tally.failures.push({ path: [file], details: "The run ended before this file did." });
  if (ended !== 0 && tally.failures.length === 0) {
    tally.failures.push({
      path: ["tap"],
      details: `The test runner ended with ${ended} without naming a failed test.`,
    });
  }
  return tally;
}

function lineOf(file: FileTally): string {
  const seconds = (file.durationMs / 1000).toFixed(1).padStart(6);
  const counts = file.failed === 0 ? `${file.passed} passed` : `${file.passed} passed, ${file.failed} FAILED`;
  return `${seconds} s  ${file.file}  ${counts}`;
}

function finish(tally: Tally): number {
  for (const skipped of tally.skipped) console.log(`skipped: ${sourceOf(skipped)}`);
  for (const { path, details } of tally.failures) console.log(`\nFAILED ${path.map(sourceOf).join(" > ")}\n${details}`);
  if (tally.passed === 0 && tally.failures.length === 0) tally.failures.push({ path: [], details: "" });
  console.log(`\n${tally.passed} passed, ${tally.failures.length} failed`);
  return tally.failures.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
