import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import { logIn } from "../../load/clients/desk-agent.ts";
import { messageLoad } from "../../load/clients/message-load.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled, Span } from "../../load/profile/profile.ts";
import { monotonicUs, readProfile } from "../../load/profile/profile.ts";
import { beginSpan } from "../../load/profile/span.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const chats = 1_000;
const drainTimeoutMs = 120_000;
const lookEveryMs = 100;
const perSecondWanted = 5_000;
const shareWanted = 0.25;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "delivered/s", digits: 0, summary: "median" },
  { key: "cpuUsPerDelivery", heading: "CPU us/delivery", digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/**
 * Agents' replies from the desk's API to the customer system, against a bare undici Pool that posts such bodies, alone
 * and behind a bare server that takes the same replies from the same load.
 */
export const delivery: Scenario = async (context) => {
  const { options, workFolder } = context;
  const mistakes: string[] = [];
  const deliverRound = createDeliverRound(context, mistakes);
  const runners: readonly Runner[] = [
    { name: "undici Pool", describe, round: () => sendBare(context) },
    { name: "bare forwarder", describe, round: (number) => forwardBare(context, `forwarded-${number}`, mistakes) },
    { name: "parley", describe, round: async (number) => (await deliverRound(`round-${number}`)).figures },
  ];
  const contestants = await runRounds("delivery", runners, context);
  const [pool = Number.NaN, forwarder = Number.NaN, parley = Number.NaN] = contestants.map((each) =>
    medianOf(each, "perSecond"),
  );
  const share = parley / pool;
  const profile = async (): Promise<Profiled> => {
    const profileFolder = join(workFolder, "delivery-profile");
    const { span, figures } = await deliverRound("profiled", profileFolder);
    return readProfile({ name: "parley", folder: profileFolder, span, requests: figures["deliveries"] ?? Number.NaN });
  };
  return {
    title: `delivery: agents' replies in ${chats} chats, stored, delivered and their outcome stored`,
    columns,
    contestants,
    verdicts: [
      {
        name: "parley: delivered/s",
        target: `>= ${perSecondWanted}`,
        measured: parley.toFixed(0),
        isMet: parley >= perSecondWanted,
      },
      {
        name: "parley: share of the Pool",
        target: `>= ${shareWanted}`,
        measured: share.toFixed(3),
        isMet: share >= shareWanted,
      },
      {
        name: "parley: share of the forwarder",
        target: "none yet",
        measured: (parley / forwarder).toFixed(3),
        isMet: null,
      },
    ],
    checks: [{ name: "deliveries", detail: "every reply that was answered 202 arrived once", mistakes }],
    profile: options.profile ? [await profile()] : [],
  };
};

async function sendBare({ options, workFolder }: BenchContext): Promise<Figures> {
  const peer = await startPeer("customer-system", join(workFolder, "delivery"));
  const { flags, file } = runnable("bench/load/clients/undici-sender.ts");
  const args = [...flags, file, `${peer.url}/chat`, String(options.seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await peer.end("SIGKILL");
  return JSON.parse(stdout);
}

/** The same load, the same peer and the same processes as with the service. */
async function forwardBare({ options, workFolder }: BenchContext, name: string, mistakes: string[]): Promise<Figures> {
  const { connections, seconds } = options;
  const folder = join(workFolder, "delivery", name);
  const peer = await startPeer("customer-system", folder);
  const forwarder = await startPeer("bare-forwarder", folder, peer.url);
  const ids = Array.from({ length: chats }, (_, index) => index + 1).join(",");
  const script = { script: "replies.lua", arguments: ["no-token", ids] } as const;
  const load = { url: forwarder.url, connections, ...script };
  const warmUp = await runWrk({ ...load, seconds: 1 });
  const { count: arrivedBefore } = await whenDelivered(peer, warmUp.requests);
  const before = forwarder.resources();
  const fromUs = monotonicUs();
  const report = await runWrk({ ...load, seconds });
  const arrived = await whenDelivered(peer, arrivedBefore + report.requests);
  const after = forwarder.resources();
  await Promise.all([forwarder.end("SIGKILL"), peer.end("SIGKILL")]);
  const errors = describeErrors(report);
  if (errors !== "") mistakes.push(`${name} met ${errors}`);
  const deliveries = arrived.count - arrivedBefore;
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
  return {
    deliveries,
    replies: report.requests,
    perSecond: deliveries / ((arrived.lastAtUs - fromUs) / 1e6),
    cpuUsPerDelivery: (cpuSeconds * 1e6) / deliveries,
    cpuSeconds,
    rssMib: after.rssMib,
  };
}

interface DeliverRound {
  readonly figures: Figures;
  readonly span: Span;
}

/** One round from an empty data folder: chats are made and accepted, then replies come in until they are all delivered. */
function createDeliverRound({ options, workFolder }: BenchContext, mistakes: string[]) {
  return async (name: string, profileFolder?: string): Promise<DeliverRound> => {
    const { connections, seconds, node } = options;
    const folder = join(workFolder, "delivery", name);
    const peer = await startPeer("customer-system", folder);
    const profiling = profileFolder === undefined ? {} : { profileFolder };
    const service = await startService({ folder, node, webhookUrl: peer.url, ...profiling });
    await runWrk(messageLoad({ url: service.url, run: 1, connections, seconds: 1 }));
    const agent = await logIn(service.url);
    const ids = await agent.acceptChats(chats);
    const script = { script: "replies.lua", arguments: [agent.token, ids.join(",")] } as const;
    const load = { url: service.url, connections, ...script };
    const warmUp = await runWrk({ ...load, seconds: 1 });
    const { count: arrivedBefore } = await whenDelivered(peer, warmUp.requests);
    const before = service.resources();
    const endSpan = beginSpan(service.pid);
    const report = await runWrk({ ...load, seconds });
    const { count, lastAtUs } = await whenDelivered(peer, arrivedBefore + report.requests);
    const span = endSpan(lastAtUs);
    const deliveries = count - arrivedBefore;
    const after = service.resources();
    await agent.close();
    await service.end("SIGTERM");
    await peer.end("SIGKILL");
    const [sent = 0] = report.sentByThread;
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`${name} met ${errors}`);
    if (deliveries < report.requests || deliveries > sent) {
      mistakes.push(`${name}: ${deliveries} arrived, expected ${report.requests} (answered) to ${sent} (sent)`);
    }
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    const figures = {
      deliveries,
      replies: report.requests,
      perSecond: deliveries / ((span.untilUs - span.fromUs) / 1e6),
      cpuUsPerDelivery: (cpuSeconds * 1e6) / deliveries,
      cpuSeconds,
      rssMib: after.rssMib,
    };
    return { figures, span };
  };
}

interface Arrived {
  readonly count: number;
  readonly lastAtUs: number;
}

/** Waits until at least `wanted` have arrived and no more come. */
export async function whenDelivered(peer: ServerProcess, wanted: number): Promise<Arrived> {
  const givenUpAtMs = Date.now() + drainTimeoutMs;
  for (let last = -1; ; ) {
    const response = await fetch(peer.url);
    const arrived = (await response.json()) as Arrived;
    if ((arrived.count >= wanted && arrived.count === last) || Date.now() > givenUpAtMs) return arrived;
    last = arrived.count;
    await delay(lookEveryMs);
  }
}

const describe = ({ perSecond = Number.NaN, cpuUsPerDelivery = Number.NaN }: Figures): string =>
  `${Math.round(perSecond)} delivered/s, ${cpuUsPerDelivery.toFixed(1)} us CPU a delivery`;
