import { setTimeout as delay } from "node:timers/promises";
import { openSession } from "../../../test/harness/open-session.ts";
import type { DeskListener } from "../../load/clients/desk-listener.ts";
import { openDeskListener } from "../../load/clients/desk-listener.ts";
import type { LoadRun } from "../../load/clients/message-load.ts";
import type { PacedMessage } from "../../load/clients/paced-messages.ts";
import { numberOf, sendPaced } from "../../load/clients/paced-messages.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { agent } from "../../load/service/service.ts";
import type { BenchContext, Check, Contestant, Figures, Verdict } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";
import { verifyHome } from "../verify/verify-home.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { createPostgresHome } from "./postgres-home.ts";

const nodes = 3;
const perSecond = 1_000;
const senders = 2_000;
const p99MsWanted = 5;
/** Long enough for a chat for each sender and for the compilation in the nodes. */
const warmUpSeconds = 3;
const patienceMs = 10_000;
const lookEveryMs = 20;

const answersName = `${perSecond}/s at node one: answers`;
const deskName = (node: number): string => `${perSecond}/s at node one: desk at node ${node}`;

export interface FanOut {
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
}

/** Sends messages to node one, and measures the time from the answer until desks at all three nodes receive them. */
export async function measureFanOut(context: BenchContext): Promise<FanOut> {
  const { options, progress } = context;
  const home = await createPostgresHome(nodes, context);
  const runs: LoadRun[] = [];
  const mistakes: string[] = [];
  const rounds: (readonly Figures[])[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    const figures = await measureRound(home, context, runs, mistakes);
    rounds.push(figures);
    progress(`cluster  round ${number}/${options.rounds}  ${figures.map(describe).join("; ")}`);
  }
  const check = await verifyHome(home, { runs, senders }, `${perSecond}/s at node one`, "each sent once to each desk");
  await home.remove();
  const contestants = [answersName, ...Array.from({ length: nodes }, (_, at) => deskName(at + 1))].map((name, at) => ({
    name,
    rounds: rounds.flatMap((round): readonly Figures[] => round.slice(at, at + 1)),
  }));
  return {
    contestants,
    verdicts: contestants.slice(1).map(judge),
    checks: [{ ...check, mistakes: [...mistakes, ...check.mistakes] }],
  };
}

const judge = (contestant: Contestant): Verdict =>
  atMost(`${contestant.name}, p99 after the answer`, medianOf(contestant, "p99Ms"), p99MsWanted, "ms");

const describe = ({ p50Ms = Number.NaN, p99Ms = Number.NaN }: Figures): string =>
  `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms`;

async function measureRound(
  home: PostgresHome,
  { options: { nodeFlags, connections, seconds } }: BenchContext,
  runs: LoadRun[],
  mistakes: string[],
): Promise<readonly Figures[]> {
  const server = await home.start({ nodeFlags, logLevel: "warn" });
  const desks = await openDesks(home.urls);
  const send = async (length: number): Promise<Measured> => {
    const load = { url: server.url, run: runs.length + 1, seconds: length, perSecond, connections, senders };
    const arrivals = desks.map((desk) => desk.expect(load.run));
    const before = server.resources();
    const { run, messages, refused } = await sendPaced(load);
    const after = server.resources();
    runs.push(run);
    if (refused > 0) mistakes.push(`run ${run.run} met ${refused} answers other than 200`);
    await whenTold(arrivals, messages, mistakes);
    const each = (seconds: number): number => (seconds * 1e6) / messages.length;
    return {
      messages,
      arrivals,
      cost: {
        perSecond: messages.length / length,
        cpuUsPerRequest: each(after.cpuSeconds - before.cpuSeconds),
        engineUsPerRequest: each((after.engineCpuSeconds ?? Number.NaN) - (before.engineCpuSeconds ?? Number.NaN)),
        rssMib: after.rssMib,
      },
    };
  };
  await send(warmUpSeconds);
  const { messages, arrivals, cost } = await send(seconds);
  for (const { listener } of desks) {
    if (listener.strange > 0)
      mistakes.push(`a desk received ${listener.strange} messages that it already had, or that nobody wrote`);
    listener.close();
  }
  await server.end("SIGTERM");
  const answers = timesOf(messages.map(({ dueAtMs, answeredAtMs }) => answeredAtMs - dueAtMs));
  return [{ ...cost, ...answers }, ...arrivals.map((arrival) => figuresOf(messages, arrival))];
}

interface Measured {
  readonly messages: readonly PacedMessage[];
  readonly arrivals: readonly Arrival[];
  readonly cost: Figures;
}

/** When each message arrived, by its number. */
type Arrival = Map<number, number>;

interface Desk {
  readonly listener: DeskListener;
  /** The desk expects messages of this run from now on. */
  expect(run: number): Arrival;
}

/** Each desk logs in at its own node. */
async function openDesks(urls: readonly string[]): Promise<readonly Desk[]> {
  const open = async (nodeUrl: string): Promise<Desk> => {
    let expected = 0;
    let arrival: Arrival = new Map();
    const token = await openSession(nodeUrl, agent);
    const listener = await openDeskListener(nodeUrl, token, (name, atMs) => {
      const number = numberOf(name, senders);
      if (name.run !== expected || arrival.has(number)) return false;
      arrival.set(number, atMs);
      return true;
    });
    return {
      listener,
      expect(run) {
        expected = run;
        arrival = new Map();
        return arrival;
      },
    };
  };
  return Promise.all(urls.map(open));
}

/** Resolves when every answered message has reached every desk, or after the timeout. */
async function whenTold(
  arrivals: readonly Arrival[],
  messages: readonly PacedMessage[],
  mistakes: string[],
): Promise<void> {
  const missing = (arrival: Arrival): number =>
    messages.filter(({ answeredAtMs }, number) => !Number.isNaN(answeredAtMs) && !arrival.has(number)).length;
  const untilMs = performance.now() + patienceMs;
  while (arrivals.some((arrival) => missing(arrival) > 0) && performance.now() < untilMs) await delay(lookEveryMs);
  for (const [at, arrival] of arrivals.entries()) {
    const count = missing(arrival);
    if (count > 0) mistakes.push(`the desk at node ${at + 1} never received ${count} of ${messages.length} messages`);
  }
}

/** Two times: from the answer to the frame, which may arrive first; and from the moment when the message was due. */
function figuresOf(messages: readonly PacedMessage[], arrival: Arrival): Figures {
  const told = messages.flatMap(({ dueAtMs, answeredAtMs }, number) => {
    const atMs = arrival.get(number);
    return atMs === undefined || Number.isNaN(answeredAtMs) ? [] : [{ dueAtMs, answeredAtMs, atMs }];
  });
  const afterAnswer = told.map(({ answeredAtMs, atMs }) => Math.max(0, atMs - answeredAtMs));
  const whole = told.map(({ dueAtMs, atMs }) => atMs - dueAtMs);
  return { ...timesOf(afterAnswer), wholeP99Ms: percentile(whole, 0.99) };
}

const timesOf = (times: readonly number[]): Figures => {
  const known = times.filter((time) => !Number.isNaN(time));
  return { p50Ms: percentile(known, 0.5), p99Ms: percentile(known, 0.99), maxMs: percentile(known, 1) };
};
