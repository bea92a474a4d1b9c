import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import type { FollowingDesk } from "../../desk/live/following-desk.ts";
import { followDesk } from "../../desk/live/following-desk.ts";
import type { Fault, Moment } from "../../harness/faulty-link.ts";
import { openFaultyLink } from "../../harness/faulty-link.ts";
import { asWidget, widget } from "../../visitors/visitor-channel.ts";
import { openPage, unseenScale } from "../browser.ts";
import type { RestartingService } from "./restarting-service.ts";
import { startRestarting } from "./restarting-service.ts";
import { watchLines } from "./shown-lines.ts";
import { keepCallbacks, openSite } from "./site.ts";

/** A visitor's page whose line to the service fails, and a desk whose line fails as well. */
export interface DroppedPage {
  readonly page: Page;
  readonly service: RestartingService;
  readonly desk: FollowingDesk;
  /** What the page complained of and no failing line explains. */
  complaints(): readonly string[];
  /** How many frames of a type the page heard. */
  heard(type: string): number;
  /** How many drops have befallen the page's connection up to now. */
  drops(): number;
  /** A fault in the midst of what is done meanwhile; resolves when it has befallen the page's connection. */
  drop(fault: Fault, moment: Moment, meanwhile: () => Promise<unknown>): Promise<void>;
  /** The service goes and comes back, what is done meanwhile included. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  /** Nothing connects for so long, in the page's time. */
  refuse(seconds: number): Promise<void>;
  /** How long everything takes from now on. */
  delay(ms: number): void;
  dropDesk(): void;
  /** Lets the page's time pass until it has a line again, or until the service has answered its hello on it. */
  untilConnected(how: "line" | "ready"): Promise<void>;
  /** The page's time and the service's, together. */
  pass(seconds: number): Promise<void>;
}

/** Longer than any pause of the page and whatever it waits for, in its time. */
const patienceSeconds = 120;
/** After a silence of so long the page asks, and waits for the answer. */
const silenceSeconds = 25;
/** Of the machine's time, for an attempt that may yet succeed. */
const attemptMs = 200;
const aboutLines = /WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/;

export async function openDroppedPage(t: Test, browser: Browser): Promise<DroppedPage> {
  const service = await startRestarting(t, {
    channels: asWidget({ webhooks: null, widget: { ...widget, contactsForm: false } }),
  });
  const link = await openFaultyLink(t, service.current().url);
  const deskLink = await openFaultyLink(t, service.current().url);
  const desk = await followDesk(t, service.current(), "kim", { url: deskLink.url, whenLost: service.whenUp });
  const site = await openSite(t, service.current(), { serviceUrl: link.url, script: keepCallbacks });
  const { page, complaints, context } = await openPage(browser, "about:blank", {
    deviceScaleFactor: unseenScale,
  });
  t.teardown(() => context.close());
  await page.clock.install();
  const sockets = watchSockets(page);
  await page.goto(site.url);
  await page.locator("svc-widget button").first().click();
  await page.locator("svc-widget textarea").waitFor();
  await watchLines(page);
  // What loaded the scripts may stand as well: from here on each connection is a socket.
  link.strike({ type: "reset" });

  let drops = 0;
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      service.current().clock.advance(1_000);
      await page.clock.runFor(1_000);
    }
  };
  /** On a silent line nothing comes in between: all seconds pass in one step of the page. */
  const passAtOnce = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) service.current().clock.advance(1_000);
    await page.clock.runFor(seconds * 1_000);
  };
  const untilConnected: DroppedPage["untilConnected"] = async (how) => {
    const isThere = (): boolean => link.whole() > 0 && (how === "line" || sockets.isReady());
    for (let seconds = 0; !isThere(); seconds += 1) {
      if (seconds > patienceSeconds) throw new Error(`The page did not come back within ${seconds} s of its time`);
      if (link.whole() > 0) await Promise.race([sockets.changed(), pause(attemptMs)]);
      else await pass(1);
    }
  };
  return {
    page,
    service,
    desk,
    complaints: () => complaints.filter((complaint) => !aboutLines.test(complaint)),
    heard: sockets.heard,
    drops: () => drops,
    async drop(fault, moment, meanwhile) {
      for (let befallen = 0; befallen === 0; ) {
        await untilConnected("line");
        const strike = link.strikeAt(moment, fault);
        await meanwhile();
        strike.now();
        befallen = await strike.struck;
      }
      drops += 1;
      if (fault.type === "silent") await passAtOnce(silenceSeconds);
    },
    async restart(meanwhile) {
      await untilConnected("ready");
      await Promise.all([service.restart(), meanwhile()]);
      drops += 1;
      for (const one of [link, deskLink]) one.leadTo(service.current().url);
    },
    async refuse(seconds) {
      link.refuse(true);
      await pass(seconds);
      link.refuse(false);
    },
    delay: link.delay,
    dropDesk: () => void deskLink.strike({ type: "reset" }),
    untilConnected,
    pass,
  };
}

/** What the page's newest socket has come to. */
function watchSockets(page: Page) {
  const heard = new Map<string, number>();
  const waiters = new Set<() => void>();
  let readySocket: unknown = null;
  let newest: unknown = null;
  const wake = (): void => {
    for (const waiter of waiters) waiter();
    waiters.clear();
  };
  page.on("websocket", (socket) => {
    newest = socket;
    socket.on("framereceived", ({ payload }) => {
      const { type } = JSON.parse(String(payload));
      heard.set(type, (heard.get(type) ?? 0) + 1);
      if (type === "ready") readySocket = socket;
      wake();
    });
    socket.on("close", wake);
  });
  return {
    isReady: () => newest !== null && newest === readySocket,
    heard: (type: string) => heard.get(type) ?? 0,
    changed: () => new Promise<void>((resolve) => void waiters.add(resolve)),
  };
}
