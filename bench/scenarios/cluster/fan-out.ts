import { setTimeout as delay } from "node:timers/promises";
import { openSession } from "../../../test/harness/open-session.ts";
import type { DeskListener } from "../../load/clients/desk-listener.ts";
import { openDeskListener } from "../../load/clients/desk-listener.ts";
import type { LoadRun } from "../../load/clients/message-load.ts";
import type { PacedMessage } from "../../load/clients/paced-messages.ts";
import { numberOf, sendPaced } from "../../load/clients/paced-messages.ts";
import { measureLoad } from "../../load/figures/measure.ts";
import { runTogether } from "../../load/figures/rounds.ts";
import { medianOf, percentile } from "../../load/figures/statistics.ts";
import { agent } from "../../load/service/service.ts";
import type { BenchContext, Figures, ScenarioResult } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";
import { verifyHome } from "../verify/verify-stored.ts";
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

/** Sends messages to node one, and measures the time from the answer until desks at all three nodes receive them. */
export async function measureFanOut(
  context: BenchContext,
): Promise<Pick<ScenarioResult, "contestants" | "verdicts" | "checks">> {
  const home = await createPostgresHome(nodes, context);
  const runs: LoadRun[] = [];
  const mistakes: string[] = [];
  const names = [answersName, ...Array.from({ length: nodes }, (_, at) => deskName(at + 1))];
  const round = () => measureRound(home, context, runs, (mistake) => void mistakes.push(mistake));
  const contestants = await runTogether("cluster", { names, round, describe }, context);
  const check = await verifyHome(home, { runs, senders }, `${perSecond}/s at node one`, "each sent once to each desk");
  await home.remove();
  return {
    contestants,
    verdicts: contestants
      .slice(1)
      .map((each) => atMost(`${each.name}, p99 after the answer`, medianOf(each, "p99Ms"), p99MsWanted, "ms")),
    checks: [{ ...check, mistakes: [...mistakes, ...check.mistakes] }],
  };
}

const describe = ({ p50Ms = Number.NaN, p99Ms = Number.NaN }: Figures): string =>
  `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms`;

async function measureRound(
  home: PostgresHome,
  { options: { nodeFlags, connections, seconds } }: BenchContext,
  runs: LoadRun[],
  note: (mistake: string) => void,
): Promise<readonly Figures[]> {
  const server = await home.start({ nodeFlags, logLevel: "warn" });
  const desks = await Promise.all(home.urls.map(openDesk));
  const send = async (length: number): Promise<readonly PacedMessage[]> => {
    const number = runs.length + 1;
    const load = { url: server.url, run: number, seconds: length, perSecond, connections, senders };
    const { run, messages, refused } = await sendPaced(load);
    runs.push(run);
    if (refused > 0) note(`run ${number} met ${refused} answers other than 200`);
    await whenTold(desks, number, messages, note);
    return messages;
  };
  await send(warmUpSeconds);
  let messages: readonly PacedMessage[] = [];
  const { figures: cost } = await measureLoad(server, async () => {
    messages = await send(seconds);
    return { requests: messages.length, perSecond: messages.length / seconds };
  });
  for (const { strange, close } of desks.map(({ listener }) => listener)) {
    if (strange > 0) note(`a desk received ${strange} messages that it already had, or that nobody wrote`);
    close();
  }
  await server.end("SIGTERM");
  const answers = timesOf(messages.map(({ dueAtMs, answeredAtMs }) => answeredAtMs - dueAtMs));
  return [{ ...cost, ...answers }, ...desks.map((desk) => figuresOf(messages, desk, runs.length))];
}

/** A desk at one node, and when it received each message, by run and number. */
interface Desk {
  readonly listener: DeskListener;
  readonly heard: ReadonlyMap<number, number>;
}

const keyOf = (run: number, number: number): number => run * 1_000_000 + number;

async function openDesk(nodeUrl: string): Promise<Desk> {
  const heard = new Map<number, number>();
  const token = await openSession(nodeUrl, agent);
  const listener = await openDeskListener(nodeUrl, token, (name, atMs) => {
    const key = keyOf(name.run, numberOf(name, senders));
    if (heard.has(key)) return false;
    heard.set(key, atMs);
    return true;
  });
  return { listener, heard };
}

/** Resolves when every answered message has reached every desk, or after the timeout. */
async function whenTold(
  desks: readonly Desk[],
  run: number,
  messages: readonly PacedMessage[],
  note: (mistake: string) => void,
): Promise<void> {
  const missing = ({ heard }: Desk): number =>
    messages.filter(({ answeredAtMs }, at) => !Number.isNaN(answeredAtMs) && !heard.has(keyOf(run, at))).length;
  const untilMs = performance.now() + patienceMs;
  while (desks.some((desk) => missing(desk) > 0) && performance.now() < untilMs) await delay(lookEveryMs);
  for (const [at, desk] of desks.entries()) {
    const count = missing(desk);
    if (count > 0) note(`the desk at node ${at + 1} never received ${count} of ${messages.length} messages`);
  }
}

/** Two times: from the answer to the frame, which may arrive first; and from the moment when the message was due. */
function figuresOf(messages: readonly PacedMessage[], { heard }: Desk, run: number): Figures {
  const told = messages.flatMap(({ dueAtMs, answeredAtMs }, at) => {
    const atMs = heard.get(keyOf(run, at));
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
