import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import type { BenchContext, Check, Scenario } from "../scenario.types.ts";
import type { DurableService } from "./durable-service.ts";
import { createDurableService } from "./durable-service.ts";
import { createLimit, judgeEchoShare, showEchoCpu, showRegistryShare } from "./limits.ts";

const counts = [16, 64, 256] as const;
/** This many senders put enough messages between two messages of one sender, so that no connection sends the later message first. */
const sendersMin = 4 * Math.max(...counts);

/** The load of `ingest` over few and many connections: how the service compares with the servers that store nothing. */
export const connections: Scenario = async (context) => {
  const chats = Math.max(sendersMin, context.options.chats);
  const stages = counts.map((count) => {
    const own: BenchContext = { ...context, options: { ...context.options, connections: count, chats } };
    const ending = `, ${count} connections`;
    const service = createDurableService({ name: `parley${ending}`, logLevel: "info" }, own);
    return { service, limits: [createLimit("echo", own, ending), createLimit("bare-registry", own, ending)] };
  });
  const runners = stages.flatMap(({ service, limits }) => [...limits, service]);
  const contestants = await runRounds("connections", runners, context);
  const verdicts = stages.flatMap((_, at) => {
    const [echo, registry, service] = contestants.slice(3 * at);
    if (!echo || !registry || !service) return [];
    return [judgeEchoShare(echo, service), showEchoCpu(echo, service), showRegistryShare(registry, service)];
  });
  const services = stages.map(({ service }) => service);
  return {
    title: `connections: durable customer messages over ${counts.join(", ")} connections, ${chats} chats`,
    columns: loadColumns,
    contestants,
    verdicts,
    checks: await proveAll(services),
    profile: context.options.profile ? await profileAll(services) : [],
  };
};

async function proveAll(services: readonly DurableService[]): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const service of services) checks.push(await service.proveDurable());
  return checks;
}

async function profileAll(services: readonly DurableService[]): Promise<readonly Profiled[]> {
  const profiled: Profiled[] = [];
  for (const service of services) profiled.push(await service.profile());
  return profiled;
}
