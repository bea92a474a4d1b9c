import { readdirSync } from "node:fs";
import { bundleTests } from "./project/bundle-tests.ts";
import { ensureChromiumForTests } from "./project/chromium.ts";
import { runFiles } from "./project/run-files.ts";
import type { FileTally, Tally } from "./project/tap-tally.ts";
import { createTally } from "./project/tap-tally.ts";

/** Runs the whole suite, or the parts named on the command line, such as `test/codec`; the last line counts the asserts. */
async function main(parts: readonly string[]): Promise<number> {
  const files = selectFiles(parts);
  if (files.some((file) => file.startsWith("test/browser/"))) {
    const problem = ensureChromiumForTests();
    if (problem !== null)
      return finish({ passed: 0, failures: [{ path: ["chromium"], details: problem }], skipped: [] });
  }
  if (files.length === 0) {
    const details = `Expected a folder or file of tests, such as test/codec, got ${parts.join(" ") || "no tests at all"}.`;
    return finish({ passed: 0, failures: [{ path: ["no tests"], details }], skipped: [] });
  }
  return finish(await runAll(files));
}

function selectFiles(parts: readonly string[]): readonly string[] {
  const wanted = parts.map((part) => part.replace(/^\.\//, "").replace(/\/$/, ""));
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => wanted.length === 0 || wanted.some((part) => path === part || path.startsWith(`${part}/`)))
    .sort();
}

async function runAll(files: readonly string[]): Promise<Tally> {
  const missing = new Set(files);
  const { parser, tally } = createTally((ended) => {
    missing.delete(ended.file);
    console.log(lineOf(ended));
  });
  const seen = new Promise<void>((resolve) => parser.on("complete", () => resolve()));
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort()).once("SIGTERM", () => stopping.abort());
  await runFiles(await bundleTests(files), parser, stopping.signal);
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
