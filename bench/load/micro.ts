import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

/** Runs the micro benches, one process after the other; returns the exit status. */
export function runMicro(words: readonly string[]): number {
  const files = readdirSync("bench/micro", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".bench.ts"))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .map((path) => `bench/micro/${path}`)
    .sort();
  if (files.length === 0) {
    console.error(`bench/micro has no *.bench.ts whose path contains ${words.join(" or ")}`);
    return 2;
  }
  const failed = files.filter((file) => {
    console.log(`\n${file}`);
    return spawnSync(process.execPath, [file], { stdio: "inherit" }).status !== 0;
  });
  for (const file of failed) console.error(`${file} failed`);
  return failed.length === 0 ? 0 : 1;
}
