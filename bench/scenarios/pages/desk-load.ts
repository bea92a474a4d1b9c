import { rmSync } from "node:fs";
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
const codeKbWanted = 100;
const openedMsWanted = 800;
/** Loads in one round; the first few only warm up the browser. */
const loads = 7;
const warmUpLoads = 2;

const columns: readonly Column[] = [
  { key: "rowsMs", heading: "rows after ms", digits: 0, summary: "median" },
  { key: "openedMs", heading: "a chat opened ms", digits: 0, summary: "median" },
  { key: "scriptMs", heading: "script ms", digits: 0, summary: "median" },
  { key: "codeKb", heading: "page KB", digits: 1, summary: "median" },
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
  const rounds: Figures[] = [];
  for (let number = 1; number <= context.options.rounds; number += 1) {
    const round = await medianLoad({ loads, warmUpLoads }, () => measureLoad(browser, service.url));
    rounds.push(round);
    const opened = `a chat opened after ${round["openedMs"]?.toFixed(0)} ms`;
    context.progress(`desk-load  round ${number}/${context.options.rounds}  ${opened}`);
  }
  await browser.close();
  await service.end("SIGTERM");
  const over = (key: string): number => median(rounds.map((round) => round[key] ?? Number.NaN));
  return {
    title: `desk-load: the desk with ${chats} chats, its processor slowed down ${slowdown} times`,
    columns,
    contestants: [{ name: "the desk", rounds }],
    verdicts: [
      atMost("the page: HTML, styles and scripts, compressed", over("codeKb"), codeKbWanted, "KB", 1),
      atMost("the rows are there and a click has opened one", over("openedMs"), openedMsWanted, "ms", 0),
    ],
    checks: [],
    profile: [],
  };
};

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

/** Loads the desk in a fresh profile, which has nothing from the last load. */
async function measureLoad(browser: Browser, url: string): Promise<Figures> {
  const context = await openAgentContext(browser, url);
  const page = await context.newPage();
  await page.addInitScript(clickFirstRow);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const isData = new Map<string, boolean>();
  const bytes = { code: 0, data: 0 };
  devtools.on("Network.responseReceived", ({ requestId, response }) =>
    isData.set(requestId, new URL(response.url).pathname.startsWith("/api/")),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[isData.get(requestId) === true ? "data" : "code"] += encodedDataLength;
  });
  await page.goto(`${url}/desk/#/inbox/waiting`);
  const opened = await page.evaluate<{ readonly rowsMs: number; readonly openedMs: number }>("window.opened");
  await page.waitForLoadState("networkidle");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  await context.close();
  return {
    ...opened,
    scriptMs: read("ScriptDuration") * 1000,
    codeKb: bytes.code / 1000,
    dataKb: bytes.data / 1000,
    heapMib: read("JSHeapUsedSize") / 2 ** 20,
  };
}
