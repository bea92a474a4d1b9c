// The status query through the complete edge, compared with a bare GET handler of the same server library. Each runs in its own
// process, and wrk makes the load. Run: node bench/micro/edge/status.bench.ts [rounds] [seconds]

import { App, us_socket_local_port } from "uWebSockets.js";
import type { ChildProcess } from "node:child_process";
import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { asAgentId, asChannelId } from "../../../src/core/ids.ts";
import type { ChannelEntry } from "../../../src/domain/directory.ts";
import { createBadPathGuard } from "../../../src/edge/limits/bad-path-guard.ts";
import { createRateLimiter } from "../../../src/edge/limits/rate-limiter.ts";
import { channelStatusRoute } from "../../../src/edge/routes/channel-status.ts";
import { createHttpServer } from "../../../src/edge/server/server.ts";

const random = "3b6f8a1c9d2e4f5a6b7c8d9e";
const publicId = "MOBILEAPP1";
const path = `/chat-api/${random}/${publicId}/status`;
const clock = systemClock;

function startBare(): Promise<number> {
  return new Promise((resolve, reject) => {
    App()
      .get(path, (response) => {
        response.end("1");
      })
      .listen("127.0.0.1", 0, (socket) =>
        socket ? resolve(us_socket_local_port(socket)) : reject(new Error("no port")),
      );
  });
}

async function startParley(): Promise<number> {
  const entry: ChannelEntry = {
    settings: {
      id: asChannelId(publicId),
      kind: "api",
      name: "Bench",
      random,
      webhookUrl: "http://127.0.0.1:1/",
      chunked: false,
      agentIds: [asAgentId(1)],
      enabled: true,
      appendPublicId: false,
      strictAnswers: false,
      hiddenErrorCodes: [],
      agentKeywords: [],
      acceptTimeoutMs: 60_000,
      bot: null,
      webhooks: null,
      chatLogEmails: [],
      widget: null,
    },
    status: 1,
    isRemoved: false,
  };
  const bucketsMax = 100_000;
  const surface = {
    channels: new Map([[publicId, entry]]),
    badPaths: createBadPathGuard({ perMinute: 60, addressesMax: bucketsMax, clock }),
    channelRate: createRateLimiter({ perSecond: 1e9, burst: 1e9, bucketsMax, clock }),
  };
  const log = pino({ level: "info" }, pino.destination({ dest: "/dev/null", sync: true }));
  const channels = { find: (id: string): ChannelEntry | undefined => surface.channels.get(id) };
  const server = createHttpServer({ limits: defaultLimits, clock, log });
  server.route(channelStatusRoute({ ...surface, channels }));
  const { port } = await server.listen("127.0.0.1", 0);
  server.startServing();
  return port;
}

/** Serves until it is stopped; reports its CPU microseconds on request. */
async function serve(which: string): Promise<void> {
  const port = which === "bare" ? await startBare() : await startParley();
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port });
}

interface Peer {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly perSecond: number[];
  readonly cpuUsPerRequest: number[];
}

async function start(name: string): Promise<Peer> {
  const child = fork(fileURLToPath(import.meta.url), ["--serve", name], { execArgv: [] });
  const port = await tell(child, "port");
  return { name, child, port, perSecond: [], cpuUsPerRequest: [] };
}

async function tell(child: ChildProcess, key: "port" | "cpuUs"): Promise<number> {
  const [message] = await once(child, "message");
  return Number(message[key]);
}

async function cpuUsOf(peer: Peer): Promise<number> {
  peer.child.send("cpu");
  return tell(peer.child, "cpuUs");
}

async function round(peer: Peer, seconds: number): Promise<void> {
  const before = await cpuUsOf(peer);
  const args = ["-t1", "-c64", `-d${seconds}s`, `http://127.0.0.1:${peer.port}${path}`];
  const { stdout } = await promisify(execFile)("wrk", args);
  const [, count] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (!count || !rate || /Non-2xx/.test(stdout)) throw new Error(`wrk did not get clean answers:\n${stdout}`);
  peer.perSecond.push(Number(rate));
  peer.cpuUsPerRequest.push(((await cpuUsOf(peer)) - before) / Number(count));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function compare(rounds: number, seconds: number): Promise<void> {
  const bare = await start("bare");
  const parley = await start("parley");
  for (const peer of [bare, parley]) await round(peer, 1);
  for (const peer of [bare, parley]) {
    peer.perSecond.length = 0;
    peer.cpuUsPerRequest.length = 0;
  }
  for (let number = 0; number < rounds; number += 1) {
    for (const peer of number % 2 === 0 ? [bare, parley] : [parley, bare]) await round(peer, seconds);
  }
  for (const { name, perSecond, cpuUsPerRequest } of [bare, parley]) {
    const rate = Math.round(median(perSecond));
    console.log(`${name.padEnd(8)} ${rate} requests/s, ${median(cpuUsPerRequest).toFixed(2)} us CPU a request`);
  }
  const pairs = parley.perSecond.map((rate, at) => rate / (bare.perSecond[at] ?? Number.NaN));
  const cpuRatio = median(bare.cpuUsPerRequest) / median(parley.cpuUsPerRequest);
  console.log(
    `ratio    ${median(pairs).toFixed(2)} of the bare handler's rate (wanted: 0.70), ${cpuRatio.toFixed(2)} by CPU time`,
  );
  for (const { child } of [bare, parley]) child.disconnect();
}

const [first, second] = process.argv.slice(2);
if (first === "--serve") await serve(second ?? "bare");
else await compare(Number(first ?? 11), Number(second ?? 1));
