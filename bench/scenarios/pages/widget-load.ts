import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { medianLoad, openChromium } from "../../load/browser/desk-page.ts";
import { runTogether } from "../../load/figures/rounds.ts";
import { median } from "../../load/figures/statistics.ts";
import { startService, widgetChannelId } from "../../load/service/service.ts";
import type { Column, Figures, Scenario } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

/** A web site of one page, with a script of the service or without. */
interface WidgetPage {
  readonly url: string;
  close(): void;
}

/** Serves a page that reports when it is done: when the widget has loaded, or at once without a widget. */
async function openWidgetPage(script: string | null): Promise<WidgetPage> {
  const [line, done] =
    script === null
      ? ["", "window.done = Promise.resolve();"]
      : [
          `<script src="${script}" async></script>`,
          "window.done = new Promise((resolve) => { window.svc_onLoadCallback = () => resolve(); });",
        ];
  const html = `<!doctype html><html lang="en"><head><title>Shop</title><script>${done}</script></head><body><h1>Shop</h1>
    <p>Wheels, frames and everything between them.</p>${line}</body></html>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The measured time from navigation. By its end the widget has loaded and done its deferred work. */
const watchedMs = 2_000;

/** Opens the page in a new browser profile, with a slower processor. */
async function measureLoad(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const read = async (): Promise<(name: string) => number> => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  };
  const before = await read();
  const fromMs = performance.now();
  await page.goto(url);
  // Awaits once instead of polling, because polling would be work of the page.
  await page.evaluate("window.done");
  const loadedMs = performance.now() - fromMs;
  // Each page is measured for the same time, so that the browser's own work is the same.
  await page.waitForTimeout(Math.max(0, watchedMs - loadedMs));
  const after = await read();
  const msOf = (name: string): number => (after(name) - before(name)) * 1000;
  const work = {
    mainThreadMs: msOf("TaskDuration"),
    scriptMs: msOf("ScriptDuration"),
    layoutMs: msOf("LayoutDuration") + msOf("RecalcStyleDuration"),
    loadedMs,
    heapMib: after("JSHeapUsedSize") / 2 ** 20,
  };
  await context.close();
  return work;
}

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
  const folder = join(context.workFolder, "widget-load");
  rmSync(folder, { recursive: true, force: true });
  const service = await startService({ folder, nodeFlags: context.options.nodeFlags, hasWidget: true });
  const browser = await openChromium();
  const script = `${service.url}/widget/${widgetChannelId}`;
  const round = async () => [await measureLoads(browser, null), await measureLoads(browser, script)];
  const describe = ({ mainThreadMs = Number.NaN }: Figures) => `${mainThreadMs.toFixed(1)} ms`;
  const contestants = await runTogether("widget-load", { names, round, describe }, context);
  await browser.close();
  await service.end("SIGTERM");
  const [alone, widget] = contestants.map(({ rounds }) =>
    rounds.map((figures) => figures["mainThreadMs"] ?? Number.NaN),
  );
  const differenceMs = median(widget?.map((ms, at) => ms - (alone?.[at] ?? Number.NaN)) ?? []);
  return {
    title: `widget-load: a page with the widget and without, its processor slowed down ${slowdown} times`,
    columns,
    contestants,
    verdicts: [atMost("the widget: main thread until it is quiet", differenceMs, mainThreadMsWanted, "ms", 1)],
    checks: [],
    profile: [],
  };
};

/** The medians of some loads, one after the other. */
async function measureLoads(browser: Browser, script: string | null): Promise<Figures> {
  const site = await openWidgetPage(script);
  const work = await medianLoad({ loads, warmUpLoads }, () => measureLoad(browser, site.url));
  site.close();
  return work;
}
