import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { ensureChromium } from "../../../test/project/chromium.ts";
import type { LoadWork } from "../../load/browser/widget-page.ts";
import { measureLoad, openWidgetPage } from "../../load/browser/widget-page.ts";
import { median } from "../../load/figures/statistics.ts";
import { startService, widgetChannelId } from "../../load/service/service.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";

const slowdown = 4;
const mainThreadMsWanted = 50;
/** Loads in one round; the first few only warm up the browser. */
const loads = 9;
const warmUpLoads = 3;

const columns: readonly Column[] = [
  { key: "mainThreadMs", heading: "main thread ms", digits: 1, summary: "median" },
  { key: "scriptMs", heading: "of it script ms", digits: 1, summary: "median" },
  { key: "layoutMs", heading: "layout ms", digits: 1, summary: "median" },
  { key: "loadedMs", heading: "loaded after ms", digits: 0, summary: "median" },
  { key: "heapMib", heading: "heap MiB", digits: 2, summary: "median" },
];

const names = ["the page alone", "with the widget"] as const;

/** The cost of the widget for a page that contains it, beside the cost of the page itself. */
export const widgetLoad: Scenario = async (context) => {
  const problem = ensureChromium();
  if (problem !== null) throw new Error(problem);
  const folder = join(context.workFolder, "widget-load");
  rmSync(folder, { recursive: true, force: true });
  const service = await startService({ folder, nodeFlags: context.options.nodeFlags, hasWidget: true });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  const rounds = await measureRounds(context, browser, `${service.url}/widget/${widgetChannelId}`);
  await browser.close();
  await service.end("SIGTERM");
  const differenceMs = median(
    rounds.map(([alone, widget]) => (widget?.["mainThreadMs"] ?? Number.NaN) - (alone?.["mainThreadMs"] ?? Number.NaN)),
  );
  return {
    title: `widget-load: a page with the widget and without, its processor slowed down ${slowdown} times`,
    columns,
    contestants: names.map((name, at) => ({ name, rounds: rounds.flatMap((round) => round.slice(at, at + 1)) })),
    verdicts: [
      {
        name: "the widget: main thread until it is quiet",
        target: `<= ${mainThreadMsWanted} ms`,
        measured: `${differenceMs.toFixed(1)} ms`,
        isMet: differenceMs <= mainThreadMsWanted,
      },
    ],
    checks: [],
    profile: [],
  };
};

async function measureRounds(
  { options, progress }: BenchContext,
  browser: Browser,
  script: string,
): Promise<readonly (readonly Figures[])[]> {
  const rounds: (readonly Figures[])[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    const figures: Figures[] = [];
    for (const source of [null, script]) figures.push(await measureLoads(browser, source));
    rounds.push(figures);
    const said = figures.map(({ mainThreadMs = Number.NaN }, at) => `${names[at]}: ${mainThreadMs.toFixed(1)} ms`);
    progress(`widget-load  round ${number}/${options.rounds}  ${said.join("; ")}`);
  }
  return rounds;
}

/** The medians of some loads, one after the other. */
async function measureLoads(browser: Browser, script: string | null): Promise<Figures> {
  const site = await openWidgetPage(script);
  const works: LoadWork[] = [];
  for (let load = 0; load < warmUpLoads + loads; load += 1) {
    const work = await measureLoad(browser, site.url, slowdown);
    if (load >= warmUpLoads) works.push(work);
  }
  site.close();
  return Object.fromEntries(columns.map(({ key }) => [key, median(works.map((work) => work[key as keyof LoadWork]))]));
}
