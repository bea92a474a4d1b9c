import axe from "axe-core";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  PageScreenshotOptions,
} from "playwright-core";
import { chromium } from "playwright-core";
import type { Test } from "tap";
import { chromiumForTests } from "../project/chromium.ts";

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

export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumForTests(), headless: true, args: flags });
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

const pictureTriesMax = 3;

/** A picture of a page or of an element. On a busy machine Chromium may have none to give at the first try. */
export async function takePicture(
  of: { screenshot(options?: PageScreenshotOptions): Promise<Buffer> },
  options: PageScreenshotOptions = {},
): Promise<Buffer> {
  for (let tries = 1; ; tries += 1)
    try {
      return await of.screenshot(options);
    } catch (error) {
      if (tries === pictureTriesMax || !String(error).includes("Unable to capture screenshot")) throw error;
    }
}

/** What makes the page hard to use for some people, as `rule: element`; none is the aim. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // Evaluated, not added as a script, which the page's security policy would refuse.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  });
}

/** Waits until this element has the focus: a page gives it once it has drawn what leads there. */
export const untilFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(":focus")).waitFor();
