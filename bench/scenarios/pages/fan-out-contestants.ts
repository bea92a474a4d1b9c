import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { openSession } from "../../../test/harness/open-session.ts";
import type { MessageName } from "../../load/clients/desk-listener.ts";
import { messageNameIn } from "../../load/clients/desk-listener.ts";
import { sendPaced } from "../../load/clients/paced-messages.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { agent, agentAt, startPeer, startService } from "../../load/service/service.ts";
import type { Home } from "../messages/home.ts";
import type { BenchContext } from "../scenario.types.ts";

/** One of the servers that send frames to desks. */
export interface FanOutServer {
  readonly server: ServerProcess;
  /** The first frames of the desks. Desk n sends hello n; after the last hello the list starts again. */
  readonly hellos: readonly string[];
}

/** These agents are in addition to the administrator, who receives every channel. */
const colleagues = 9;
/** The rate at which one message is sent. */
const samplePerSecond = 20;
const sampleWaitMs = 10;
const samplePatienceMs = 10_000;

const helloOf = (token: string): string => JSON.stringify({ type: "hello", token, available: true });

/** Starts the service, with ten agents who share the desks. */
export async function startFanOutService(
  home: Home,
  { options }: BenchContext,
  profileFolder?: string,
): Promise<FanOutServer> {
  const profiling = profileFolder === undefined ? {} : { profileFolder };
  const server = await home.start({ nodeFlags: options.nodeFlags, colleagues, ...profiling });
  const accounts = Array.from({ length: 1 + colleagues }, (_, at) => agentAt(at));
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
