import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadRun, MessageLoad, NamedSenders } from "../../load/clients/message-load.ts";
import { messageLoad, toLoadRun } from "../../load/clients/message-load.ts";
import type { Measured } from "../../load/figures/measure.ts";
import { describeLoad, measureLoad, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import type { OpenLoopReport, PhaseOrder } from "../../load/open-loop/open-loop.types.ts";
import { connectionsFor, runOpenLoop } from "../../load/open-loop/run-driver.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath } from "../../load/service/service.ts";
import { describeErrors, startWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Check, Figures } from "../scenario.types.ts";
import { verifyHome } from "../verify/verify-home.ts";
import type { StoredExpectation } from "../verify/verify-stored.ts";
import type { Home } from "./home.ts";
import { createLmdbHome } from "./home.ts";

/** How long messages are sent before the service is killed. */
const killAfterMs = 1_500;
const stepwiseConnectionsMax = 64;

/** The service while it runs, after its warm-up. */
export interface OpenService {
  readonly server: ServerProcess;
  /** Measures a load of this many seconds. */
  slice(seconds: number): Promise<Figures>;
  /**
   * Sends messages by a schedule, over at most this many connections. Answers other than 200 are in the report; they are no
   * mistake yet.
   */
  openLoop(phases: readonly PhaseOrder[], connectionsMax: number): Promise<OpenLoopReport>;
  close(): Promise<void>;
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
  /** The clients that write. Absent: as many new clients as the load has chats. */
  readonly named?: NamedSenders;
  /** Chats that its home has from the start. */
  readonly seeded?: number;
}

/** A service with its own rows, and the record of the messages that were sent to it. */
export function createDurableService(own: DurableServiceOptions, context: BenchContext): DurableService {
  const { name, logLevel, program, named, seeded, threads = 1 } = own;
  const { options, workFolder } = context;
  const { connections, seconds, chats, nodeFlags } = options;
  const senders = named?.ids.length ?? chats;
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
    ...(named === undefined ? {} : { named }),
  });

  const loadFor = async (server: ServerProcess, length: number): Promise<Measured> => {
    const load = newLoad(server, length);
    const measured = await measureLoad(server, messageLoad(load));
    runs.push(toLoadRun(load, measured.report));
    const errors = describeErrors(measured.report);
    if (errors !== "") mistakes.push(`run ${load.run} met ${errors}`);
    return measured;
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
  const roundUnder = async (profileFolder?: string): Promise<Measured> => {
    const server = await start(profileFolder);
    await warmUp(server);
    const measured = await loadFor(server, seconds);
    await server.end("SIGTERM");
    return measured;
  };

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
    async open() {
      const server = await start();
      await warmUp(server);
      return {
        server,
        slice: async (length) => (await loadFor(server, length)).figures,
        openLoop: (phases, connectionsMax) => openLoop(server, phases, connectionsMax),
        close: async () => {
          await server.end("SIGTERM");
        },
      };
    },
    async proveDurable() {
      await killUnderLoad();
      const again = await start();
      await again.end("SIGTERM");
      const expected: StoredExpectation = {
        ...{ runs, senders },
        ...(named === undefined ? {} : { senderIds: named.ids }),
        ...(seeded === undefined ? {} : { seeded }),
      };
      const check = await verifyHome(home, expected, name, "killed under load");
      context.progress(`${check.name}: ${check.mistakes.length === 0 ? check.detail : check.mistakes.join("; ")}`);
      return { ...check, mistakes: [...mistakes, ...check.mistakes] };
    },
    async profile() {
      const profileFolder = join(folder, "profile");
      const { span, report } = await roundUnder(profileFolder);
      return readProfile({ name, folder: profileFolder, span, requests: report.requests });
    },
  };
}
