import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { defaultLimits } from "../../../src/config/limits.ts";
import { openSession } from "../../../test/harness/open-session.ts";
import type { Closed, Crowd, DeskHeard, ExpectedRun } from "../../load/clients/crowd/crowd.ts";
import { startDesks } from "../../load/clients/crowd/crowd.ts";
import type { MessageName } from "../../load/clients/desk-listener.ts";
import { messageNameIn } from "../../load/clients/desk-listener.ts";
import type { LoadRun } from "../../load/clients/message-load.ts";
import type { PacedRun } from "../../load/clients/paced-messages.ts";
import { sendPaced } from "../../load/clients/paced-messages.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Span } from "../../load/profile/profile.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { agent, agentAt, ownCheckout, startFlagsOf, startPeer, startService } from "../../load/service/service.ts";
import type { GroupTimes } from "../../load/service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../../load/service/threads.ts";
import type { Home } from "../messages/home.ts";
import type { BenchContext, Figures } from "../scenario.types.ts";

/** One of the servers that send frames to desks. */
export interface FanOutServer {
  readonly server: ServerProcess;
  /** The first frames of the desks. Desk n sends hello n; after the last hello the list starts again. */
  readonly hellos: readonly string[];
}

/** The service accepts as many desks of one agent. */
const desksOfAgentMax = defaultLimits.agentSocketsMax;
const agentsMin = 10;
/** The rate at which one message is sent. */
const samplePerSecond = 20;
const sampleWaitMs = 10;
const samplePatienceMs = 10_000;

const helloOf = (token: string): string => JSON.stringify({ type: "hello", token, available: true });

/** Starts the service, with agents who share the desks: the administrator, who receives every channel, and colleagues. */
export async function startFanOutService(
  home: Home,
  { options }: BenchContext,
  profileFolder?: string,
): Promise<FanOutServer> {
  const profiling = profileFolder === undefined ? {} : { profileFolder };
  const agents = Math.max(agentsMin, Math.ceil(options.desks / desksOfAgentMax));
  const server = await home.start({ nodeFlags: options.nodeFlags, colleagues: agents - 1, ...profiling });
  const accounts = Array.from({ length: agents }, (_, at) => agentAt(at));
  const tokens: string[] = [];
  for (const account of accounts) tokens.push(await openSession(server.url, account));
  return { server, hellos: tokens.map(helloOf) };
}

/** Starts a bare publisher. It sends desks the same frames that the service sent for such a message. */
export async function startBareFanOut(folder: string, frames: readonly string[]): Promise<FanOutServer> {
  const file = join(folder, "frames.json");
  writeFileSync(file, JSON.stringify(frames));
  return { server: await startPeer("bare-fan-out", folder, file), hellos: [helloOf("nobody asks for it")] };
}

/** Returns the frames that a desk receives for one message of a chat that it knows. */
export async function sampleFrames({ workFolder, options }: BenchContext): Promise<readonly string[]> {
  const service = await startService({
    folder: mkdtempSync(join(workFolder, "sample-")),
    nodeFlags: options.nodeFlags,
  });
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/desk`);
  const frames: string[] = [];
  socket.on("message", (data) => frames.push(String(data)));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(helloOf(await openSession(service.url, agent)));
  await whenHeard(frames, (frame) => frame.startsWith('{"type":"ready"'));
  const send = async (run: number): Promise<readonly string[]> => {
    frames.length = 0;
    const one = { seconds: 1 / samplePerSecond, perSecond: samplePerSecond, connections: 1, senders: 1 };
    await sendPaced({ ...one, url: service.url, run });
    await whenHeard(frames, (frame) => frame.startsWith('{"type":"message"'));
    return frames.filter((frame) => isNamed(messageNameIn(frame), run));
  };
  await send(1);
  const heard = await send(2);
  socket.terminate();
  await service.end("SIGTERM");
  return heard;
}

const isNamed = (name: MessageName | null, run: number): boolean => name?.run === run;

async function whenHeard(frames: readonly string[], isIt: (frame: string) => boolean): Promise<void> {
  const untilMs = performance.now() + samplePatienceMs;
  while (!frames.some(isIt)) {
    if (performance.now() > untilMs)
      throw new Error(`The desk did not receive the expected frames: ${frames.join("\n")}`);
    await delay(sampleWaitMs);
  }
}

/** The result of one step: this many messages per second, each sent to all desks. */
export interface Step {
  readonly perSecond: number;
  readonly figures: Figures;
  /** From when the first message was due until the last frame. */
  readonly span: Span;
  /** Every frame arrived in time, and no desk was closed. */
  readonly isHeld: boolean;
}

/** The runs of messages up to now, and the wrong frames that desks received. */
export interface FanOutRuns {
  readonly runs: LoadRun[];
  readonly mistakes: string[];
}

/** A frame with a longer delay is not live. */
export const heldMs = 1_000;
export const fanOutSenders = 200;
/** The pace while no desk is connected. */
const warmUpPerSecond = 500;
const startsInMs = 100;
const patienceMs = 30_000;
const lookEveryMs = 50;

/** Opens the desks and raises the pace until the server cannot keep it, or there is no higher pace. Returns every step. */
export async function raisePace(
  { server, hellos }: FanOutServer,
  paces: readonly number[],
  { options }: BenchContext,
  known: FanOutRuns,
): Promise<readonly Step[]> {
  const { connections } = options;
  // A fresh process is not yet compiled, and the first message of a chat has other frames.
  const warmUp = { seconds: warmUpSeconds(options.seconds), perSecond: warmUpPerSecond, connections };
  known.runs.push(
    (await sendPaced({ ...warmUp, url: server.url, run: known.runs.length + 1, senders: fanOutSenders })).run,
  );
  const desks = startDesks();
  await desks.open({ url: server.url, path: "/ws/desk", count: options.desks, hellos, addresses: ["127.0.0.1"] });
  const stage = { server, desks, known, connections };
  const steps: Step[] = [];
  const [first = 1] = paces;
  await takeStep(stage, first, warmUpSeconds(options.seconds));
  for (const perSecond of paces) {
    const step = await takeStep(stage, perSecond, options.seconds);
    steps.push(step);
    if (!step.isHeld) break;
  }
  await desks.end();
  return steps;
}

interface Stage {
  readonly server: ServerProcess;
  readonly desks: Crowd<ExpectedRun, DeskHeard>;
  readonly known: FanOutRuns;
  readonly connections: number;
}

async function takeStep(stage: Stage, perSecond: number, seconds: number): Promise<Step> {
  const { server, desks, known, connections } = stage;
  const run = known.runs.length + 1;
  const startAtMs = performance.now() + startsInMs;
  const startUs = monotonicUs() + startsInMs * 1000;
  await desks.expect({ run, startUs, perSecond, senders: fanOutSenders });
  const before = readThreads(server.pid);
  const load = { url: server.url, run, seconds, perSecond, connections, senders: fanOutSenders, startAtMs };
  const paced = await sendPaced(load);
  const heard = await whenTold(desks, paced.run.answered);
  const threads = timesBetween(before, readThreads(server.pid), v8PoolSizeOf(startFlagsOf(ownCheckout)));
  known.runs.push(paced.run);
  known.mistakes.push(...mistakesOf(paced, heard));
  return {
    perSecond,
    figures: figuresOf(heard, { threads, startUs, messages: paced.run.sent, rssMib: server.resources().rssMib }),
    span: { fromUs: startUs, untilUs: heard.lastAtUs, threads },
    isHeld: isHeld(paced.run, heard),
  };
}

const isHeld = ({ sent }: LoadRun, { closed, resyncs, mistaken, toldMin, maxMs }: DeskHeard & Closed): boolean =>
  closed + resyncs + mistaken === 0 && toldMin === sent && maxMs <= heldMs;

/** Resolves when all open desks have received this many messages, or after the timeout. */
async function whenTold(desks: Stage["desks"], messages: number): Promise<DeskHeard & Closed> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const heard = await desks.report();
    if (heard.toldMin >= messages || performance.now() > untilMs) return heard;
    await delay(lookEveryMs);
  }
}

/** A closed desk connects again with its cursor, and a desk may have to reread everything. Neither is a mistake. */
export function mistakesOf(
  { run, refused }: Pick<PacedRun, "run" | "refused">,
  heard: DeskHeard & Closed,
): readonly string[] {
  const mistakes = heard.mistakes.map((mistake) => `run ${run.run}: ${mistake}`);
  const hidden = heard.mistaken - heard.mistakes.length;
  if (hidden > 0) mistakes.push(`run ${run.run}: and ${hidden} more mistakes`);
  if (refused > 0) mistakes.push(`run ${run.run} met ${refused} answers other than 200`);
  if (heard.resyncs > 0) return mistakes;
  if (heard.toldMin < run.answered || heard.toldMax > run.sent)
    mistakes.push(
      `run ${run.run}: desks received ${heard.toldMin} to ${heard.toldMax} messages, expected ${run.answered} (answered) to ${run.sent} (sent)`,
    );
  return mistakes;
}

interface StepCost {
  readonly threads: GroupTimes;
  readonly startUs: number;
  readonly messages: number;
  readonly rssMib: number;
}

function figuresOf(heard: DeskHeard & Closed, { threads, startUs, messages, rssMib }: StepCost): Figures {
  const { frames, p50Ms, p99Ms, maxMs, closed, resyncs } = heard;
  const cpuUs = Object.values(threads).reduce((total, us) => total + us, 0);
  const passedUs = heard.lastAtUs - startUs;
  return {
    ...{ messages, frames, p50Ms, p99Ms, maxMs, closed, resyncs, rssMib },
    framesPerSecond: frames / (passedUs / 1e6),
    cpuUsPerFrame: cpuUs / frames,
    cpuUsPerMessage: cpuUs / messages,
    mainPercent: (threads.main / cpuUs) * 100,
    mainBusyPercent: (threads.main / passedUs) * 100,
  };
}
