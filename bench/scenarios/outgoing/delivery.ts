import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sendBare } from "../../load/clients/bare-sender.ts";
import { measureRound, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { readProfile } from "../../load/profile/profile.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext, Check, Scenario } from "../scenario.types.ts";
import { atLeast, fact } from "../verdicts.ts";
import type { QueuePeer } from "./queue.ts";
import { createQueueContestant, queueName, startQueue } from "./queue.ts";
import type { RepliesTaker } from "./replies.ts";
import {
  acceptBesideStuck,
  acceptChats,
  anyChats,
  deliveryColumns,
  describeArrivals,
  describeDeliveries,
  mistakesInArrivals,
  openReplies,
  proveReplies,
  replyChats,
  waitingReplies,
} from "./replies.ts";

const perSecondWanted = 5_000;
const shareWanted = 0.25;
const wanted = { times: 1.8, cpuShare: 0.42 };
/** Customers who never answer must not slow down the others. */
const stuckShareWanted = 0.9;
const stuckName = `parley, ${waitingReplies} replies wait for others`;

/**
 * Agents' replies from the desk's API to the customer system. Compared with a bare undici Pool that posts such bodies, alone and
 * after a bare server that takes the same replies. Also compared with a queue in Redis that takes them.
 */
export const delivery: Scenario = async (context) => {
  const { connections, seconds, nodeFlags, profile } = context.options;
  const folder = join(context.workFolder, "delivery");
  const { check: proof, bodiesFile } = await proveService(context);
  const mistakes: string[] = [];
  const startParley = async (own: string, webhookUrl: string, accept = acceptChats, profileFolder?: string) => {
    const profiling = profileFolder === undefined ? {} : { profileFolder };
    const server = await startService({ folder: own, nodeFlags, webhookUrl, ...profiling });
    return accept(server, replyChats, connections);
  };
  const measure = (name: string, start: (customersUrl: string) => Promise<RepliesTaker>, wrong = mistakes) =>
    measureRound(async () => {
      const note = (mistake: string): void => void wrong.push(`${name}: ${mistake}`);
      const side = await openReplies({ folder: join(folder, name), connections, start, note });
      await side.load(warmUpSeconds(seconds));
      return side;
    }, seconds);
  const runnerOf = (
    name: string,
    start: (own: string, url: string) => Promise<RepliesTaker>,
    wrong = mistakes,
  ): Runner => ({
    name,
    describe: describeDeliveries,
    async round(number) {
      const round = `${name.replaceAll(/\W+/g, "-")}-${number}`;
      return (await measure(round, (url) => start(join(folder, round), url), wrong)).figures;
    },
  });
  const queue = createQueueContestant("delivery", wanted, context, (packages): QueuePeer => {
    const wrong: string[] = [];
    const start = (own: string, url: string) => startQueue("bullmq-delivery", packages, own, url, bodiesFile);
    return {
      runner: runnerOf(queueName, async (own, url) => anyChats(await start(own, url)), wrong),
      mistakes: wrong,
      async prove() {
        const restart = (url: string) => start(join(folder, "queue-killed"), url);
        const startIt = async (url: string) => anyChats(await restart(url), connections);
        const arrivals = await proveReplies({ start: startIt, restart }, join(folder, "queue-killed"));
        return { detail: describeArrivals(arrivals), mistakes: mistakesInArrivals(arrivals) };
      },
    };
  });
  const contestants = await runRounds(
    "delivery",
    [
      {
        name: "undici Pool",
        describe: describeDeliveries,
        round: () => sendBare(startPeer("customer-system", folder), seconds, bodiesFile),
      },
      runnerOf("bare forwarder", async (own, url) => anyChats(await startPeer("bare-forwarder", own, url, bodiesFile))),
      runnerOf("parley", (own, url) => startParley(own, url)),
      runnerOf(stuckName, (own, url) => startParley(own, url, acceptBesideStuck)),
      ...queue.runners,
    ],
    context,
  );
  const [pool = Number.NaN, forwarder = Number.NaN, parley = Number.NaN, stuck = Number.NaN] = contestants.map((each) =>
    medianOf(each, "perSecond"),
  );
  const profileRound = async () => {
    const profileFolder = join(folder, "profile");
    const { span, done } = await measure("profiled", (url) =>
      startParley(join(folder, "profiled"), url, acceptChats, profileFolder),
    );
    return readProfile({ name: "parley", folder: profileFolder, span, requests: done.requests });
  };
  return {
    title: `delivery: agents' replies in ${replyChats} chats, stored, delivered and their outcome stored`,
    columns: deliveryColumns,
    contestants,
    verdicts: [
      atLeast("parley: delivered/s", parley, perSecondWanted, "", 0),
      atLeast("parley: share of the Pool", parley / pool, shareWanted, "", 3),
      fact("parley: share of the forwarder", (parley / forwarder).toFixed(3)),
      atLeast(`${stuckName}: share of it without`, stuck / parley, stuckShareWanted),
      ...(await queue.judge(contestants)),
    ],
    checks: [{ name: "deliveries", detail: "every reply that was answered 202 arrived once", mistakes }, proof],
    profile: profile ? [await profileRound()] : [],
  };
};

/**
 * Kills the service while replies are sent. Each answered reply arrives after the next start, in the order of its chat. Returns also a
 * file with the bodies that arrived, so that the peers send such bodies.
 */
async function proveService({ options, workFolder, progress }: BenchContext): Promise<{
  readonly check: Check;
  readonly bodiesFile: string;
}> {
  const { connections, nodeFlags } = options;
  const folder = join(workFolder, "delivery", "killed");
  const restart = (webhookUrl: string) => startService({ folder, nodeFlags, webhookUrl });
  const start = async (url: string) => acceptChats(await restart(url), Math.min(connections, replyChats), connections);
  const arrivals = await proveReplies({ start, restart }, folder);
  const late = arrivals.late > 0 ? [`${arrivals.late} replies arrived after a later one of their chat`] : [];
  const mistakes = [...mistakesInArrivals(arrivals), ...late];
  const check = { name: "verify parley", detail: describeArrivals(arrivals), mistakes };
  progress(`delivery  ${check.name}: ${mistakes.length === 0 ? check.detail : mistakes.join("; ")}`);
  mkdirSync(folder, { recursive: true });
  const bodiesFile = join(folder, "bodies.json");
  writeFileSync(bodiesFile, JSON.stringify(arrivals.bodies));
  return { check, bodiesFile };
}
