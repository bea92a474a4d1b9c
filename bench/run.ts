import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompareOptions } from "./compare/options.ts";
import { compare } from "./compare.ts";
import { BenchError } from "./load/bench-error.ts";
import { renderResult } from "./load/figures/table.ts";
import type { BenchCommand, BenchOptions, ScenarioName } from "./load/options.ts";
import { parseCommandLine } from "./load/options.ts";
import type { Profiled } from "./load/profile/profile.ts";
import { describeMachine, describeVersions, measureMachine, renderMachine } from "./load/service/machine.ts";
import { isServiceBuilt } from "./load/service/service.ts";
import { ensureWrk } from "./load/wrk/wrk.ts";
import type { RunFigures } from "./report.ts";
import { renderReport, whyNotReported } from "./report.ts";
import { hotChats } from "./scenarios/chats/hot-chats.ts";
import { ready } from "./scenarios/chats/ready.ts";
import { storedCost } from "./scenarios/chats/stored-cost.ts";
import { cluster } from "./scenarios/cluster/cluster.ts";
import { backup } from "./scenarios/messages/backup.ts";
import { bystander } from "./scenarios/messages/bystander.ts";
import { durable } from "./scenarios/messages/durable.ts";
import { connections, ingest } from "./scenarios/messages/ingest.ts";
import { inspect } from "./scenarios/messages/inspect.ts";
import { status } from "./scenarios/messages/status.ts";
import { latency } from "./scenarios/open-loop/latency.ts";
import { overload } from "./scenarios/open-loop/overload.ts";
import { botTurns } from "./scenarios/outgoing/bot-turns.ts";
import { deadBot } from "./scenarios/outgoing/dead-bot.ts";
import { delivery } from "./scenarios/outgoing/delivery.ts";
import { webhooks } from "./scenarios/outgoing/webhooks.ts";
import { deskFanOut } from "./scenarios/pages/desk-fan-out.ts";
import { deskList } from "./scenarios/pages/desk-list.ts";
import { deskLoad } from "./scenarios/pages/desk-load.ts";
import { widgetLoad } from "./scenarios/pages/widget-load.ts";
import { widgetSockets } from "./scenarios/pages/widget-sockets.ts";
import type { Scenario, ScenarioResult } from "./scenarios/scenario.types.ts";

type Facts = Omit<RunFigures, "machineAfter" | "results" | "failed">;

const beginFacts = async (workFolder: string, options: object): Promise<Facts> => ({
  startedAt: new Date(),
  machine: describeMachine(),
  machineBefore: await measureMachine(workFolder),
  versions: describeVersions(),
  options,
});

/** Measures the machine after the run and prints whether it moved. */
async function endMachine(workFolder: string, { machineBefore }: Facts): Promise<Pick<RunFigures, "machineAfter">> {
  const machineAfter = await measureMachine(workFolder);
  console.log(`\n${renderMachine(machineBefore, machineAfter)}`);
  return { machineAfter };
}

/** Writes to `json`. If it is absent, writes to a file in the folder of results. Returns the path. */
function writeFigures<Run extends Facts>(json: string | undefined, figures: Run): string {
  const name = `${figures.startedAt.toISOString().replaceAll(":", "-")}.json`;
  const file = resolve(json ?? join(resultsFolder, name));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  return file;
}

const tellFigures = (file: string): void => console.log(`\nFigures of every round: ${pathFor(file)}`);

/** Returns the path as a person reads it. */
const pathFor = (path: string): string => relative(process.cwd(), path);

/** Runs the micro benches, one process after the other; returns the exit status. */
function runMicro(words: readonly string[]): number {
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

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  ingest,
  durable,
  status,
  ready,
  delivery,
  connections,
  "stored-cost": storedCost,
  "hot-chats": hotChats,
  bystander,
  backup,
  "bot-turns": botTurns,
  "dead-bot": deadBot,
  webhooks,
  "widget-sockets": widgetSockets,
  "desk-fan-out": deskFanOut,
  "widget-load": widgetLoad,
  "desk-load": deskLoad,
  "desk-list": deskList,
  inspect,
  cluster,
  latency,
  overload,
};
const mistakeStatus = 2;
const failureStatus = 1;

const root = fileURLToPath(new URL("..", import.meta.url));
/** On the disk of the checkout, because a temporary folder may be memory; ignored by git. */
const cacheFolder = join(root, "node_modules/.cache/parley-bench");
const resultsFolder = join(root, "bench/results");
const reportFile = join(resultsFolder, "report.md");

const progress = (line: string): void => console.error(line);

async function main(): Promise<number> {
  const command = parseCommandLine(process.argv.slice(2));
  try {
    return await obey(command);
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    console.error(error.message);
    return failureStatus;
  }
}

async function obey(command: BenchCommand): Promise<number> {
  switch (command.kind) {
    case "help":
      console.log(command.text);
      return 0;
    case "mistake":
      console.error(command.line);
      return mistakeStatus;
    case "micro":
      return runMicro(command.filters);
    case "run":
      return run(command.options);
    case "compare":
      return runCompare(command.options);
  }
}

async function run(options: BenchOptions): Promise<number> {
  const refusal = options.report ? whyNotReported(describeVersions()) : null;
  if (refusal !== null) throw new BenchError(refusal);
  const workFolder = prepareRun();
  const facts = await beginFacts(workFolder, options);
  const results: Partial<Record<ScenarioName, ScenarioResult>> = {};
  const failed: Partial<Record<ScenarioName, string>> = {};
  for (const scenario of new Set(options.only)) {
    try {
      const result = await scenarios[scenario]({ options, workFolder, cacheFolder, progress });
      results[scenario] = { ...result, profile: keepProfiles(scenario, result.profile) };
      console.log(`\n${renderResult(results[scenario])}`);
    } catch (error) {
      failed[scenario] = error instanceof Error ? error.message : String(error);
      console.error(error instanceof BenchError ? error.message : error);
      console.error(`Nothing is measured after ${scenario}: its processes run until the bench ends.`);
      break;
    }
    writeFigures(options.json, { ...facts, results, failed });
  }
  console.log(`\nEvery contestant ran on Node ${process.versions.node}.`);
  const figures: RunFigures = { ...facts, ...(await endMachine(workFolder, facts)), results, failed };
  tellFigures(writeFigures(options.json, figures));
  if (options.report) {
    writeFileSync(reportFile, renderReport(figures));
    console.log(`Report: ${pathFor(reportFile)}`);
  }
  const areSound = isSound(Object.values(results).flatMap(({ checks }) => checks));
  return areSound && Object.keys(failed).length === 0 ? 0 : failureStatus;
}

/** Copies each profile to the results, because the folder of this run is removed. */
const keepProfiles = (scenario: ScenarioName, profiled: readonly Profiled[]): readonly Profiled[] =>
  profiled.map((one, at) => {
    const file = join(resultsFolder, `${scenario}${profiled.length === 1 ? "" : `-${at + 1}`}.cpuprofile`);
    mkdirSync(resultsFolder, { recursive: true });
    copyFileSync(one.file, file);
    console.log(`Profile of ${one.name}, for DevTools: ${pathFor(file)}`);
    return { ...one, file: pathFor(file) };
  });

async function runCompare(options: CompareOptions): Promise<number> {
  const workFolder = prepareRun();
  const facts = await beginFacts(workFolder, options);
  const comparison = await compare(options, { workFolder, progress });
  tellFigures(writeFigures(options.json, { ...facts, ...(await endMachine(workFolder, facts)), ...comparison }));
  return isSound(Object.values(comparison.results)) ? 0 : failureStatus;
}

/** Checks the requirements of every run and makes a folder for this run. Throws a sentence when something is missing. */
function prepareRun(): string {
  const missing = isServiceBuilt()
    ? ensureWrk()
    : "dist/main.js is missing: start the bench with npm run bench, which builds it";
  if (missing !== null) throw new BenchError(missing);
  mkdirSync(cacheFolder, { recursive: true });
  const workFolder = mkdtempSync(join(cacheFolder, "run-"));
  process.once("exit", () => rmSync(workFolder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
  return workFolder;
}

/** Slow figures fail nothing. A lost, duplicate or out-of-order message does. */
const isSound = (checked: readonly { readonly mistakes: readonly string[] }[]): boolean =>
  checked.every(({ mistakes }) => mistakes.length === 0);

process.exit(await main());
