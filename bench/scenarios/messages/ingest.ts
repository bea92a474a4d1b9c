import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import type { Check, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { createDurableService } from "./durable-service.ts";
import { createLimit, judgeEchoShare, showEchoCpu, showRegistryShare } from "./limits.ts";

const p99MsWanted = 15;

/**
 * Durable customer messages over 10,000 chats. Compared with a server that sends the same bodies back and a server that keeps
 * actors without storing them.
 */
export const ingest: Scenario = async (context) => {
  const services = (["info", "warn"] as const).map((logLevel) =>
    createDurableService({ name: `parley, log ${logLevel}`, logLevel }, context),
  );
  const limits = [createLimit("echo", context), createLimit("bare-registry", context)];
  const contestants = await runRounds("ingest", [...limits, ...services], context);
  const [echo, registry, ...measured] = contestants;
  const checks: Check[] = [];
  for (const service of services) checks.push(await service.proveDurable());
  const profile: Profiled[] = [];
  if (context.options.profile) {
    for (const service of services) profile.push(await service.profile());
  }
  return {
    title: `ingest: durable customer messages, ${context.options.chats} chats, ${context.options.connections} connections`,
    columns: loadColumns,
    contestants,
    verdicts: measured.flatMap((service) => (echo && registry ? judge(echo, registry, service) : [])),
    checks,
    profile,
  };
};

function judge(echo: Contestant, registry: Contestant, service: Contestant): readonly Verdict[] {
  const p99Ms = medianOf(service, "p99Ms");
  return [
    judgeEchoShare(echo, service),
    {
      name: `${service.name}: p99`,
      target: `<= ${p99MsWanted} ms`,
      measured: `${p99Ms.toFixed(1)} ms`,
      isMet: p99Ms <= p99MsWanted,
    },
    showEchoCpu(echo, service),
    showRegistryShare(registry, service),
  ];
}
