import type { Cast } from "./cast.ts";
import { openCast } from "./cast.ts";
import { SharedDatabase } from "./database/shared-database.ts";
import type { DiskWatch } from "./disk/simulated-disk.ts";
import { SimulatedDisk } from "./disk/simulated-disk.ts";
import type { Faulty } from "./faults.ts";
import { befall, heal } from "./faults.ts";
import type { Evidence } from "./judge/evidence.ts";
import { judge, judgeLater } from "./judge/judge.ts";
import type { Stored } from "./judge/stored.ts";
import { readStored } from "./judge/stored.ts";
import { Random } from "./loop/random.ts";
import type { SimulatedProcess } from "./loop/simulated-process.ts";
import { SimulatedTime } from "./loop/simulated-time.ts";
import type { LogLine } from "./machine.ts";
import { Machine } from "./machine.ts";
import { SimulatedNetwork } from "./network/simulated-network.ts";
import { History } from "./people/history.ts";
import { chatKeptDays, configOf, judgeSubject } from "./people/names.ts";
import type { Stage } from "./people/stage.ts";
import type { FaultPlan, Plan } from "./plan/plan.ts";
import { forgetOpenFiles } from "./stand-ins/fs-promises.ts";
import { enterWorld } from "./stand-ins/world.ts";

const sharedPlace = { kind: "postgres", url: "postgres://simulated.example.com/parley" } as const;
const startMs = Date.UTC(2026, 0, 5, 10);
/** The time after the last fault until all work has ended. A third attempt of an event takes minutes. */
const restMs = 15 * 60_000;
/** The maximum number of failed starts while the database can be reached. A faulty disk makes some starts fail. */
const failedStartsMax = 200;
const dayMs = 24 * 60 * 60_000;
const sleepMs = (chatKeptDays + 2) * dayMs;
/** The time until due housekeeping has ended, also if another machine continues it after a minute. */
const wakefulMs = 3 * 60_000;
/** The maximum time that the judge waits for a response. */
const judgedWithinMs = 10 * 60_000;
const warning = 40;
const failure = 50;

export interface RunResult {
  /** The broken promises. */
  readonly faults: readonly string[];
  /** Everything that was seen, line by line. The same plan gives the same lines. */
  readonly lines: readonly string[];
}

/** Plays the plan from an empty disk until weeks later, and judges the history. */
export async function runPlan(plan: Plan): Promise<RunResult> {
  const time = new SimulatedTime(startMs);
  const network = new SimulatedNetwork(time, new Random(plan.seed, "network"));
  const history = new History(time);
  const watches = new Map<string, DiskWatch | null>();
  const watch: DiskWatch = (process, work, isDone) => watches.get(process.machine)?.(process, work, isDone);
  const disks = new Map(
    plan.machines.map((name) => [
      name,
      new SimulatedDisk({ time, random: new Random(plan.seed, `disk ${name}`), watch }),
    ]),
  );
  const database = new SharedDatabase({ time, random: new Random(plan.seed, "database"), watch });
  const processes = new Map<string, SimulatedProcess>();
  const world = { time, random: new Random(plan.seed, "service"), network, disks, processes, database, starting: null };
  enterWorld(world);
  forgetOpenFiles();
  time.begin();
  try {
    let failedStarts = 0;
    const isOver = (): boolean => failedStarts >= failedStartsMax;
    const machines = plan.machines.map(
      (name) =>
        new Machine(name, {
          world,
          config: configOf(plan.machines.length > 1 ? sharedPlace : { kind: "embedded" }),
          onLine: (process, line) => noteLine(history, process, line),
          onFailedStart: (process, error) => {
            if (!database.isDown) failedStarts += 1;
            history.tell(`${process.name} does not start: ${String(error)}`);
            if (failedStarts === failedStartsMax) history.surprise(`the service does not start: ${String(error)}`);
          },
        }),
    );
    const stage: Stage = { time, network, history, machines: plan.machines, workUntilMs: startMs + plan.workMs };
    const cast = openCast(stage, plan);
    const faulty: Faulty = { stage, machines, disks, database, watches, cast };
    for (const machine of machines) machine.start();
    for (const fault of plan.faults) time.at(startMs + fault.atMs, () => befall(fault, faulty));
    await playOn(plan, faulty, isOver);
    if (isOver()) return { faults: history.surprises, lines: history.lines };
    const stored = await askStored(stage);
    if (stored === null) return { faults: [...history.surprises, untold], lines: history.lines };
    const faults = judge(evidenceOf(history, stored, cast));
    await sleepOn(plan, faulty);
    const later = await askStored(
      stage,
      stored.chats.map(({ chat }) => chat.id),
    );
    const laterFaults = later === null ? [untold] : judgeLater({ stored, later });
    return { faults: [...history.surprises, ...faults, ...laterFaults], lines: history.lines };
  } finally {
    for (const process of processes.values()) process.kill();
    await time.run(() => true);
    time.end();
    enterWorld(null);
  }
}

const untold = "the service does not tell what it has stored";

/** Runs until people have finished their work, all faults are healed, and all started work has ended. */
async function playOn(plan: Plan, faulty: Faulty, isOver: () => boolean): Promise<void> {
  const { time, history, workUntilMs } = faulty.stage;
  let isPlayed = false;
  void faulty.cast.play().then(() => {
    isPlayed = true;
  });
  const lastFaultMs = Math.max(0, ...plan.faults.map((fault) => fault.atMs + ("forMs" in fault ? fault.forMs : 0)));
  const healMs = Math.max(workUntilMs, startMs + lastFaultMs) + 1;
  time.at(healMs, () => heal(faulty));
  await time.run(() => isOver() || (isPlayed && time.nowMs > healMs) || time.nowMs > healMs + restMs);
  if (isOver()) return;
  if (!isPlayed) history.surprise("somebody still waits for an answer");
  const restUntilMs = time.nowMs + restMs + setBackMs(plan);
  await time.run(() => time.nowMs > restUntilMs);
}

/**
 * All machines sleep until closed chats have reached their age limit. Then all periodic work is due at once. One machine may die during
 * this work, and the work continues the next day.
 */
async function sleepOn({ seed, machines }: Plan, faulty: Faulty): Promise<void> {
  const { time, history } = faulty.stage;
  const random = new Random(seed, "sleep");
  const pass = async (ms: number): Promise<void> => {
    const untilMs = time.nowMs + ms;
    await time.run(() => time.nowMs > untilMs);
  };
  history.tell("all sleep for long");
  time.leap(sleepMs);
  const kind = random.pick(["kill at work", "power at work", null, null] as const);
  const work = { machine: random.pick(machines), nth: random.between(1, 12), isDone: random.chance(0.5) };
  if (kind !== null) befall({ kind, atMs: 0, ...work } satisfies FaultPlan, faulty);
  await pass(wakefulMs);
  heal(faulty);
  await pass(wakefulMs);
  time.leap(dayMs);
  await pass(wakefulMs);
}

/** Returns everything that an administrator can read, or `null` when the service does not respond in time. */
async function askStored(stage: Stage, knownIds?: readonly string[]): Promise<Stored | null> {
  const { time, history } = stage;
  let stored: Stored | null = null;
  let hasFailed = false;
  readStored(stage, knownIds).then(
    (read) => {
      stored = read;
    },
    (error: unknown) => {
      hasFailed = true;
      history.surprise(String(error));
    },
  );
  const untilMs = time.nowMs + judgedWithinMs;
  await time.run(() => stored !== null || hasFailed || time.nowMs > untilMs);
  return stored;
}

const evidenceOf = (history: History, stored: Stored, { agents, pages }: Cast): Evidence => ({
  history,
  stored,
  pages,
  desks: agents.flatMap(({ name, desk }) => {
    if (desk === null) return [];
    const { shown, chats, firstReadyAtMs, wasResynced, presence, isOpen } = desk;
    return [{ agent: name, shown, chats, firstReadyAtMs, wasResynced, isOpen, presence }];
  }),
});

/** Returns the total time by which clocks were set back. Pending work waits longer by this time. */
const setBackMs = ({ faults }: Plan): number =>
  faults.reduce((sum, fault) => (fault.kind === "clock" && fault.byMs < 0 ? sum - fault.byMs : sum), 0);

/** Adds a log entry to the history. A defect is also a violation. Errors that a disk fault causes are also added. */
function noteLine(history: History, process: SimulatedProcess, { level, msg, ...fields }: LogLine): void {
  // Refusals are logged. The judge asks for chats that may not exist, so its refusals are skipped.
  if (level < warning || fields["subject"] === judgeSubject) return;
  history.tell(`${process.name} logs: ${msg} ${JSON.stringify(fields).slice(0, 600)}`);
  const type = Reflect.get(Object(fields["err"]), "type");
  if (
    level >= failure &&
    (type === "Defect" || type === "TypeError" || type === "RangeError" || type === "ReferenceError")
  )
    history.surprise(`${process.name} has a defect: ${msg} ${JSON.stringify(fields).slice(0, 1_500)}`);
  // The watch over lanes restarted a stopped lane. A lane stops only because of a defect.
  if (level >= failure && "delivery" in fields && "state" in fields)
    history.surprise(`${process.name} had to set a lane going: ${msg} ${JSON.stringify(fields)}`);
}
