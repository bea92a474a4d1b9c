import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { runnable } from "../../../test/project/compiled-scripts.ts";
import { logIn } from "../../load/clients/desk-agent.ts";
import { messageLoad } from "../../load/clients/message-load.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled, Span } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import { beginSpan } from "../../load/profile/span.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { QueuePeer } from "../queue/queue-contestant.ts";
import { createQueueContestant, queueName } from "../queue/queue-contestant.ts";
import { createQueueHome } from "../queue/queue-home.ts";
import type { BenchContext, Check, Column, Figures, Scenario } from "../scenario.types.ts";
import type { Forwarder } from "./forwarding.ts";
import { chats, createForwarding, describeDeliveries, whenDelivered } from "./forwarding.ts";
import { describeArrivals, mistakesInArrivals, proveReplies } from "./prove-replies.ts";

/** Agents' replies as jobs. */
function createDeliveryQueue(packages: string, context: BenchContext): QueuePeer {
  const mistakes: string[] = [];
  const homeIn = (folder: string) => createQueueHome("bullmq-delivery", packages, folder);
  const forwarder = { name: queueName, start: (folder: string, url: string) => homeIn(folder).start(url) };
  return {
    runner: createForwarding(forwarder, context, mistakes),
    mistakes,
    async prove() {
      const folder = join(context.workFolder, "delivery", "queue-killed");
      const home = homeIn(folder);
      const chatIds = Array.from({ length: context.options.connections }, (_, at) => String(at + 1));
      const arrivals = await proveReplies(
        {
          open: async ({ url }) => ({ server: await home.start(url), token: "no-token", chatIds }),
          reopen: ({ url }) => home.start(url),
        },
        folder,
      );
      return { detail: describeArrivals(arrivals), mistakes: mistakesInArrivals(arrivals) };
    },
  };
}

const perSecondWanted = 5_000;
const shareWanted = 0.25;
/** The service must deliver this many times as much as BullMQ. */
const timesWanted = 3;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "delivered/s", digits: 0, summary: "median" },
  { key: "cpuUsPerDelivery", heading: "CPU us/delivery", digits: 1, summary: "median" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/**
 * Agents' replies from the desk's API to the customer system. Compared with a bare undici Pool that posts such bodies, alone and
 * after a bare server that takes the same replies. Also compared with a queue in Redis that takes them.
 */
export const delivery: Scenario = async (context) => {
  const { options, workFolder } = context;
  const mistakes: string[] = [];
  const deliverRound = createDeliverRound(context, mistakes);
  const queue = createQueueContestant("delivery", timesWanted, context, (packages) =>
    createDeliveryQueue(packages, context),
  );
  const runners: readonly Runner[] = [
    { name: "undici Pool", describe: describeDeliveries, round: () => sendBare(context) },
    createForwarding(bareForwarder, context, mistakes),
    {
      name: "parley",
      describe: describeDeliveries,
      round: async (number) => (await deliverRound(`round-${number}`)).figures,
    },
    ...queue.runners,
  ];
  const contestants = await runRounds("delivery", runners, context);
  const [pool = Number.NaN, forwarder = Number.NaN, parley = Number.NaN] = contestants.map((each) =>
    medianOf(each, "perSecond"),
  );
  const share = parley / pool;
  const proof = await proveKilled(context);
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
      ...(await queue.judge(contestants)),
    ],
    checks: [{ name: "deliveries", detail: "every reply that was answered 202 arrived once", mistakes }, proof],
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

const bareForwarder: Forwarder = {
  name: "bare forwarder",
  start: (folder, customersUrl) => startPeer("bare-forwarder", folder, customersUrl),
};

/**
 * Repeats runs until there are enough chats. Each run begins with the first customer, so on a slow machine the next run gets more
 * time.
 */
async function openChats({ url }: ServerProcess, connections: number): Promise<void> {
  for (let run = 1, answered = 0; answered < chats; run += 1) {
    answered = (await runWrk(messageLoad({ url, run, connections, seconds: run }))).requests;
    if (answered === 0) throw new Error("The service answered no message that was to open a chat");
  }
}

interface DeliverRound {
  readonly figures: Figures;
  readonly span: Span;
}

/** One round from an empty data folder: chats are opened and accepted, then replies are sent until all of them are delivered. */
function createDeliverRound({ options, workFolder }: BenchContext, mistakes: string[]) {
  return async (name: string, profileFolder?: string): Promise<DeliverRound> => {
    const { connections, seconds, nodeFlags } = options;
    const folder = join(workFolder, "delivery", name);
    const peer = await startPeer("customer-system", folder);
    const profiling = profileFolder === undefined ? {} : { profileFolder };
    const service = await startService({ folder, nodeFlags, webhookUrl: peer.url, ...profiling });
    await openChats(service, connections);
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
    const errors = describeErrors(report);
    if (errors !== "") mistakes.push(`${name} met ${errors}`);
    // Includes the replies of the warm-up: those in progress at its end may arrive after they were counted.
    const answered = warmUp.requests + report.requests;
    const sent = (warmUp.sentByThread[0] ?? 0) + (report.sentByThread[0] ?? 0);
    if (count < answered || count > sent) {
      mistakes.push(`${name}: ${count} arrived, expected ${answered} (answered) to ${sent} (sent)`);
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

/** Kills the service while replies are sent. Each answered reply arrives after the next start, in the order of its chat. */
async function proveKilled({ options, workFolder, progress }: BenchContext): Promise<Check> {
  const { connections, nodeFlags } = options;
  const folder = join(workFolder, "delivery", "killed");
  const start = ({ url }: ServerProcess): Promise<ServerProcess> =>
    startService({ folder, nodeFlags, webhookUrl: url });
  const arrivals = await proveReplies(
    {
      async open(customers) {
        const server = await start(customers);
        await openChats(server, connections);
        const agent = await logIn(server.url);
        const chatIds = await agent.acceptChats(Math.min(connections, chats));
        await agent.close();
        return { server, token: agent.token, chatIds };
      },
      reopen: start,
    },
    folder,
  );
  const late = arrivals.late > 0 ? [`${arrivals.late} replies arrived after a later one of their chat`] : [];
  const check = {
    name: "verify parley",
    detail: describeArrivals(arrivals),
    mistakes: [...mistakesInArrivals(arrivals), ...late],
  };
  progress(`delivery  ${check.name}: ${check.mistakes.length === 0 ? check.detail : check.mistakes.join("; ")}`);
  return check;
}
