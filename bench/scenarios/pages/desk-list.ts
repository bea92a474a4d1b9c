import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { openAgentContext, openChromium, openDesk } from "../../load/browser/desk-page.ts";
import type { FrameFigures } from "../../load/browser/frames.ts";
import { traceFrames } from "../../load/browser/frames.ts";
import { customerMessage } from "../../load/clients/message-load.ts";
import { writeChats } from "../../load/clients/write-chats.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { channelPath, startService } from "../../load/service/service.ts";
import type { Poster } from "../../peers/poster.ts";
import { createPoster } from "../../peers/poster.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

const chats = 10_000;
const newsPerSecond = 50;
/** The first run opened the chats. */
const newsRun = 2;
const restSeconds = 8;
/** The distance of one turn of the wheel; each turn shows other rows. */
const wheelPx = 500;
const workMsWanted = 16;
const rowPx = 80;

const columns: readonly Column[] = [
  { key: "workP50Ms", heading: "work p50 ms", digits: 1, summary: "median" },
  { key: "workP99Ms", heading: "p99 ms", digits: 1, summary: "median" },
  { key: "workMaxMs", heading: "longest ms", digits: 1, summary: "median" },
  { key: "ownP99Ms", heading: "own p99 ms", digits: 1, summary: "median" },
  { key: "ownMaxMs", heading: "own longest ms", digits: 1, summary: "median" },
  { key: "overBudget", heading: "over 16.7", digits: 0, summary: "median" },
  { key: "longTasks", heading: "long tasks", digits: 0, summary: "median" },
  { key: "frames", heading: "pictures", digits: 0, summary: "median" },
  { key: "gapP99Ms", heading: "apart p99 ms", digits: 1, summary: "median" },
  { key: "gapMaxMs", heading: "apart max ms", digits: 1, summary: "median" },
  { key: "loadMs", heading: "loaded after ms", digits: 0, summary: "median" },
];

const names = {
  bare: "a page of nothing, scrolled",
  scrolled: "the desk, scrolled",
  busy: "the desk, scrolled, news",
  rest: "the desk, at rest, news",
} as const;
type Name = keyof typeof names;

/** How smoothly a list of this many chats moves under the wheel, and while 50 clients per second write. */
export const deskList: Scenario = async (context) => {
  const folder = join(context.workFolder, "desk-list");
  rmSync(folder, { recursive: true, force: true });
  const service = await startService({ folder, nodeFlags: context.options.nodeFlags, logLevel: "warn" });
  await writeChats({ url: service.url, chats, connections: context.options.connections });
  const poster = createPoster(service.url, 1);
  const browser = await openChromium();
  const contestants = await measureRounds(context, browser, service.url, poster);
  await browser.close();
  await poster.close();
  await service.end("SIGTERM");
  return {
    title: `desk-list: the inbox with ${chats} waiting chats, ${newsPerSecond} of them changing a second where there are news`,
    columns,
    contestants,
    verdicts: contestants.slice(1).map((each) => {
      const longestMs = medianOf(each, "ownMaxMs");
      return atMost(`${each.name}: longest work of its own for one picture`, longestMs, workMsWanted, "ms", 1);
    }),
    checks: [],
    profile: [],
  };
};

async function measureRounds(
  { options, progress }: BenchContext,
  browser: Browser,
  url: string,
  poster: Poster,
): Promise<readonly Contestant[]> {
  const measured: Record<Name, Figures[]> = { bare: [], scrolled: [], busy: [], rest: [] };
  for (let number = 1; number <= options.rounds; number += 1) {
    const context = await openAgentContext(browser, url);
    const bare = await openBare(await context.newPage());
    const bareFigures = await traceFrames(browser, bare, () => wheelThrough(bare));
    await bare.close();
    const { page, rowsMs } = await openDesk(context, url, chats);
    const measure = async (name: Name, act: () => Promise<void>): Promise<void> => {
      const figures = await traceFrames(browser, page, act);
      measured[name].push({ ...figures, loadMs: rowsMs });
      progress(`desk-list  round ${number}/${options.rounds}  ${names[name]}: ${describe(figures)}`);
    };
    measured.bare.push({ ...bareFigures });
    progress(`desk-list  round ${number}/${options.rounds}  ${names.bare}: ${describe(bareFigures)}`);
    await measure("scrolled", () => wheelThrough(page));
    await measure("busy", () => withNews(poster, () => wheelThrough(page)));
    await page.evaluate("document.querySelector('.chat-list').scrollTo({ top: 0 })");
    await page.mouse.move(1_000, 450);
    await measure("rest", () => withNews(poster, () => delay(restSeconds * 1000)));
    await context.close();
  }
  return Object.entries(names).map(([name, title]) => ({ name: title, rounds: measured[name as Name] }));
}

const describe = ({ workP50Ms, workMaxMs, ownMaxMs, overBudget, frames }: FrameFigures): string =>
  `${workP50Ms.toFixed(1)} ms, longest ${workMaxMs.toFixed(1)} ms (own ${ownMaxMs.toFixed(1)}), ${overBudget} of ${frames} over 16.7 ms`;

/** A page of the list's height without a script: it shows the cost of the machine itself. */
async function openBare(page: Page): Promise<Page> {
  await page.setContent(
    `<body style="margin:0"><div class="chat-list" style="height:900px;width:320px;overflow:auto"><div style="height:${chats * rowPx}px"></div></div>`,
  );
  return page;
}

/** Scrolls from the top to the end, regardless of the list's earlier position. */
async function wheelThrough(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('.chat-list').scrollTo({ top: 0 })");
  await page.mouse.move(200, 450);
  for (let at = 0; at < chats * rowPx; at += wheelPx) await page.mouse.wheel(0, wheelPx);
}

/** No two news have the same id. */
let written = 0;

/** Clients write one after the other while `act` runs. Their chats are spread over the list. */
async function withNews(poster: Poster, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const writing = (async () => {
    const startedAtMs = performance.now();
    for (let sent = 0; !isOver; sent += 1) {
      await delay(Math.max(0, startedAtMs + (sent * 1000) / newsPerSecond - performance.now()));
      written += 1;
      const body = customerMessage({ run: newsRun, sender: (sent * 7_919) % chats, lap: written });
      await new Promise((resolve) => poster.post(channelPath, body, resolve));
    }
  })();
  await act();
  isOver = true;
  await writing;
}
