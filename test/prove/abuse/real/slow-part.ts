import { resourcesOf } from "../../../../bench/load/service/resources.ts";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";
import type { Closing } from "../../../system/harness/people/raw-clients.ts";
import { lateToleranceMs, nowMs, untilMs } from "../../../system/harness/time.ts";
import type { ProofPart, ProofRow, ProofRun } from "../../proof-part.ts";
import { standBy } from "./bystander.ts";
import { startReal } from "./real-service.ts";
import { askAndNotRead, leaveMuchToRead, listenAndNotRead, slowWriters, writeSlowly } from "./slow-crowd.ts";

/** The number of clients of each kind that writes slowly. */
const eachOf = { short: 10, long: 120 };
const askersOf = { short: 8, long: 80 };
/** Fewer, because each is sent megabytes, which only the rates of this service allow. */
const listenersOf = { short: 4, long: 16 };
/** At most this many mistakes are printed as separate lines. */
const toldMax = 10;
/**
 * The HTTP server checks for incomplete heads in steps of 4 s, so the timeout is from 8 to 12 s. The timeout of a body is 10 s.
 * Source: LIM-04.
 */
const writersEndMs = 12_000;
/** A client that reads no byte has 10 s. The bytes that the kernels accepted at once add some time. */
const readersEndMs = 75_000;
/** The maximum growth for all clients together. */
const growthMibMax = 400;

async function closeAll(url: string): Promise<void> {
  const desk = await DeskApi.logIn(url);
  for (const { id } of await desk.chats()) {
    await desk.accept(id);
    await desk.close(id);
  }
}

const lateOnes = (closings: readonly Closing[], endMs: number): readonly string[] =>
  closings
    .filter(({ afterMs }) => afterMs > endMs + lateToleranceMs())
    .map(({ name, afterMs }) => `who ${name} was ended after ${afterMs} ms, expected at most ${endMs}`);

const longestMs = (closings: readonly Closing[]): number => Math.max(...closings.map(({ afterMs }) => afterMs));

async function runSlow({ size, progress }: ProofRun): Promise<readonly ProofRow[]> {
  const endings: (() => unknown)[] = [];
  try {
    const { installation, port, pid } = await startReal({ teardown: (end) => void endings.push(end) });
    const { url } = installation;
    const visitor = await leaveMuchToRead(port, () => closeAll(url));
    const alone = standBy(url);
    await untilMs(nowMs() + 1_000);
    const before = await alone.stop();
    const rssBefore = resourcesOf(pid).ownMib;
    let rssMax = rssBefore;
    const sampling = setInterval(() => {
      rssMax = Math.max(rssMax, resourcesOf(pid).ownMib);
    }, 100);
    const bystander = standBy(url);
    const address = (index: number): string => `127.0.2.${1 + index}`;
    const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
    const [writers, askers, listeners] = await Promise.all([
      Promise.all(writeSlowly(port, eachOf[size])),
      Promise.all(numbers(askersOf[size]).map((index) => askAndNotRead(port, address(index)))),
      Promise.all(numbers(listenersOf[size]).map((index) => listenAndNotRead(port, address(index), visitor))),
    ]);
    clearInterval(sampling);
    const fared = await bystander.stop();
    const growth = rssMax - rssBefore;
    const wrong = [
      ...fared.surprises,
      ...lateOnes(writers, writersEndMs),
      ...lateOnes([...askers, ...listeners], readersEndMs),
      ...(growth > growthMibMax ? [`memory grew by ${Math.round(growth)} MiB, expected at most ${growthMibMax}`] : []),
    ];
    for (const one of wrong.slice(0, toldMax)) progress(`slow: ${one}`);
    const ends = `writers ended by ${longestMs(writers)} ms, readers of HTTP by ${longestMs(askers)}, of sockets by ${longestMs(listeners)}`;
    return [
      {
        promise: "nobody harms others",
        tried: `${slowWriters.length} kinds of clients who write byte by byte, and two who read nothing, all at once`,
        count: writers.length + askers.length + listeners.length,
        unit: "slow clients",
        lost: wrong.length,
        replay: `npm run prove -- --only slow${size === "long" ? " --long" : ""}`,
        remark: `${ends}; bystander's p99 ${fared.p99Ms} ms of ${fared.requests}, without them ${before.p99Ms} ms; memory grew by ${Math.round(growth)} MiB`,
      },
    ];
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

export const slow: ProofPart = {
  name: "slow",
  summary: "Clients who write byte by byte or read nothing, a bystander beside them.",
  run: runSlow,
};
