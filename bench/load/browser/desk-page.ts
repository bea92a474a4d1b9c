import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import { openSession } from "../../../test/harness/open-session.ts";
import { ensureChromium } from "../../../test/project/chromium.ts";
import type { Figures } from "../../scenarios/scenario.types.ts";
import { median } from "../figures/statistics.ts";
import { agent } from "../service/service.ts";

/** Starts a browser that draws without a graphics card, because bench machines have none. */
export async function openChromium(): Promise<Browser> {
  const problem = ensureChromium();
  if (problem !== null) throw new Error(problem);
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

export interface LoadCounts {
  readonly loads: number;
  /** The first few loads only warm up the browser. */
  readonly warmUpLoads: number;
}

/** Loads a page again and again. Returns the median of each figure. */
export async function medianLoad({ loads, warmUpLoads }: LoadCounts, load: () => Promise<Figures>): Promise<Figures> {
  const all: Figures[] = [];
  for (let at = 0; at < warmUpLoads + loads; at += 1) all.push(await load());
  const counted = all.slice(warmUpLoads);
  const medianOf = (key: string): number => median(counted.map((figures) => figures[key] ?? Number.NaN));
  return Object.fromEntries(Object.keys(counted[0] ?? {}).map((key) => [key, medianOf(key)]));
}

/** A fresh profile whose agent is logged in. */
export async function openAgentContext(browser: Browser, url: string): Promise<BrowserContext> {
  const token = await openSession(url, agent);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: sessionCookieName, value: token, url, httpOnly: true, sameSite: "Strict" }]);
  return context;
}

/** Records in the page when the list has a row for each chat. The script is text, so that it runs unchanged. */
const watchRows = (chats: number): string => `
  window.rowsAt = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('.chat-item[aria-setsize="${chats}"]') === null) return requestAnimationFrame(look);
      resolve(performance.now());
    };
    addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
  });
`;

/** Opens the desk. `rowsMs` is the time from navigation until the list has this many chats. */
export async function openDesk(
  context: BrowserContext,
  url: string,
  chats: number,
): Promise<{ readonly page: Page; readonly rowsMs: number }> {
  const page = await context.newPage();
  await page.addInitScript(watchRows(chats));
  await page.goto(`${url}/desk/#/inbox/waiting`);
  return { page, rowsMs: await page.evaluate<number>("window.rowsAt") };
}
