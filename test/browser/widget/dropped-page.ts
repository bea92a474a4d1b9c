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

/** A visitor's page with a failing connection to the service, and a desk with a failing connection. */
export interface DroppedPage {
  readonly page: Page;
  readonly service: RestartingService;
  readonly desk: FollowingDesk;
  /** The errors of the page that no failing connection explains. */
  complaints(): readonly string[];
  /** The number of received frames of this type. */
  heard(type: string): number;
  /** The number of drops of the page's connection up to now. */
  drops(): number;
  /** Causes a fault of the page's connection while `meanwhile` runs; resolves when it has happened. */
  drop(fault: Fault, moment: Moment, meanwhile: () => Promise<unknown>): Promise<void>;
  /** Restarts the service while `meanwhile` runs; resolves when both are done. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  /** No connection succeeds for this long, in the page's time. */
  refuse(seconds: number): Promise<void>;
  /** Delays all data from now on. */
  delay(ms: number): void;
  dropDesk(): void;
  /** Advances the page's time until the page is connected, or until the service has also answered its hello. */
  untilConnected(how: "line" | "ready"): Promise<void>;
  /** Advances the time of the page and of the service together. */
  pass(seconds: number): Promise<void>;
}

/** In the page's time; longer than any pause or wait of the page. */
const patienceSeconds = 120;
/** After this silence the page sends a beat, and waits for the answer. */
const silenceSeconds = 25;
/** In real time, for an attempt that may still succeed. */
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
  // The connections that loaded the scripts may still be open. After this reset, each connection is a socket.
  link.strike({ type: "reset" });

  let drops = 0;
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 1) {
      service.current().clock.advance(1_000);
      await page.clock.runFor(1_000);
    }
  };
  /** On a silent connection nothing happens in between, so all seconds pass in one step. */
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

/** The state of the page's newest socket. */
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
