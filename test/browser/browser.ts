import { createRequire } from "node:module";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { chromiumForTests } from "../project/chromium.ts";

/** Not imported: that takes half as long again, because all of it is read for what it exports. */
const { chromium }: typeof import("playwright-core") = createRequire(import.meta.url)("playwright-core");

/** No display, no sandbox of its own, and no talk with anybody but the page's server. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumForTests(), headless: true, args: flags });

/** One for a file, or for a test. What a test within opened is closed after it: pages would go on asking for a service that is gone. */
export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await launchBrowser();
  let opened: readonly BrowserContext[] = [];
  t.beforeEach(() => {
    opened = browser.contexts();
  });
  t.afterEach(async () => {
    for (const context of browser.contexts()) if (!opened.includes(context)) await context.close();
  });
  t.teardown(() => browser.close());
  return browser;
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained of: exceptions, errors on the console, broken rules of its security policy. */
  readonly complaints: readonly string[];
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  await page.goto(url);
  return { page, context, complaints };
}

/** Waits until this element has the focus: a page gives it once it has drawn what leads there. */
export const untilFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(":focus")).waitFor();
