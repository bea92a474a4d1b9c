import { App } from "uWebSockets.js";
import type { DayBegin, DayOrder, DayReport, PageReport } from "../../load/day/day-orders.ts";
import { beginPath, endPath, knownPath, readyPath, returnPath } from "../../load/day/day-orders.ts";
import { Doings } from "../../load/day/schedule.ts";
import { listen } from "../listen.ts";
import { answerJson } from "../take-json.ts";
import { DayLog } from "./day-log.ts";
import { VisitorPage } from "./visitor-page.ts";

/** The day's web pages with the widget: v0, v1, … write now and then, the others are open and do nothing. */
const opensAtOnce = 50;
const log = new DayLog();
const doings = new Doings();
const late = (dueAtMs: number): void => log.time("begun late", dueAtMs);
let writers: readonly VisitorPage[] = [];
let idle: readonly VisitorPage[] = [];

const pagesOf = (prefix: string, count: number): readonly VisitorPage[] =>
  Array.from({ length: count }, (_, at) => new VisitorPage(`${prefix}${at}`, log));

async function makeReady({ url, seed, paces, people }: DayOrder): Promise<object> {
  writers = pagesOf("v", people["visitor message"] ?? 0);
  idle = pagesOf("idle", people["idle page"] ?? 0);
  await openAll(url);
  let turn = 0;
  const write = (dueAtMs: number): void => {
    // Whoever wrote longest ago, unless they wait for an answer.
    for (let step = 0; step < writers.length; step += 1) {
      const page = writers[(turn + step) % writers.length];
      if (page?.isFree !== true) continue;
      turn += step + 1;
      page.write(dueAtMs);
      return;
    }
    log.idle("visitor message");
  };
  doings.plan({ "visitor message": write }, paces, seed);
  return {};
}

async function openAll(url: string): Promise<void> {
  const pages = [...writers, ...idle];
  for (let first = 0; first < pages.length; first += opensAtOnce)
    await Promise.all(pages.slice(first, first + opensAtOnce).map((page) => page.open(url)));
}

/** What has no answer is sent again when they come back. */
async function end(): Promise<DayReport> {
  doings.stop();
  return log.report();
}

async function goOn({ url }: { readonly url: string }): Promise<object> {
  await openAll(url);
  return {};
}

const known = async (): Promise<readonly PageReport[]> => writers.map((page) => page.report());

const app = App()
  .post(readyPath, (response) => answerJson<DayOrder>(response, makeReady))
  .post(beginPath, (response) => answerJson<DayBegin>(response, async (begin) => doings.begin(begin, late)))
  .post(endPath, (response) => answerJson<object>(response, end))
  .post(returnPath, (response) => answerJson<{ readonly url: string }>(response, goOn))
  .post(knownPath, (response) => answerJson<object>(response, known));

listen("day-visitors", app);
