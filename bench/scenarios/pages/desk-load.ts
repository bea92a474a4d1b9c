import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { medianLoad, openAgentContext, openChromium } from "../../load/browser/desk-page.ts";
import { writeChats } from "../../load/clients/write-chats.ts";
import { median } from "../../load/figures/statistics.ts";
import { startService } from "../../load/service/service.ts";
import type { Column, Figures, Scenario } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

const chats = 200;
const slowdown = 4;
const firstKbWanted = 100;
const openedMsWanted = 800;
/** Loads in one round; the first few only warm up the browser. */
const loads = 7;
const warmUpLoads = 2;
/** A page that asks for nothing this long has everything. */
const quietMs = 500;

const columns: readonly Column[] = [
  { key: "rowsMs", heading: "rows after ms", digits: 0, summary: "median" },
  { key: "openedMs", heading: "a chat opened ms", digits: 0, summary: "median" },
  { key: "scriptMs", heading: "script ms", digits: 0, summary: "median" },
  { key: "firstKb", heading: "first KB", digits: 1, summary: "median" },
  { key: "laterKb", heading: "later KB", digits: 1, summary: "median" },
  { key: "dataKb", heading: "chats and the like KB", digits: 1, summary: "median" },
  { key: "heapMib", heading: "heap MiB", digits: 2, summary: "median" },
];

/** The time that an agent waits who opens the desk in the morning. */
export const deskLoad: Scenario = async (context) => {
  const folder = join(context.workFolder, "desk-load");
  rmSync(folder, { recursive: true, force: true });
  const service = await startService({ folder, nodeFlags: context.options.nodeFlags });
  await writeChats({ url: service.url, chats, connections: context.options.connections });
  const browser = await openChromium();
  const markup = await serveMarkup(browser, service.url);
  const rounds: Figures[] = [];
  const bare: Figures[] = [];
  for (let number = 1; number <= context.options.rounds; number += 1) {
    bare.push(await medianLoad({ loads, warmUpLoads }, () => measureLoad(browser, service.url, markup.url)));
    const round = await medianLoad({ loads, warmUpLoads }, () => measureLoad(browser, service.url, service.url));
    rounds.push(round);
    const opened = `a chat opened after ${round["openedMs"]?.toFixed(0)} ms`;
    context.progress(`desk-load  round ${number}/${context.options.rounds}  ${opened}`);
  }
  markup.close();
  await browser.close();
  await service.end("SIGTERM");
  const over = (key: string): number => median(rounds.map((round) => round[key] ?? Number.NaN));
  return {
    title: `desk-load: the desk with ${chats} chats, its processor slowed down ${slowdown} times`,
    columns,
    contestants: [
      { name: "the desk", rounds },
      { name: "its markup alone", rounds: bare },
    ],
    verdicts: [
      atMost("what the first view needs: HTML, styles, scripts, font", over("firstKb"), firstKbWanted, "KB", 1),
      atMost("the rows are there and a click has opened one", over("openedMs"), openedMsWanted, "ms", 0),
    ],
    checks: [],
    profile: [],
  };
};

/**
 * The least work for the same pictures: a page whose only script writes the finished markup of the desk, and after a click that of the
 * desk with an open chat.
 */
async function serveMarkup(browser: Browser, url: string): Promise<{ readonly url: string; close(): void }> {
  const context = await openAgentContext(browser, url);
  const page = await context.newPage();
  const read = (): Promise<string> => page.evaluate<string>('document.getElementById("desk").innerHTML');
  await page.goto(`${url}/desk/#/inbox/waiting`);
  await page.locator(".chat-row").first().waitFor();
  await page.waitForLoadState("networkidle");
  const rows = await read();
  await page.locator(".chat-row").first().click();
  await page.locator("main.conversation .composer").waitFor();
  await page.waitForLoadState("networkidle");
  const opened = await read();
  await context.close();
  const html = (await (await fetch(`${url}/desk/`)).text())
    .replace(/<link [^>]*href="\/(api|desk)\/[^>]*>/g, "")
    .replace(/<script [^>]*>/, '<script type="module" src="/markup.js">')
    .replaceAll('"/assets/', `"${url}/assets/`);
  const script = `
    const desk = document.getElementById("desk");
    desk.innerHTML = ${JSON.stringify(rows)};
    desk.querySelector(".chat-row").onclick = () => { desk.innerHTML = ${JSON.stringify(opened)}; };
  `;
  const server = createServer((request, response) => {
    const isPage = request.url === "/desk/";
    response.setHeader("Content-Type", isPage ? "text/html" : "text/javascript");
    response.end(isPage ? html : script);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Clicks the first row in the picture that shows it, and records the picture that shows its chat. It is text, so that it runs
 * unchanged.
 */
const clickFirstRow = `
  window.opened = new Promise((resolve) => {
    let rowsMs = 0;
    const look = () => {
      const row = document.querySelector(".chat-row");
      if (rowsMs === 0 && row !== null) {
        rowsMs = performance.now();
        row.click();
      }
      if (document.querySelector("main.conversation") === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve({ rowsMs, openedMs: performance.now() }));
    };
    addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
  });
`;

/** Loads the page in a fresh profile, which has nothing from the last load. The agent is logged in at `url`. */
async function measureLoad(browser: Browser, url: string, shownUrl: string): Promise<Figures> {
  const context = await openAgentContext(browser, url);
  const page = await context.newPage();
  await page.addInitScript(clickFirstRow);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const kinds = new Map<string, "first" | "later" | "data">();
  const bytes = { first: 0, later: 0, data: 0 };
  let lastMs = performance.now();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, initiator }) => {
    // What the page names itself is asked for at once. Its script asks for the rest when the rows are there.
    const part = initiator.type === "script" ? "later" : "first";
    kinds.set(requestId, new URL(request.url).pathname.startsWith("/api/") ? "data" : part);
    lastMs = performance.now();
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? "first"] += encodedDataLength;
    lastMs = performance.now();
  });
  await page.goto(`${shownUrl}/desk/#/inbox/waiting`);
  const opened = await page.evaluate<{ readonly rowsMs: number; readonly openedMs: number }>("window.opened");
  // The load state of the browser is quiet too early: the page asks for nothing while it draws.
  while (performance.now() - lastMs < quietMs) await page.waitForTimeout(quietMs / 5);
  const { metrics } = await devtools.send("Performance.getMetrics");
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  await context.close();
  return {
    ...opened,
    scriptMs: read("ScriptDuration") * 1000,
    firstKb: bytes.first / 1000,
    laterKb: bytes.later / 1000,
    dataKb: bytes.data / 1000,
    heapMib: read("JSHeapUsedSize") / 2 ** 20,
  };
}
