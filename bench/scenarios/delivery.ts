import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { logIn } from "../load/desk-agent.ts";
import { messageLoad } from "../load/message-load.ts";
import { describeProfile, monotonicUs } from "../load/profile.ts";
import type { Runner } from "../load/rounds.ts";
import { runRounds } from "../load/rounds.ts";
import type { ServerProcess } from "../load/server-process.ts";
import { startPeer, startService } from "../load/service.ts";
import { medianOf } from "../load/statistics.ts";
import { describeErrors, runWrk } from "../load/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "./scenario.types.ts";

const chats = 1_000;
const drainTimeoutMs = 120_000;
const lookEveryMs = 100;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "delivered/s", digits: 0, summary: "median" },
  { key: "cpuUsPerDelivery", heading: "CPU us/delivery", digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** Agents' replies from the desk's API to the customer system, against a bare undici Pool that posts such bodies. */
export const delivery: Scenario = async (context) => {
  const { options, workFolder } = context;
  const mistakes: string[] = [];
  const deliverRound = createDeliverRound(context, mistakes);
  const runners: readonly Runner[] = [
    { name: "undici Pool", describe, round: () => sendBare(context) },
    { name: "parley", describe, round: async (number) => (await deliverRound(`round-${number}`)).figures },
  ];
  const contestants = await runRounds("delivery", runners, context);
  const [bare = Number.NaN, parley = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const profile = async (): Promise<readonly string[]> => {
    const profileFolder = join(workFolder, "delivery-profile");
    const { fromUs, untilUs } = await deliverRound("profiled", profileFolder);
    return describeProfile(profileFolder, { fromUs, untilUs });
  };
  return {
    title: `delivery: agents' replies in ${chats} chats, stored, delivered and their outcome stored`,
    columns,
    contestants,
    verdicts: [
      { name: "parley: share of the Pool", target: "none yet", measured: (parley / bare).toFixed(3), isMet: null },
    ],
    checks: [{ name: "deliveries", detail: "every reply that was answered 202 arrived once", mistakes }],
    profile: options.profile ? await profile() : [],
  };
};

async function sendBare({ options, workFolder }: BenchContext): Promise<Figures> {
  const peer = await startPeer("customer-system", join(workFolder, "delivery"));
  const script = fileURLToPath(new URL("../load/undici-sender.ts", import.meta.url));
  const args = ["--import", "tsx", script, `${peer.url}/chat`, String(options.seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  await peer.end("SIGKILL");
  return JSON.parse(stdout);
}

interface DeliverRound {
  readonly figures: Figures;
  readonly fromUs: number;
  readonly untilUs: number;
}

/** One round from an empty data folder: chats are made and accepted, then replies come in until they are all delivered. */
function createDeliverRound({ options, workFolder }: BenchContext, mistakes: string[]) {
  return async (name: string, profileFolder?: string): Promise<DeliverRound> => {
    const { connections, seconds, nodeFlags } = options;
    const folder = join(workFolder, "delivery", name);
    const peer = await startPeer("customer-system", folder);
    const profiling = profileFolder === undefined ? {} : { profileFolder };
    const service = await startService({ folder, nodeFlags, webhookUrl: peer.url, ...profiling });
    await runWrk(messageLoad({ url: service.url, run: 1, connections, seconds: 1 }));
    const agent = await logIn(service.url);
    const ids = await agent.acceptChats(chats);
    const before = service.resources();
    const fromUs = monotonicUs();
    const script = { script: "replies.lua", arguments: [agent.token, ids.join(",")] } as const;
    const report = await runWrk({ url: service.url, connections, seconds, ...script });
    const arrived = await whenDelivered(peer, report.requests);
    const after = service.resources();
    await agent.close();
    await service.end("SIGTERM");
    await peer.end("SIGKILL");
    const [sent = 0] = report.sentByThread;
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`${name} met ${errors}`);
    if (arrived.count < report.requests || arrived.count > sent) {
      mistakes.push(`${name}: ${arrived.count} arrived, expected ${report.requests} (answered) to ${sent} (sent)`);
    }
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    const figures = {
      deliveries: arrived.count,
      replies: report.requests,
      perSecond: arrived.count / ((arrived.lastAtUs - fromUs) / 1e6),
      cpuUsPerDelivery: (cpuSeconds * 1e6) / arrived.count,
      cpuSeconds,
      rssMib: after.rssMib,
    };
    return { figures, fromUs, untilUs: arrived.lastAtUs };
  };
}

interface Arrived {
  readonly count: number;
  readonly lastAtUs: number;
}

/** Waits until at least `wanted` have arrived and no more come. */
async function whenDelivered(peer: ServerProcess, wanted: number): Promise<Arrived> {
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
