import { join } from "node:path";
import { request } from "undici";
import { logIn } from "../../load/clients/desk-agent.ts";
import { sendPaced } from "../../load/clients/paced-messages.ts";
import type { Launch } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import { comparePairs, describePairs, percentile } from "../../load/figures/statistics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startService } from "../../load/service/service.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const perSecond = 2_000;
const changeMax = 0.1;
const warmUpSeconds = 8;

const columns: readonly Column[] = [
  { key: "perSecond", heading: "messages/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "cpuUsPerRequest", heading: "CPU us/message", digits: 1, summary: "median" },
  { key: "imageMib", heading: "image MiB/s", digits: 1, summary: "median" },
];

/** The effect of a backup on customers: messages at a steady pace, in alternating turns of a second with and without a backup. */
export const backup: Scenario = async (context) => {
  const mistakes: string[] = [];
  const launch = (): Promise<Launch> => launchService(context, mistakes);
  const measured = await runSlices("backup", launch, context);
  const [without, present] = measured;
  const change = without && present ? comparePairs(without, present, "p99Ms") : null;
  return {
    title: `backup: ${perSecond} messages/s over ${context.options.chats} chats, while a backup is made and while none is`,
    columns,
    contestants: measured,
    verdicts:
      change === null
        ? []
        : [
            {
              name: "p99 of messages while a backup is made",
              target: `<= +${changeMax * 100} %`,
              measured: describePairs(change),
              isMet: change.median <= changeMax,
            },
          ],
    checks: [{ name: "answers", detail: "every message was answered 200, every backup came", mistakes }],
    profile: [],
  };
};

async function launchService({ options, workFolder }: BenchContext, mistakes: string[]): Promise<Launch> {
  const server = await startService({
    folder: join(workFolder, `backup-${performance.now()}`),
    nodeFlags: options.nodeFlags,
  });
  let run = 0;
  const send = async (seconds: number): Promise<Figures> => {
    run += 1;
    const before = server.resources();
    const { messages, refused } = await sendPaced({
      ...{ url: server.url, run, seconds, perSecond, connections: options.connections, senders: options.chats },
    });
    if (refused > 0) mistakes.push(`${refused} messages of run ${run} were not answered 200`);
    const tookMs = messages.map(({ dueAtMs, answeredAtMs }) => answeredAtMs - dueAtMs);
    return {
      perSecond: messages.length / seconds,
      p50Ms: percentile(tookMs, 0.5),
      p99Ms: percentile(tookMs, 0.99),
      maxMs: Math.max(...tookMs),
      cpuUsPerRequest: ((server.resources().cpuSeconds - before.cpuSeconds) * 1e6) / messages.length,
      imageMib: 0,
    };
  };
  await send(warmUpSeconds);
  const agent = await logIn(server.url);
  await agent.close();
  const sendBeside = async (seconds: number): Promise<Figures> => {
    const reading = readBackups(server, agent.token);
    const figures = await send(seconds);
    const bytes = await reading.end();
    if (bytes === 0) mistakes.push(`no backup came in run ${run}`);
    return { ...figures, imageMib: bytes / seconds / 1024 ** 2 };
  };
  return {
    contestants: [
      { name: "no backup", slice: send },
      { name: "a backup is made", slice: sendBeside },
    ],
    close: async () => {
      await server.end("SIGTERM");
    },
  };
}

/** Reads one backup after the other, and discards it. */
function readBackups({ url }: ServerProcess, token: string): { end(): Promise<number> } {
  const giveUp = new AbortController();
  let bytes = 0;
  const read = async (): Promise<void> => {
    while (!giveUp.signal.aborted) {
      const { body } = await request(`${url}/api/backup`, {
        ...{ method: "POST", headers: { authorization: `Bearer ${token}` }, signal: giveUp.signal },
      });
      for await (const piece of body) bytes += piece.length;
    }
  };
  const reading = read().catch((error: unknown) => {
    if (!giveUp.signal.aborted) throw error;
  });
  return {
    async end() {
      giveUp.abort();
      await reading;
      return bytes;
    },
  };
}
