import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { namesOfParts, parts, shortForm, turns } from "./parts.ts";
import type { ProofPart } from "./proof-part.ts";
import type { ProveOptions } from "./prove-options.ts";
import { parseCommandLine } from "./prove-options.ts";
import { isProven, runParts } from "./run-parts.ts";
import { renderTable } from "./table.ts";

const failureStatus = 1;
const mistakeStatus = 2;

async function load(name: string): Promise<ProofPart> {
  const known = namesOfParts.find((one) => one === name);
  if (known === undefined) throw new Error(`Expected one of ${namesOfParts.join(", ")}, got ${name}`);
  return parts[known]();
}

/** The turn follows from the number of commits up to this one. */
function turnOfCommit(): readonly string[] {
  const count = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
  return turns[count % turns.length] ?? [];
}

async function main(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2), {
    all: namesOfParts,
    usual: shortForm,
    turn: turnOfCommit,
  });
  switch (command.kind) {
    case "help":
      console.log(command.text);
      return 0;
    case "mistake":
      console.error(command.line);
      return mistakeStatus;
    case "list":
      for (const name of namesOfParts) console.log(`${name.padEnd(14)}${(await load(name)).summary}`);
      return 0;
    case "run":
      return prove(command.options);
  }
}

async function prove({ only, size, seed, since, jsonFile, outFolder }: ProveOptions): Promise<number> {
  if (outFolder !== null) mkdirSync(outFolder, { recursive: true });
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort(name));
  const startedAtMs = performance.now();
  const progress = (line: string): void =>
    console.error(`${((performance.now() - startedAtMs) / 1_000).toFixed(0).padStart(6)} s  ${line}`);
  progress(`${only.join(", ")}; seed ${seed}`);
  const given = { size, seed, since, progress, signal: stopping.signal, outFolder };
  const results = await runParts(only, load, given, () => performance.now());
  console.log(renderTable(results));
  if (jsonFile !== null) writeFileSync(jsonFile, `${JSON.stringify({ seed, size, results }, null, 2)}\n`);
  return isProven(results) && !stopping.signal.aborted ? 0 : failureStatus;
}

// The process exits here, because some code may still wait for processes that have been ended.
process.exit(await main());
