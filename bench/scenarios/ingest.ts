import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import type { Measured } from "../load/measure.ts";
import { describeLoad, loadColumns, measureLoad, warmUpSeconds } from "../load/measure.ts";
import type { LoadRun, MessageLoad } from "../load/message-load.ts";
import { messageLoad, senderCount, toLoadRun } from "../load/message-load.ts";
import { describeProfile } from "../load/profile.ts";
import type { Runner } from "../load/rounds.ts";
import { runRounds } from "../load/rounds.ts";
import type { ServerProcess } from "../load/server-process.ts";
import { dataFolderOf, startPeer, startService } from "../load/service.ts";
import { medianOf } from "../load/statistics.ts";
import { describeErrors, startWrk } from "../load/wrk.ts";
import type { BenchContext, Check, Contestant, Scenario, Verdict } from "./scenario.types.ts";
import { verifyStored } from "./verify-stored.ts";

const shareWanted = 0.25;
const shareGoal = 0.5;
const p99MsWanted = 15;
/** How long messages come in before the service is killed. */
const killAfterMs = 1_500;
const stepwiseConnectionsMax = 64;

/** Durable customer messages over 10,000 chats, against a server that answers the same bodies back. */
export const ingest: Scenario = async (context) => {
  const services = (["info", "warn"] as const).map((level) => createService(level, context));
  const [echo, ...measured] = await runRounds("ingest", [createEcho(context), ...services], context);
  const checks: Check[] = [];
  for (const service of services) checks.push(await service.proveDurable());
  const [first] = services;
  return {
    title: `ingest: durable customer messages, ${senderCount} chats, ${context.options.connections} connections`,
    columns: loadColumns,
    contestants: [...(echo ? [echo] : []), ...measured],
    verdicts: measured.flatMap((contestant) => (echo ? judge(echo, contestant) : [])),
    checks,
    profile: context.options.profile && first ? await first.profile() : [],
  };
};

function judge(echo: Contestant, service: Contestant): Verdict[] {
  const share = medianOf(service, "perSecond") / medianOf(echo, "perSecond");
  const p99Ms = medianOf(service, "p99Ms");
  return [
    {
      name: `${service.name}: share of the echo`,
      target: `>= ${shareWanted.toFixed(2)} (goal ${shareGoal.toFixed(2)})`,
      measured: share.toFixed(3),
      isMet: share >= shareWanted,
    },
    {
      name: `${service.name}: p99`,
      target: `<= ${p99MsWanted} ms`,
      measured: `${p99Ms.toFixed(1)} ms`,
      isMet: p99Ms <= p99MsWanted,
    },
    {
      name: `${service.name}: CPU of the echo for the same requests`,
      target: "none",
      measured: (medianOf(echo, "cpuUsPerRequest") / medianOf(service, "cpuUsPerRequest")).toFixed(3),
      isMet: null,
    },
  ];
}

function createEcho({ options, workFolder }: BenchContext): Runner {
  return {
    name: "uWS echo",
    describe: describeLoad,
    async round(run) {
      const { connections, seconds } = options;
      const echo = await startPeer("echo", join(workFolder, "echo"));
      const load = { url: echo.url, run, connections };
      await measureLoad(echo, messageLoad({ ...load, seconds: warmUpSeconds(seconds) }));
      const { figures } = await measureLoad(echo, messageLoad({ ...load, seconds }));
      await echo.end("SIGKILL");
      return figures;
    },
  };
}

interface DurableService extends Runner {
  /** Kills the service under load, starts it again, and reads everything that was ever sent to it. */
  proveDurable(): Promise<Check>;
  /** One more round under the profiler. */
  profile(): Promise<readonly string[]>;
}

/** A service with a data folder of its own, and the account of what was sent to it. */
function createService(logLevel: "info" | "warn", context: BenchContext): DurableService {
  const { options, workFolder } = context;
  const { connections, seconds } = options;
  const folder = join(workFolder, `ingest-${logLevel}`);
  const name = `parley, log ${logLevel}`;
  const runs: LoadRun[] = [];
  const mistakes: string[] = [];
  const newLoad = (url: string, length: number): MessageLoad => ({
    url,
    run: runs.length + 1,
    connections,
    seconds: length,
  });

  const loadFor = async (server: ServerProcess, length: number): Promise<Measured> => {
    const load = newLoad(server.url, length);
    const measured = await measureLoad(server, messageLoad(load));
    runs.push(toLoadRun(load, measured.report));
    const errors = describeErrors(measured.report);
    if (errors !== "") mistakes.push(`run ${load.run} met ${errors}`);
    return measured;
  };
  /** The first time until every sender has a chat. */
  const warmUp = async (server: ServerProcess): Promise<void> => {
    const isNew = runs.length === 0;
    do await loadFor(server, warmUpSeconds(seconds));
    while (isNew && Math.max(...runs.map((run) => run.answered)) < senderCount && mistakes.length === 0);
  };
  const roundUnder = async (profileFolder?: string): Promise<Measured> => {
    const server = await startService({ folder, logLevel, ...(profileFolder === undefined ? {} : { profileFolder }) });
    await warmUp(server);
    const measured = await loadFor(server, seconds);
    await server.end("SIGTERM");
    return measured;
  };

  const killUnderLoad = async (): Promise<void> => {
    const server = await startService({ folder, logLevel });
    const load: MessageLoad = {
      ...newLoad(server.url, 60),
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
    async proveDurable() {
      await killUnderLoad();
      const again = await startService({ folder, logLevel });
      await again.end("SIGTERM");
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (_: object, text: string) => void mistakes.push(text),
      };
      const store = await openLmdbStore({ dir: dataFolderOf(folder), log });
      const { stored, mistakes: found } = await verifyStored(store, { runs, senders: senderCount });
      await store.close();
      const answered = runs.reduce((total, run) => total + run.answered, 0);
      const detail = `${answered} answered, ${stored} stored, each once and in order, killed under load`;
      const check = { name: `verify ${name}`, detail, mistakes: [...mistakes, ...found] };
      context.progress(`ingest  ${check.name}: ${check.mistakes.length === 0 ? detail : check.mistakes.join("; ")}`);
      return check;
    },
    async profile() {
      const profileFolder = join(folder, "profile");
      const { span } = await roundUnder(profileFolder);
      return describeProfile(profileFolder, span);
    },
  };
}
