import type { Browser, Page } from "playwright-core";
import { percentile } from "../figures/statistics.ts";

/** The smoothness of the page during a time span. */
export interface FrameFigures {
  /** The work of the page's main thread from one picture to the next. */
  readonly workP50Ms: number;
  readonly workP99Ms: number;
  readonly workMaxMs: number;
  /** The processor time of that work: its length on an idle machine. */
  readonly ownP99Ms: number;
  readonly ownMaxMs: number;
  /** Pictures whose work took longer than the time of one picture. */
  readonly overBudget: number;
  /** The time from one picture to the next, including the time of other processes. */
  readonly gapP99Ms: number;
  readonly gapMaxMs: number;
  readonly frames: number;
  /** Tasks over 50 ms, as the browser counts them. */
  readonly longTasks: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds in which the thread had a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** At 60 pictures a second. */
const frameMs = 1000 / 60;
const longTaskMs = 50;
/** Trace categories that contain every picture and every task of the main thread. */
const categories = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

/** Traces the page while `act` runs. The page requests every picture, so that each is in the trace. */
export async function traceFrames(browser: Browser, page: Page, act: () => Promise<void>): Promise<FrameFigures> {
  await page.evaluate(
    "window.drawing = true; (function draw() { if (window.drawing) requestAnimationFrame(draw); })()",
  );
  const devtools = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => devtools.once("Tracing.tracingComplete", () => resolve()));
  await devtools.send("Tracing.start", {
    traceConfig: { includedCategories: categories, recordMode: "recordAsMuchAsPossible" },
  });
  await act();
  await devtools.send("Tracing.end");
  await complete;
  await devtools.detach();
  await page.evaluate("window.drawing = false");
  return figuresOf(events);
}

function figuresOf(events: readonly TraceEvent[]): FrameFigures {
  const main = busiestMainThread(events);
  const starts = main
    .filter(isPicture)
    .map(({ ts }) => ts)
    .toSorted((left, right) => left - right);
  const tasks = main.filter(({ name, ph, dur }) => name === "RunTask" && ph === "X" && dur !== undefined);
  const gaps = starts.slice(1).map((start, at) => (start - (starts[at] ?? start)) / 1000);
  const works = workBetween(starts, tasks, () => 1);
  const own = workBetween(starts, tasks, ({ dur = 0, tdur = 0 }) => (dur === 0 ? 0 : tdur / dur));
  return {
    workP50Ms: percentile(works, 0.5),
    workP99Ms: percentile(works, 0.99),
    workMaxMs: Math.max(...works),
    ownP99Ms: percentile(own, 0.99),
    ownMaxMs: Math.max(...own),
    overBudget: works.filter((work) => work > frameMs).length,
    gapP99Ms: percentile(gaps, 0.99),
    gapMaxMs: Math.max(...gaps),
    frames: gaps.length,
    longTasks: tasks.filter(({ dur = 0 }) => dur > longTaskMs * 1000).length,
  };
}

/** True for the event with which the main thread begins a picture. */
const isPicture = ({ name, ph }: TraceEvent): boolean => name === "AnimationFrame" && ph === "b";

/** Returns the events of the process that drew most pictures. The other processes have no page of the bench. */
function busiestMainThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const threads = new Map<string, TraceEvent[]>();
  const mains = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  for (const event of events) {
    const thread = `${event.pid}/${event.tid}`;
    if (!mains.has(thread)) continue;
    const found = threads.get(thread) ?? [];
    threads.set(thread, found);
    found.push(event);
  }
  const pictures = (thread: readonly TraceEvent[]): number => thread.filter(isPicture).length;
  const [busiest = []] = [...threads.values()].toSorted((left, right) => pictures(right) - pictures(left));
  if (pictures(busiest) < 2) throw new Error(`Expected pictures in a trace of ${events.length} events, got none.`);
  return busiest;
}

/** Returns how long tasks ran from the beginning of each picture to the next. `shareOf` returns the counted part of a task. */
function workBetween(
  starts: readonly number[],
  tasks: readonly TraceEvent[],
  shareOf: (task: TraceEvent) => number,
): readonly number[] {
  const sorted = tasks.toSorted((left, right) => left.ts - right.ts);
  let from = 0;
  return starts.slice(1).map((end, at) => {
    const start = starts[at] ?? end;
    while (from < sorted.length && endOf(sorted[from]) <= start) from += 1;
    let work = 0;
    for (let task = from; task < sorted.length; task += 1) {
      const found = sorted[task];
      if (found === undefined || found.ts >= end) break;
      work += Math.max(0, Math.min(end, endOf(found)) - Math.max(start, found.ts)) * shareOf(found);
    }
    return work / 1000;
  });
}

const endOf = (task: TraceEvent | undefined): number => (task?.ts ?? 0) + (task?.dur ?? 0);
