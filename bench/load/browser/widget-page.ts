import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";

/** A web site of one page, with a script of the service or without. */
export interface WidgetPage {
  readonly url: string;
  close(): void;
}

/** Serves a page that reports when it is done: when the widget has loaded, or at once without a widget. */
export async function openWidgetPage(script: string | null): Promise<WidgetPage> {
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

export interface LoadWork {
  /** The work of the page's main thread, from navigation until the thread had no more work. */
  readonly mainThreadMs: number;
  readonly scriptMs: number;
  readonly layoutMs: number;
  /** From navigation until the widget had loaded. */
  readonly loadedMs: number;
  readonly heapMib: number;
}

/** The measured time from navigation. By its end the widget has loaded and done its deferred work. */
const watchedMs = 2_000;

/** Opens the page in a new browser profile, with the processor slowed down by this factor. */
export async function measureLoad(browser: Browser, url: string, slowdown: number): Promise<LoadWork> {
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
