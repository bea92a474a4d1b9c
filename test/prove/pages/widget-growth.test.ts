import type { CDPSession } from "playwright-core";
import t from "tap";
import { openBrowser, openPage } from "../../browser/browser.ts";
import { addScript, untilHere, watchSockets } from "../../browser/widget/page-life.ts";
import { keepCallbacks, openSite } from "../../browser/widget/site.ts";
import { until } from "../../browser/widget/ui-page.ts";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

interface Weight {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function weigh(cdp: CDPSession): Promise<Weight> {
  // Some objects become garbage only through a collection, and the next one frees them.
  for (const _ of [1, 2, 3]) await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const metricOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapBytes: usedSize, nodes: metricOf("Nodes"), listeners: metricOf("JSEventListeners") };
}

t.test(
  "[WJ-31] a single-page app removes the widget and adds it again a hundred times, is notified each time, and does not grow",
  async (t) => {
    const service = await startService(t, { channels: asWidget() });
    const site = await openSite(t, service, { script: keepCallbacks, policy: null });
    const { page, context, complaints } = await openPage(browser, "about:blank", {});
    const sockets = watchSockets(page);
    await page.goto(site.url);
    await until(page, "heard.length > 0");
    const src = `${service.url}/widget/MOBILEAPP1`;
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable");
    await page.evaluate("window.firstApi = svc_api");
    let loads = 0;
    let opens = 0;
    const round = async (): Promise<void> => {
      await page.evaluate("svc_api.destroy()");
      await untilHere(page, () => sockets.open === 0);
      await page.evaluate("svc_api.open(); heard.length = 0");
      await addScript(page, src);
      // When the widget is there again, waiting commands are carried out, and then the page is notified.
      await until(page, "heard.some(([name]) => name === 'svc_onLoadCallback')");
      loads += await page.evaluate<number>("heard.filter(([name]) => name === 'svc_onLoadCallback').length");
      opens += await page.evaluate<number>("heard.filter(([name]) => name === 'svc_onOpen').length");
      await page.evaluate("svc_api.close()");
    };
    for (let rounds = 0; rounds < 10; rounds += 1) await round();
    const before = await weigh(cdp);
    for (let rounds = 0; rounds < 90; rounds += 1) await round();
    // A widget that has just ended is garbage only when the browser has closed its socket and its requests.
    let after = await weigh(cdp);
    for (let tries = 0; tries < 40 && after.listeners - before.listeners >= 20; tries += 1) {
      await page.evaluate("new Promise((resolve) => setTimeout(resolve, 250))");
      after = await weigh(cdp);
    }
    t.equal(sockets.opened, 101);
    t.equal(sockets.open, 1);
    t.equal(await page.evaluate("firstApi === svc_api"), true, "the page keeps one svc_api");
    t.same([loads, opens], [100, 100]);
    t.ok(after.heapBytes - before.heapBytes < 90 * 1_500, `heap: ${JSON.stringify([before, after])}`);
    t.ok(after.nodes - before.nodes < 90, "nodes of the document");
    t.ok(after.listeners - before.listeners < 20, "listeners");
    t.same(complaints, []);
  },
);
