import type { DayOrder, DayReport, PageReport } from "../../load/day/day-orders.ts";
import { Doings } from "../../load/day/schedule.ts";
import { listen } from "../listen.ts";
import { DayLog } from "./day-log.ts";
import { createDayApp } from "./serve-day.ts";
import { VisitorPage } from "./visitor-page.ts";

/** The day's web pages with the widget: v0, v1, … write sometimes, the other pages are open and idle. */
const opensAtOnce = 50;
const log = new DayLog();
const doings = new Doings();
let writers: readonly VisitorPage[] = [];
let idle: readonly VisitorPage[] = [];

const pagesOf = (prefix: string, count: number): readonly VisitorPage[] =>
  Array.from({ length: count }, (_, at) => new VisitorPage(`${prefix}${at}`, log));

async function makeReady({ url, seed, paces, people }: DayOrder): Promise<object> {
  writers = pagesOf("v", people["visitor message"] ?? 0);
  idle = pagesOf("idle", people["idle page"] ?? 0);
  await openAll(url);
  const writing = (kind: string, act: (page: VisitorPage, dueAtMs: number) => void): ((dueAtMs: number) => void) => {
    return (dueAtMs) => {
      const page = nextFree();
      if (page === undefined) log.idle(kind);
      else act(page, dueAtMs);
    };
  };
  const acts = {
    "visitor message": writing("visitor message", (page, dueAtMs) => page.write(dueAtMs)),
    file: writing("file", (page, dueAtMs) => page.sendFile(dueAtMs)),
  };
  doings.plan(acts, paces, seed);
  return {};
}

/** Returns the page that wrote longest ago and does not wait for an answer. */
function nextFree(): VisitorPage | undefined {
  const at = writers.findIndex((page) => page.isFree);
  const page = writers[at];
  if (page !== undefined) writers = [...writers.slice(0, at), ...writers.slice(at + 1), page];
  return page;
}

async function openAll(url: string): Promise<void> {
  const pages = [...writers, ...idle];
  for (let first = 0; first < pages.length; first += opensAtOnce)
    await Promise.all(pages.slice(first, first + opensAtOnce).map((page) => page.open(url)));
}

/** Messages without an answer are sent again when the pages connect again. */
async function end(): Promise<DayReport> {
  doings.stop();
  return log.report();
}

async function goOn({ url }: { readonly url: string }): Promise<object> {
  await openAll(url);
  for (const page of writers) await page.askForFiles();
  return {};
}

const known = async (): Promise<readonly PageReport[]> => writers.map((page) => page.report());

listen("day-visitors", createDayApp({ log, doings, makeReady, end, goOn, known }));
