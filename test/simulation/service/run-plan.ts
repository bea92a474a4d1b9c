import { quietDatabase, SharedDatabase } from "./database/shared-database.ts";
import type { DiskWatch } from "./disk/simulated-disk.ts";
import { noTrouble, SimulatedDisk } from "./disk/simulated-disk.ts";
import type { Evidence } from "./judge/evidence.ts";
import { judge } from "./judge/judge.ts";
import type { Stored } from "./judge/stored.ts";
import { readStored } from "./judge/stored.ts";
import { Random } from "./loop/random.ts";
import type { SimulatedProcess } from "./loop/simulated-process.ts";
import { SimulatedTime } from "./loop/simulated-time.ts";
import type { LogLine } from "./machine.ts";
import { Machine } from "./machine.ts";
import { quietNetwork, SimulatedNetwork } from "./network/simulated-network.ts";
import { Agent } from "./people/agent.ts";
import { runAsker } from "./people/asker.ts";
import { BotProvider } from "./people/bot.ts";
import { runCustomer } from "./people/customer.ts";
import { History } from "./people/history.ts";
import { content } from "./people/moods.ts";
import { configOf, servers } from "./people/names.ts";
import { openOwner } from "./people/owner.ts";
import { Page } from "./people/page.ts";
import { openShop } from "./people/shop.ts";
import type { Stage } from "./people/stage.ts";
import type { FaultPlan, Plan } from "./plan/plan.ts";
import { forgetOpenFiles } from "./stand-ins/fs-promises.ts";
import { enterWorld } from "./stand-ins/world.ts";

const sharedPlace = { kind: "postgres", url: "postgres://simulated.example.com/parley" } as const;
const startMs = Date.UTC(2026, 0, 5, 10);
/** After the last fault everything comes to its end: a third attempt of an event takes minutes. */
const restMs = 15 * 60_000;
/** A disk in trouble lets some fail. */
const failedStartsMax = 200;
/** Who judges waits no longer than this for an answer. */
const judgedWithinMs = 10 * 60_000;
const warning = 40;
const failure = 50;

export interface RunResult {
  /** What no promise allows. */
  readonly faults: readonly string[];
  /** Everything that was seen, line by line: the same for the same plan. */
  readonly lines: readonly string[];
}

/** Plays the plan from an empty disk to the day after, and judges what was seen. */
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
            failedStarts += 1;
            history.tell(`${process.name} does not start: ${String(error)}`);
            if (failedStarts === failedStartsMax) history.surprise(`the service does not start: ${String(error)}`);
          },
        }),
    );
    const stage: Stage = { time, network, history, machines: plan.machines, workUntilMs: startMs + plan.workMs };
    const cast = openCast(stage, plan);
    for (const machine of machines) machine.start();
    for (const fault of plan.faults) arm(fault, { stage, machines, disks, database, watches, cast });
    const playing = cast.play();
    let isPlayed = false;
    void playing.then(() => {
      isPlayed = true;
    });
    const lastFaultMs = Math.max(0, ...plan.faults.map((fault) => fault.atMs + ("forMs" in fault ? fault.forMs : 0)));
    const healMs = Math.max(stage.workUntilMs, startMs + lastFaultMs) + 1;
    time.at(healMs, () => heal({ stage, machines, disks, database, watches, cast }));
    await time.run(() => isOver() || (isPlayed && time.nowMs > healMs) || time.nowMs > healMs + restMs);
    if (isOver()) return { faults: history.surprises, lines: history.lines };
    if (!isPlayed) history.surprise("somebody still waits for an answer");
    const restUntilMs = time.nowMs + restMs + setBackMs(plan);
    await time.run(() => time.nowMs > restUntilMs);
    let stored: Stored | null = null;
    readStored(stage).then(
      (read) => {
        stored = read;
      },
      (error: unknown) => history.surprise(String(error)),
    );
    const judgedUntilMs = time.nowMs + judgedWithinMs;
    await time.run(() => stored !== null || time.nowMs > judgedUntilMs);
    const read = stored as Stored | null;
    const faults =
      read === null ? ["the service does not tell what it has stored"] : judge(evidenceOf(history, read, cast));
    return { faults: [...history.surprises, ...faults], lines: history.lines };
  } finally {
    for (const process of processes.values()) process.kill();
    await time.run(() => true);
    time.end();
    enterWorld(null);
  }
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

/** A clock that was set back lets what waits wait so much longer. */
const setBackMs = ({ faults }: Plan): number =>
  faults.reduce((sum, fault) => (fault.kind === "clock" && fault.byMs < 0 ? sum - fault.byMs : sum), 0);

/** A defect is told as an error; what a fault of the disk makes fail is told, too. */
function noteLine(history: History, process: SimulatedProcess, { level, msg, ...fields }: LogLine): void {
  if (level < warning) return;
  history.tell(`${process.name} logs: ${msg} ${JSON.stringify(fields).slice(0, 600)}`);
  const type = Reflect.get(Object(fields["err"]), "type");
  if (
    level >= failure &&
    (type === "Defect" || type === "TypeError" || type === "RangeError" || type === "ReferenceError")
  )
    history.surprise(`${process.name} has a defect: ${msg} ${JSON.stringify(fields).slice(0, 1_500)}`);
  // What looks after lanes found one that stood still, and set it going: there are none unless something was forgotten.
  if (level >= failure && "delivery" in fields && "state" in fields)
    history.surprise(`${process.name} had to set a lane going: ${msg} ${JSON.stringify(fields)}`);
}

interface Cast {
  readonly agents: readonly Agent[];
  readonly pages: readonly Page[];
  readonly servers: Readonly<Record<"shop" | "bot" | "owner", { mood: typeof content }>>;
  play(): Promise<unknown>;
}

function openCast(stage: Stage, plan: Plan): Cast {
  const { network } = stage;
  const shop = openShop(stage, plan.seed ^ 1);
  const bot = new BotProvider(stage, plan.seed ^ 2);
  const owner = openOwner(stage, plan.seed ^ 3);
  network.servers.set(servers.shop, shop);
  network.servers.set(servers.bot, bot.server);
  network.servers.set(servers.owner, owner);
  const agents: Agent[] = [];
  const pages: Page[] = [];
  const runs: (() => Promise<void>)[] = [];
  for (const person of plan.people) {
    if (person.kind === "customer") runs.push(() => runCustomer(stage, person));
    else if (person.kind === "agent") {
      const agent = new Agent(stage, person);
      agents.push(agent);
      runs.push(() => agent.run());
    } else if (person.kind === "asker") runs.push(() => runAsker(stage, person));
    else {
      const page = new Page(stage, person);
      pages.push(page);
      runs.push(() => page.run());
    }
  }
  const play = (): Promise<unknown> =>
    Promise.all(runs.map((run) => run().catch((error: unknown) => stage.history.surprise(String(error)))));
  return { agents, pages, servers: { shop, bot: bot.server, owner }, play };
}

interface Faulty {
  readonly stage: Stage;
  readonly machines: readonly Machine[];
  readonly disks: ReadonlyMap<string, SimulatedDisk>;
  readonly database: SharedDatabase;
  readonly watches: Map<string, DiskWatch | null>;
  readonly cast: Cast;
}

function arm(fault: FaultPlan, { stage, machines, disks, database, watches, cast }: Faulty): void {
  const { time, network, history } = stage;
  const machine = machines.find(({ name }) => "machine" in fault && name === fault.machine);
  const disk = "machine" in fault ? disks.get(fault.machine) : undefined;
  const end = (what: string, how: "kill" | "power"): void => {
    if (machine?.process === null || machine === undefined) return;
    history.tell(`FAULT ${machine.process.name}: ${what}`);
    history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs, what });
    if (how === "kill") machine.kill();
    else machine.losePower();
  };
  time.at(startMs + fault.atMs, () => {
    switch (fault.kind) {
      case "kill":
      case "power":
        return end(fault.kind, fault.kind);
      case "kill at work":
      case "power at work": {
        let left = fault.nth;
        watches.set(fault.machine, (process, work, isDone) => {
          if (isDone !== fault.isDone || process !== machine?.process) return;
          left -= 1;
          if (left > 0) return;
          watches.set(fault.machine, null);
          end(
            `${fault.kind}, ${isDone ? "behind" : "before"} a ${work}`,
            fault.kind === "kill at work" ? "kill" : "power",
          );
        });
        return;
      }
      case "freeze": {
        const process = machine?.process ?? null;
        if (process === null) return;
        history.tell(`FAULT ${process.name} stands still for ${fault.forMs} ms`);
        history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs + fault.forMs, what: "freeze" });
        process.freeze();
        time.after(fault.forMs, () => process.thaw());
        return;
      }
      case "clock":
        history.tell(`FAULT the clock of ${fault.machine} is set by ${fault.byMs} ms`);
        history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs, what: "clock" });
        return machine?.stepClock(fault.byMs);
      case "disk":
        if (disk === undefined) return;
        history.tell(`FAULT the disk of ${fault.machine}: ${JSON.stringify(fault.trouble)}`);
        history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs + fault.forMs, what: "disk" });
        disk.trouble = fault.trouble;
        time.after(fault.forMs, () => {
          disk.trouble = noTrouble;
        });
        return;
      case "database":
        history.tell(`FAULT the database: ${JSON.stringify(fault.trouble)}`);
        history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs + fault.forMs, what: "disk" });
        database.trouble = fault.trouble;
        time.after(fault.forMs, () => {
          database.trouble = quietDatabase;
        });
        return;
      case "network":
        history.tell(`FAULT the network: ${JSON.stringify(fault.trouble)}`);
        history.outages.push({ fromMs: time.nowMs, untilMs: time.nowMs + fault.forMs, what: "network" });
        network.trouble = fault.trouble;
        time.after(fault.forMs, () => {
          network.trouble = quietNetwork;
        });
        return;
      case "mood": {
        const server = cast.servers[fault.server];
        history.tell(`FAULT ${fault.server}: ${JSON.stringify(fault.mood)}`);
        server.mood = fault.mood;
        time.after(fault.forMs, () => {
          server.mood = content;
        });
      }
    }
  });
}

/** Nothing is wrong from now on, and everybody who should be there is. */
function heal({ stage, machines, disks, database, watches, cast }: Faulty): void {
  stage.history.tell("everything is well from now on");
  stage.network.trouble = quietNetwork;
  for (const disk of disks.values()) disk.trouble = noTrouble;
  database.trouble = quietDatabase;
  watches.clear();
  for (const server of Object.values(cast.servers)) server.mood = content;
  for (const machine of machines) {
    machine.process?.thaw();
    machine.start();
  }
}
