import { pino } from "pino";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { systemClock } from "../../../src/core/clock.ts";
import { sessionCookieName } from "../../../src/edge/routes/desk/session/session-cookie.ts";
import type { ChartDrawer } from "../../../src/ports/chart-drawer.ts";
import { createChartDrawer } from "../../../src/tasks/create-tasks.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { webhooks } from "../../harness/service-config.ts";
import { whenOver } from "../../project/together/whole-process.ts";
import { step } from "../../visitors/visitor-channel.ts";
import type { WatchedPage } from "../browser.ts";
import { openPage } from "../browser.ts";
import { lookAt, sizes, viewOf } from "../views.ts";

interface InspectorOptions extends BrowserContextOptions {
  /** The agent; the administrator by default; null if nobody is logged in. */
  readonly name?: AgentName | null;
}

/** The inspector at a place like `#/actor/chat/1`. */
export async function openInspectorPage(
  browser: Browser,
  service: Service,
  place = "",
  { name = "ada", ...options }: InspectorOptions = {},
): Promise<WatchedPage> {
  const { hostname } = new URL(service.url);
  const stored = { path: "/", httpOnly: true, secure: false, sameSite: "Strict" as const, expires: -1 };
  const cookies =
    name === null ? [] : [{ name: sessionCookieName, value: await service.logIn(name), domain: hostname, ...stored }];
  return openPage(browser, `${service.url}/inspector/${place}`, {
    viewport: sizes.wide,
    storageState: { cookies, origins: [] },
    ...options,
  });
}

/** Barriers are searched once. The other views are only for pictures. */
const views = [
  viewOf("wide", "light", "all"),
  viewOf("wide", "dark", null),
  viewOf("middle", "light", null),
  viewOf("phone", "light", null),
  viewOf("phone", "dark", null),
];

/** Checks that the page has no accessibility barrier, and that nothing is wider than the page on a phone. */
export async function shoot(t: Test, page: Page, name: string): Promise<void> {
  await lookAt(t, page, `inspector-${name}`, views);
  await page.setViewportSize(sizes.phone);
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${name} on a phone`);
  await showWide(page);
}

/** Checks the colours of the dark theme, in a view that has most of them. */
export async function shootDark(t: Test, page: Page, name: string): Promise<void> {
  await lookAt(t, page, `inspector-${name}`, [viewOf("wide", "dark", "colours")]);
  await showWide(page);
}

async function showWide(page: Page): Promise<void> {
  await page.setViewportSize(sizes.wide);
  await page.emulateMedia({ colorScheme: "light" });
}

const headStartMs = 60_000;

let drawer: ChartDrawer | null = null;

/** The services of a process share their charts, because the first drawing of a thread takes a second of processor time. */
export function sharedCharts(t: Test): ChartDrawer {
  if (drawer !== null) return drawer;
  const opened = createChartDrawer({ clock: systemClock, log: pino({ level: "silent" }) });
  drawer = { draw: opened.draw, close: async () => undefined };
  whenOver(t, async () => {
    drawer = null;
    await opened.close();
  });
  return drawer;
}

/** A service whose time is near the browser's time, because ages and deadlines are shown. */
export const startTimely = (t: Test): Promise<Service> =>
  startService(t, {
    charts: sharedCharts(t),
    clock: createManualClock(Date.now() - headStartMs),
    channels: { MOBILEAPP1: { webhooks } },
  });

const refused = { kind: "error_answer" as const, code: "17", message: "Mailbox is full" };

/** The customer system refuses the running attempt. */
export async function refuseAttempt(service: Service): Promise<void> {
  await service.pass(500);
  service.attempts.at(-1)?.answer({ failure: refused });
  await service.settle();
}

/** Plays chat 1 of Maria, in which Kim replies. The reply is refused `refusals` times, 3 s apart. Returns the delivery's id. */
export async function playDelivery(service: Service, refusals = 3): Promise<string> {
  await service.say({ id: "7", name: "Maria Lopez" }, "Hello");
  await step(service, "accept");
  await step(service, "messages", { type: "text", text: "Hi" });
  await service.settle();
  for (let attempt = 1; attempt <= refusals; attempt += 1) {
    await refuseAttempt(service);
    if (attempt < refusals) await service.pass(2_500);
  }
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", "/api/deliveries?kind=message", { token });
  const [delivery] = body.deliveries;
  if (delivery === undefined) throw new Error("Expected a delivery of the answer, there is none.");
  return delivery.id;
}

export const rows = (page: Page): Locator => page.locator(".actor-row");
export const rowOf = (page: Page, actor: string): Locator => page.locator(`.actor-row[data-actor="${actor}"]`);
export const rowNames = (page: Page): Promise<readonly string[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-actor") ?? ""));
/** Returns the chart's name of the highlighted state. */
export const lit = (page: Page, state: string): Locator => page.locator(`.chart .is-current[data-state="${state}"]`);
export const timeLine = (page: Page): Locator => page.getByRole("slider", { name: "Step" });
export const stepPanel = (page: Page): Locator => page.getByRole("region", { name: "Step", exact: true });
export const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
