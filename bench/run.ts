import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompareOptions } from "./compare/options.ts";
import { compare } from "./compare.ts";
import { BenchError } from "./load/bench-error.ts";
import { renderResult } from "./load/figures/table.ts";
import type { BenchCommand, BenchOptions, ScenarioName } from "./load/options.ts";
import { parseCommandLine } from "./load/options.ts";
import type { MachineFacts, Versions } from "./load/service/machine.ts";
import { describeMachine, describeVersions } from "./load/service/machine.ts";
import { renderMachine } from "./load/service/machine-moved.ts";
import type { MachineState } from "./load/service/machine-state.ts";
import { measureMachine } from "./load/service/machine-state.ts";
import { isServiceBuilt } from "./load/service/service.ts";
import { ensureWrk } from "./load/wrk/wrk.ts";
import { openDraw } from "./report/draw.ts";
import { readFigures } from "./report/figures-file.ts";
import { writeFlames, writeReport } from "./report/write-report.ts";
import { botTurns } from "./scenarios/bots/bot-turns.ts";
import { deadBot } from "./scenarios/bots/dead-bot.ts";
import { hotChats } from "./scenarios/chats/hot-chats.ts";
import { longLog } from "./scenarios/chats/long-log.ts";
import { ready } from "./scenarios/chats/ready.ts";
import { storedCost } from "./scenarios/chats/stored-cost.ts";
import { cluster } from "./scenarios/cluster/cluster.ts";
import { mixedDay } from "./scenarios/day/mixed-day.ts";
import { delivery } from "./scenarios/delivery/delivery.ts";
import { isolation } from "./scenarios/delivery/isolation.ts";
import { webhooks } from "./scenarios/delivery/webhooks.ts";
import { inspectOff } from "./scenarios/inspect/inspect-off.ts";
import { inspectOne } from "./scenarios/inspect/inspect-one.ts";
import { backup } from "./scenarios/messages/backup.ts";
import { bigBody } from "./scenarios/messages/big-body.ts";
import { connections } from "./scenarios/messages/connections.ts";
import { durable } from "./scenarios/messages/durable.ts";
import { ingest } from "./scenarios/messages/ingest.ts";
import { status } from "./scenarios/messages/status.ts";
import { untakenAnswers } from "./scenarios/messages/untaken-answers.ts";
import { latency } from "./scenarios/open-loop/latency.ts";
import { overload } from "./scenarios/open-loop/overload.ts";
import { deskFanOut } from "./scenarios/pages/desk-fan-out.ts";
import { deskList } from "./scenarios/pages/desk-list.ts";
import { deskLoad } from "./scenarios/pages/desk-load.ts";
import { widgetLoad } from "./scenarios/pages/widget-load.ts";
import { widgetSockets } from "./scenarios/pages/widget-sockets.ts";
import type { Scenario, ScenarioResult } from "./scenarios/scenario.types.ts";

/** Facts that are known before a run. */
interface Facts {
  readonly startedAt: Date;
  readonly machine: MachineFacts;
  readonly machineBefore: MachineState;
  readonly versions: Versions;
  readonly options: object;
}

interface Figures extends Facts {
  readonly machineAfter: MachineState;
  readonly results: object;
}

const beginFacts = async (workFolder: string, options: object): Promise<Facts> => ({
  startedAt: new Date(),
  machine: describeMachine(),
  machineBefore: await measureMachine(workFolder),
  versions: describeVersions(),
  options,
});

/** Measures the machine after the run and prints whether it moved. */
async function endFacts(workFolder: string, facts: Facts): Promise<Facts & Pick<Figures, "machineAfter">> {
  const machineAfter = await measureMachine(workFolder);
  console.log(`\n${renderMachine(facts.machineBefore, machineAfter)}`);
  return { ...facts, machineAfter };
}

/** Writes to `json`. If it is absent, writes to a file in the folder. Returns the path. */
function writeFigures(json: string | undefined, folder: string, figures: Figures): string {
  const name = `${figures.startedAt.toISOString().replaceAll(":", "-")}.json`;
  const file = resolve(json ?? join(folder, name));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`\nFigures of every round: ${pathFor(file)}`);
  return file;
}

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
  isolation,
  "big-body": bigBody,
  "untaken-answers": untakenAnswers,
  backup,
  "bot-turns": botTurns,
  "dead-bot": deadBot,
  webhooks,
  "long-log": longLog,
  "widget-sockets": widgetSockets,
  "desk-fan-out": deskFanOut,
  "widget-load": widgetLoad,
  "desk-load": deskLoad,
  "desk-list": deskList,
  "inspect-off": inspectOff,
  "inspect-one": inspectOne,
  cluster,
  latency,
  overload,
  "mixed-day": mixedDay,
};
const mistakeStatus = 2;
const failureStatus = 1;

const root = fileURLToPath(new URL("..", import.meta.url));
/** On the disk of the checkout, because a temporary folder may be memory; ignored by git. */
const cacheFolder = join(root, "node_modules/.cache/parley-bench");
const resultsFolder = join(root, "bench/results");

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
    case "report":
      return report(command.options.files);
  }
}

async function run(options: BenchOptions): Promise<number> {
  const workFolder = prepareRun();
  const draw = options.profile || options.report ? await openDraw(cacheFolder, progress) : null;
  const facts = await beginFacts(workFolder, options);
  const results: Partial<Record<ScenarioName, ScenarioResult>> = {};
  for (const scenario of new Set(options.only)) {
    const result = await scenarios[scenario]({ options, workFolder, cacheFolder, progress });
    results[scenario] = result;
    console.log(`\n${renderResult(result)}`);
  }
  console.log(`\nThe service ran on Node ${process.versions.node}.`);
  const allFacts = await endFacts(workFolder, facts);
  const file = writeFigures(options.json, resultsFolder, { ...allFacts, results });
  if (draw !== null) for (const path of await writeFlames(file, draw)) console.log(`Flame graph: ${pathFor(path)}`);
  if (draw !== null && options.report)
    console.log(`Report: ${pathFor(await writeReport([readFigures(file)], resultsFolder, draw))}`);
  return exitStatusOf(Object.values(results).flatMap(({ checks }) => checks));
}

async function runCompare(options: CompareOptions): Promise<number> {
  const workFolder = prepareRun();
  const facts = await beginFacts(workFolder, options);
  const comparison = await compare(options, { workFolder, progress });
  writeFigures(options.json, resultsFolder, { ...(await endFacts(workFolder, facts)), ...comparison });
  return exitStatusOf(Object.values(comparison.results));
}

async function report(files: readonly string[]): Promise<number> {
  // A wrong file is reported before anything is downloaded.
  const figures = files.map(readFigures);
  mkdirSync(cacheFolder, { recursive: true });
  console.log(`Report: ${pathFor(await writeReport(figures, resultsFolder, await openDraw(cacheFolder, progress)))}`);
  return 0;
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
const exitStatusOf = (checked: readonly { readonly mistakes: readonly string[] }[]): number =>
  checked.some(({ mistakes }) => mistakes.length > 0) ? failureStatus : 0;

process.exit(await main());
