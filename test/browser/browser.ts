import { existsSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { chromiumForTests } from "../project/chromium.ts";
import { whenOver } from "../project/together/whole-process.ts";

/** Loaded with `require`, because an import takes 1.5 times as long: it reads the complete library for its exports. */
const { chromium }: typeof import("playwright-core") = createRequire(import.meta.url)("playwright-core");

/** The browser has no display and no own sandbox, and connects only to the page's server. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Processes cost time. Drawing and loading run in the first process, and no spare process waits for the next page.
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface",
  "--renderer-process-limit=1",
];

const sharedMemory = "/dev/shm";
/** Enough memory for everything that the pages share with the browser at once. Containers often have less. */
const sharedMemoryMinBytes = 512 * 1024 * 1024;

/** Whether pages share memory through files on the disk, which is the library's default. This makes each drawn frame slower. */
function shareByDisk(): boolean {
  if (!existsSync(sharedMemory)) return true;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize < sharedMemoryMinBytes;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumForTests(),
    headless: true,
    args: flags,
    ignoreDefaultArgs: shareByDisk() ? [] : ["--disable-dev-shm-usage"],
  });

let running: Browser | null = null;
/** The exit code that a shell uses: 128 plus the signal's number. */
const stoppedCode = 143;
/** On SIGTERM the library closes the browser, but the process would continue with the next file, which opens another browser. */
const stop = (): void => process.exit(stoppedCode);

/** Returns the browser for all files of the process; opens another one if the browser has crashed. */
async function browserOfProcess(t: Test): Promise<Browser> {
  if (running?.isConnected()) return running;
  const browser = await launchBrowser();
  running = browser;
  process.once("SIGTERM", stop);
  whenOver(t, async () => {
    process.off("SIGTERM", stop);
    await browser.close();
  });
  return browser;
}

/**
 * Pages of a test are closed after the test, and the rest after the file. Otherwise they would send requests to a service that has
 * ended.
 */
export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await browserOfProcess(t);
  const closeAllBut = async (kept: readonly BrowserContext[]): Promise<void> => {
    for (const context of browser.contexts()) if (!kept.includes(context)) await context.close();
  };
  let opened: readonly BrowserContext[] = [];
  t.beforeEach(() => {
    opened = browser.contexts();
  });
  t.afterEach(async (test) => {
    const pages = test.passing() ? [] : await shownBy(browser);
    if (pages.length > 0) t.fail(`the pages at the end of: ${test.name}`, { pages });
    await closeAllBut(opened);
  });
  t.teardown(() => closeAllBut([]));
  return browser;
}

const shownMaxChars = 2_000;

/** What each open page shows, dialogs first, and its element with the focus. It explains why a test waited without an end. */
async function shownBy(browser: Browser): Promise<readonly string[]> {
  const read = (): string => {
    const dialogs = [...document.querySelectorAll<HTMLElement>("dialog[open]")].map(
      ({ innerText }) => `${innerText}\n`,
    );
    return `focus: ${document.activeElement?.outerHTML.slice(0, 300)}\n${dialogs.join("")}${document.body.innerText}`;
  };
  const pages = browser.contexts().flatMap((context) => context.pages());
  const late = setTimeout(5_000, "The page did not answer in 5 s.", { ref: false });
  return Promise.all(
    pages.map(async (page) => {
      const shown = await Promise.race([page.evaluate(read).catch(String), late]);
      return `${page.url()}\n${shown}`.slice(0, shownMaxChars);
    }),
  );
}

/** A scale for a page that draws often and is not looked at: a sixteenth of the pixels. */
export const unseenScale = 0.25;

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The errors of the page: exceptions, errors on the console, violations of its security policy. */
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

/** Waits until this element has the focus. A page moves the focus after the next drawing. */
export const untilFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(":focus")).waitFor();
