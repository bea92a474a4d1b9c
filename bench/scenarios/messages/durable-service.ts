import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadRun, MessageLoad } from "../../load/clients/message-load.ts";
import { messageLoad, toLoadRun } from "../../load/clients/message-load.ts";
import type { Done, Measured, OpenSide } from "../../load/figures/measure.ts";
import { describeLoad, doneByWrk, measureLoad, measureRound, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import type { OpenLoopReport, PhaseOrder } from "../../load/open-loop/run-driver.ts";
import { connectionsFor, runOpenLoop } from "../../load/open-loop/run-driver.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath } from "../../load/service/service.ts";
import { describeErrors, runWrk, startWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Check, Figures } from "../scenario.types.ts";
import type { StoredExpectation } from "../verify/verify-stored.ts";
import { verifyHome } from "../verify/verify-stored.ts";
import type { Home } from "./home.ts";
import { createLmdbHome } from "./home.ts";

/** How long messages are sent before the service is killed. */
const killAfterMs = 1_500;
const stepwiseConnectionsMax = 64;

/** The service while it runs, after its warm-up. */
export interface OpenService extends OpenSide {
  /** Measures a load of this many seconds. */
  slice(seconds: number): Promise<Figures>;
  /**
   * Sends messages by a schedule, over at most this many connections. Answers other than 200 are in the report; they are no
   * mistake yet.
   */
  openLoop(phases: readonly PhaseOrder[], connectionsMax: number): Promise<OpenLoopReport>;
}

export interface DurableService extends Runner {
  /** Starts the service and warms it up, for callers that measure it more than once. */
  open(): Promise<OpenService>;
  /** Kills the service under load, restarts it, and reads every message that was ever sent to it. */
  proveDurable(): Promise<Check>;
  /** Runs one more round under the profiler. */
  profile(): Promise<Profiled>;
}

export interface DurableServiceOptions {
  readonly name: string;
  readonly logLevel: "info" | "warn";
  /** Absent: the build of `npm run build`. */
  readonly program?: string;
  /** Where it runs and stores its rows. Absent: one process with its own data folder. */
  readonly home?: Home;
  /** Threads of the load. Absent: 1. */
  readonly threads?: number;
  /** Chats that its home has from the start. */
  readonly seeded?: number;
}

/** A service with its own rows, and the record of the messages that were sent to it. */
export function createDurableService(own: DurableServiceOptions, context: BenchContext): DurableService {
  const { name, logLevel, program, seeded, threads = 1 } = own;
  const { options, workFolder } = context;
  const { connections, seconds, chats: senders, nodeFlags } = options;
  const folder = mkdtempSync(join(workFolder, "service-"));
  const { home = createLmdbHome(folder) } = own;
  const start = (profileFolder?: string): Promise<ServerProcess> =>
    home.start({
      nodeFlags,
      logLevel,
      ...(program === undefined ? {} : { program }),
      ...(profileFolder === undefined ? {} : { profileFolder }),
    });
  const runs: LoadRun[] = [];
  const mistakes: string[] = [];
  const newLoad = ({ url }: ServerProcess, length: number): MessageLoad => ({
    url,
    urls: home.urls,
    threads,
    run: runs.length + 1,
    connections,
    seconds: length,
    senders,
  });

  const loadFor = async (server: ServerProcess, length: number): Promise<Done> => {
    const load = newLoad(server, length);
    const report = await runWrk(messageLoad(load));
    runs.push(toLoadRun(load, report));
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`run ${load.run} met ${errors}`);
    return doneByWrk(report);
  };
  const openLoop = async (
    { url }: ServerProcess,
    phases: readonly PhaseOrder[],
    connectionsMax: number,
  ): Promise<OpenLoopReport> => {
    const run = runs.length + 1;
    const report = await runOpenLoop({
      url: `${url}${channelPath}`,
      ...{ run, senders, phases, connections: connectionsFor(phases, connectionsMax), arrivals: options.arrivals },
    });
    const { sent, answered, account } = report;
    runs.push({ run, sent, answered, answeredByThread: null, account });
    return report;
  };
  /**
   * The first call warms up until every sender has a chat. Each run begins with the first sender, so on a slow machine the next run
   * gets more time.
   */
  const warmUp = async (server: ServerProcess): Promise<void> => {
    const isNew = runs.length === 0;
    let length = warmUpSeconds(seconds);
    do {
      await loadFor(server, length);
      length *= 2;
    } while (isNew && Math.max(...runs.map((run) => run.answered)) < senders && mistakes.length === 0);
  };
  const open = async (profileFolder?: string): Promise<OpenService> => {
    const server = await start(profileFolder);
    await warmUp(server);
    const load = (length: number): Promise<Done> => loadFor(server, length);
    return {
      server,
      load,
      slice: async (length) => (await measureLoad(server, () => load(length))).figures,
      openLoop: (phases, connectionsMax) => openLoop(server, phases, connectionsMax),
      close: () => server.end("SIGTERM"),
    };
  };
  const roundUnder = (profileFolder?: string): Promise<Measured> => measureRound(() => open(profileFolder), seconds);

  const killUnderLoad = async (): Promise<void> => {
    const server = await start();
    const load: MessageLoad = {
      ...newLoad(server, 60),
      connections: Math.min(connections, stepwiseConnectionsMax),
      isStepwise: true,
    };
    const wrk = startWrk(messageLoad(load));
    await Promise.race([delay(killAfterMs), wrk.report]);
    await server.end("SIGKILL");
    wrk.interrupt();
    const report = await wrk.report;
    runs.push(toLoadRun(load, report));
    if (report.statusErrors > 0) mistakes.push(`run ${load.run} met ${report.statusErrors} answers other than 2xx`);
    if (report.requests === 0) mistakes.push(`run ${load.run}: nothing was answered before the kill`);
  };

  return {
    name,
    describe: describeLoad,
    round: async () => (await roundUnder()).figures,
    open: () => open(),
    async proveDurable() {
      await killUnderLoad();
      const again = await start();
      await again.end("SIGTERM");
      const expected: StoredExpectation = {
        ...{ runs, senders },
        ...(seeded === undefined ? {} : { seeded }),
      };
      const check = await verifyHome(home, expected, name, "killed under load");
      context.progress(`${check.name}: ${check.mistakes.length === 0 ? check.detail : check.mistakes.join("; ")}`);
      return { ...check, mistakes: [...mistakes, ...check.mistakes] };
    },
    async profile() {
      const profileFolder = join(folder, "profile");
      const { span, done } = await roundUnder(profileFolder);
      return readProfile({ name, folder: profileFolder, span, requests: done.requests });
    },
  };
}

/** Proves one service after the other. */
export async function proveAll(services: readonly DurableService[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const service of services) checks.push(await service.proveDurable());
  return checks;
}

export async function profileAll(services: readonly DurableService[]): Promise<readonly Profiled[]> {
  const profiled: Profiled[] = [];
  for (const service of services) profiled.push(await service.profile());
  return profiled;
}
