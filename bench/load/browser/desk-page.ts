import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { Pool } from "undici";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import { openSession } from "../../../test/harness/open-session.ts";
import { ensureChromium } from "../../../test/project/chromium.ts";
import { agent, channelPath } from "../service/service.ts";

const requestsAtOnce = 32;

/** Starts a browser that draws without a graphics card, because bench machines have none. */
export async function openChromium(): Promise<Browser> {
  const problem = ensureChromium();
  if (problem !== null) throw new Error(problem);
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** Customers of the channel. They write over a few connections. */
export interface Customers {
  /** Customer `number` sends a message. Resolves when it is answered. */
  write(number: number, text: string): Promise<void>;
  /** Opens a chat for each of this many customers. */
  openChats(count: number): Promise<void>;
  close(): Promise<void>;
}

export function createCustomers(url: string): Customers {
  const pool = new Pool(url, { connections: requestsAtOnce });
  const write: Customers["write"] = async (number, text) => {
    const body = { sender: { id: `desk-${number}`, name: `Client ${number}` }, message: { type: "text", text } };
    const answer = await pool.request({
      method: "POST",
      path: channelPath,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`Expected 200 for a customer's message, got ${answer.statusCode}`);
  };
  return {
    write,
    async openChats(count) {
      for (let first = 1; first <= count; first += requestsAtOnce) {
        const numbers = Array.from({ length: Math.min(requestsAtOnce, count + 1 - first) }, (_, at) => first + at);
        await Promise.all(numbers.map((number) => write(number, "Where is my parcel? It was promised for last week.")));
      }
    },
    close: () => pool.close(),
  };
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
