import { join } from "node:path";
import { messageLoad } from "../../load/clients/message-load.ts";
import { describeLoad, loadColumns, measureLoad, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { startPeer } from "../../load/service/service.ts";
import type { BenchContext, Check, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { createDurableService } from "./durable-service.ts";

const shareWanted = 0.25;
const shareGoal = 0.5;
const p99MsWanted = 15;

/** Durable customer messages over 10,000 chats, against a server that answers the same bodies back. */
export const ingest: Scenario = async (context) => {
  const services = (["info", "warn"] as const).map((logLevel) =>
    createDurableService({ name: `parley, log ${logLevel}`, logLevel }, context),
  );
  const [echo, ...measured] = await runRounds("ingest", [createEcho(context), ...services], context);
  const checks: Check[] = [];
  for (const service of services) checks.push(await service.proveDurable());
  const profile: Profiled[] = [];
  if (context.options.profile) {
    for (const service of services) profile.push(await service.profile());
  }
  return {
    title: `ingest: durable customer messages, ${context.options.chats} chats, ${context.options.connections} connections`,
    columns: loadColumns,
    contestants: [...(echo ? [echo] : []), ...measured],
    verdicts: measured.flatMap((contestant) => (echo ? judge(echo, contestant) : [])),
    checks,
    profile,
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
      const { connections, seconds, chats: senders } = options;
      const echo = await startPeer("echo", join(workFolder, "echo"));
      const load = { url: echo.url, run, connections, senders };
      await measureLoad(echo, messageLoad({ ...load, seconds: warmUpSeconds(seconds) }));
      const { figures } = await measureLoad(echo, messageLoad({ ...load, seconds }));
      await echo.end("SIGKILL");
      return figures;
    },
  };
}
