import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "../../load/clients/desk-agent.ts";
import type { ChatReport } from "../../load/clients/turns.ts";
import { openChats } from "../../load/clients/turns.ts";
import { costColumns, measureLoad } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import type { BenchOptions } from "../../load/options.ts";
import { readLoopStops } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { otherChannelId, otherChannelPath, startPeer, startService } from "../../load/service/service.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atMost, fact } from "../verdicts.ts";
import type { OpenTurns } from "./turn-stage.ts";
import { openTurns } from "./turn-stage.ts";

const turnsPerSecond = 250;
/** Few enough, so that all have their chats before the measurement begins. */
const senders = 500;
const warmUpSecondsMax = 3;
/** Three requests without an answer take 9 s. Source: BOT-17. */
const handOverSeconds = 9;
/** It includes the store's commits. */
const handOverMsMax = 9_500;
/** Time until the wanted number of chats waits; when the bot answers, none waits. */
const rampSecondsOf: Readonly<Record<OtherBot, number>> = { none: 0, answers: 1, dead: handOverSeconds + 1 };
const changeMax = 1.5;

const columns: readonly Column[] = [
  { key: "waiting", heading: "waiting", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "other bot: p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "handedOver", heading: "handed over", digits: 0, summary: "median" },
  { key: "handOverP50Ms", heading: "after p50 ms", digits: 0, summary: "median" },
  { key: "handOverMaxMs", heading: "max ms", digits: 0, summary: "max" },
  { key: "events", heading: "requests to it", digits: 0, summary: "median" },
  { key: "longestStopMs", heading: "longest stop ms", digits: 1, summary: "median" },
  ...costColumns("turn"),
];

type OtherBot = "none" | "answers" | "dead";

/** Turns of one bot, while chats of another channel wait for a bot that accepts connections and answers nothing. */
export const deadBot: Scenario = async (context) => {
  const mistakes: string[] = [];
  const { waitingChats } = context.options;
  const runners = [
    createRunner("no other bot", "none", context, mistakes),
    createRunner("as many new chats, bot answers", "answers", context, mistakes),
    createRunner(`${waitingChats} chats wait for a dead bot`, "dead", context, mistakes),
  ];
  const contestants = await runRounds("dead-bot", runners, context);
  const [none, answering, dead] = contestants;
  return {
    title: `dead-bot: ${turnsPerSecond} turns/s of one bot, while the bot of another channel is dead`,
    columns,
    contestants,
    verdicts: none && answering && dead ? judge(none, answering, dead) : [],
    checks: [
      {
        name: "dead-bot",
        detail: "every turn came to its end, and every chat of the dead bot is the agents'",
        mistakes,
      },
    ],
    profile: [],
  };
};

function judge(none: Contestant, answering: Contestant, dead: Contestant): Verdict[] {
  const changeFrom = (calm: Contestant): number => medianOf(dead, "p99Ms") / medianOf(calm, "p99Ms");
  const latestMs = Math.max(...dead.rounds.map((round) => round["handOverMaxMs"] ?? Number.NaN));
  return [
    atMost("p99 of the other bot's turns, of that without", changeFrom(none), changeMax),
    fact("the same, of that with a bot that answers", changeFrom(answering).toFixed(2)),
    atMost("the last hand-over", latestMs, handOverMsMax, "ms", 0),
  ];
}

function createRunner(
  name: string,
  other: OtherBot,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  const { connections, seconds, nodeFlags } = options;
  return {
    name,
    describe: ({ p99Ms = Number.NaN, handedOver = Number.NaN }: Figures) =>
      `p99 of the other bot's turns ${p99Ms.toFixed(2)} ms, ${handedOver} chats handed over`,
    async round(number) {
      const folder = join(workFolder, "dead-bot", `${other}-${number}`);
      const note = (mistake: string): void => void mistakes.push(`round ${number}, ${name}: ${mistake}`);
      const otherBot = await startPeer("mute-bot", folder, other === "dead" ? "dead" : "attentive");
      const side = await openTurns({
        ...{ folder, connections, senders, note },
        start: ({ customers: { url }, bot }) =>
          startService({
            ...{ folder, nodeFlags, webhookUrl: url, botUrl: bot.url, otherWebhookUrl: url, otherBotUrl: otherBot.url },
          }),
      });
      const { server, take } = side;
      await side.load(Math.min(warmUpSecondsMax, seconds));
      const opened = other === "none" ? null : openChatsBeside(side, other, options);
      await delay(rampSecondsOf[other] * 1000);
      await readLoopStops(server.url);
      const { figures } = await measureLoad(server, async () => {
        const { ended, perSecond, p50Ms, p99Ms, maxMs } = await take({ perSecond: turnsPerSecond }, seconds);
        return { requests: ended, perSecond, figures: { p50Ms, p99Ms, maxMs } };
      });
      const { longestMs: longestStopMs } = await readLoopStops(server.url);
      const chats = await opened;
      const handOvers = chats === null ? [] : await readHandOvers(server, chats, other, note);
      const events = await readEvents(otherBot);
      const { rssMib, ownMib } = await server.memory();
      await side.close();
      await otherBot.end("SIGKILL");
      return {
        ...{ ...figures, events, longestStopMs, rssMib, ownMib },
        ...describeHandOvers(handOvers, options),
      };
    },
  };
}

/** Opens as many new chats as are handed over to the agents, until the turns beside them are measured. */
function openChatsBeside(
  { stage, server }: OpenTurns,
  other: OtherBot,
  { seconds, connections, waitingChats }: BenchOptions,
): Promise<ChatReport> {
  return openChats(stage.customers, {
    url: server.url,
    path: otherChannelPath,
    seconds: rampSecondsOf[other] + seconds + 1,
    connections,
    perSecond: waitingChats / handOverSeconds,
  });
}

function describeHandOvers(handOverMs: readonly number[], { waitingChats }: BenchOptions): Figures {
  const { length: handedOver } = handOverMs;
  if (handedOver === 0) return { waiting: 0, handedOver, handOverP50Ms: 0, handOverMaxMs: 0 };
  const meanMs = handOverMs.reduce((total, ms) => total + ms, 0) / handedOver;
  return {
    // Source: Little's law: waiting chats = new chats per second × seconds of waiting.
    waiting: (waitingChats / handOverSeconds) * (meanMs / 1000),
    handedOver,
    handOverP50Ms: percentile(handOverMs, 0.5),
    handOverMaxMs: percentile(handOverMs, 1),
  };
}

const lookEveryMs = 500;
const lookTimeoutMs = 20_000;

/** Returns how long each chat of the dead bot took until it was handed over to the agents. */
async function readHandOvers(
  service: ServerProcess,
  { sent, answered }: ChatReport,
  other: OtherBot,
  note: (mistake: string) => void,
): Promise<readonly number[]> {
  if (answered !== sent) note(`${sent - answered} of ${sent} new chats were not answered 200`);
  if (other !== "dead") return [];
  const agent = await logIn(service.url);
  const givenUpAtMs = performance.now() + lookTimeoutMs;
  let left = Number.NaN;
  for (left = answered; left > 0 && performance.now() < givenUpAtMs; await delay(lookEveryMs)) {
    left = (await agent.listChats(otherChannelId, "with_bot")).length;
  }
  const waiting = await agent.listChats(otherChannelId, "waiting");
  await agent.close();
  if (left > 0) note(`${left} chats are still with the dead bot`);
  if (waiting.length !== answered) note(`${waiting.length} chats are the agents', expected ${answered}`);
  return waiting.map(({ createdAt, updatedAt }) => updatedAt - createdAt);
}

async function readEvents({ url }: ServerProcess): Promise<number> {
  const response = await fetch(url);
  const { events } = (await response.json()) as { readonly events: number };
  return events;
}
