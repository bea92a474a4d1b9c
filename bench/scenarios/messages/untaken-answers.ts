import net from "node:net";
import { join } from "node:path";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { readMetrics } from "../../load/service/metrics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

interface DeafClients {
  /** How many connections were opened, reopened ones included. */
  readonly opened: number;
  close(): void;
}

interface DeafClientsOptions {
  readonly url: string;
  readonly path: string;
  readonly connections: number;
  /** The number of requests that each connection sends at once. */
  readonly requests: number;
}

/** The time after which a closed connection is reopened. */
const againAfterMs = 1_000;

/** Opens connections that send requests one after the other and never read the responses. */
function openDeafClients({ url, path, connections, requests }: DeafClientsOptions): DeafClients {
  const { hostname, port, host } = new URL(url);
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests));
  const sockets = new Set<net.Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let opened = 0;
  let isOver = false;

  const open = (): void => {
    const socket = net.connect(Number(port), hostname);
    sockets.add(socket);
    opened += 1;
    socket.pause();
    // A reset or a broken pipe means that the service has closed the connection.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (isOver) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        open();
      }, againAfterMs);
      timers.add(timer);
    });
    socket.write(bytes);
  };
  for (let count = 0; count < connections; count += 1) open();
  return {
    get opened() {
      return opened;
    },
    close() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

const deafConnections = 200;
const requestsEach = 5_000;
const path = "/openapi.json";
const changeMax = 2;
const grownMibMax = 64;
const lookEveryMs = 50;

const columns: readonly Column[] = [
  { key: "requests", heading: "bystander's requests", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "opened", heading: "connections opened", digits: 0, summary: "median" },
  { key: "untaken", heading: "cut off", digits: 0, summary: "median" },
  { key: "grownMib", heading: "RSS grown MiB", digits: 1, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** A status query every 2 ms while other clients request large responses on many connections and read none. */
export const untakenAnswers: Scenario = async (context) => {
  const mistakes: string[] = [];
  const runners = [
    createRunner("nobody else", 0, context, mistakes),
    createRunner("with them", deafConnections, context, mistakes),
  ];
  const contestants = await runRounds("untaken-answers", runners, context);
  const [calmMs = Number.NaN, besideMs = Number.NaN] = contestants.map((each) => medianOf(each, "p99Ms"));
  const grownMib = Math.max(...(contestants[1]?.rounds.map((round) => round["grownMib"] ?? Number.NaN) ?? []));
  const change = besideMs / calmMs;
  return {
    title: `untaken-answers: a status query every 2 ms, while ${deafConnections} connections ask ${requestsEach} times each for ${path} and read nothing`,
    columns,
    contestants,
    verdicts: [
      {
        name: "the bystander's p99, of that with nobody else",
        target: `<= ${changeMax.toFixed(2)}`,
        measured: change.toFixed(2),
        isMet: change <= changeMax,
      },
      {
        name: "RSS grown",
        target: `<= ${grownMibMax} MiB`,
        measured: `${grownMib.toFixed(1)} MiB`,
        isMet: grownMib <= grownMibMax,
      },
    ],
    checks: [{ name: "bystander", detail: "every query answered 2xx", mistakes }],
    profile: [],
  };
};

function createRunner(
  name: string,
  connections: number,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  const lookOn = (server: ServerProcess) =>
    runWrk({
      url: `${server.url}${channelPath}/status`,
      ...{ connections: 1, seconds: options.seconds, script: "paced.lua" },
    });
  return {
    name,
    describe: ({ p99Ms = Number.NaN, grownMib = Number.NaN }: Figures) =>
      `p99 ${p99Ms.toFixed(2)} ms, RSS +${grownMib.toFixed(1)} MiB`,
    async round(number) {
      const folder = join(workFolder, "untaken-answers", `${connections}-${number}`);
      const server = await startService({ folder, nodeFlags: options.nodeFlags });
      await (await fetch(`${server.url}${path}`)).arrayBuffer();
      await lookOn(server);
      const before = server.resources();
      let rssMib = before.rssMib;
      const look = setInterval(() => {
        rssMib = Math.max(rssMib, server.resources().rssMib);
      }, lookEveryMs);
      const deaf: DeafClients = openDeafClients({ url: server.url, path, connections, requests: requestsEach });
      const report = await lookOn(server);
      clearInterval(look);
      const metric = await readMetrics(server.url);
      deaf.close();
      await server.end("SIGTERM");
      const errors = describeErrors(report);
      if (errors !== "") mistakes.push(`round ${number}, ${name}: ${errors}`);
      return {
        requests: report.requests,
        p50Ms: report.p50Us / 1000,
        p99Ms: report.p99Us / 1000,
        maxMs: report.maxUs / 1000,
        opened: deaf.opened,
        untaken: metric("parley_http_untaken_total"),
        grownMib: rssMib - before.rssMib,
        rssMib,
      };
    },
  };
}
