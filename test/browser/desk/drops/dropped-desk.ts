import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import { sessionCookieName } from "../../../../src/edge/routes/desk/session/session-cookie.ts";
import type { Fault, Moment } from "../../../harness/faulty-link.ts";
import { openFaultyLink } from "../../../harness/faulty-link.ts";
import { openPage, unseenScale } from "../../browser.ts";
import { watchLines } from "./shown-lines.ts";

/** An agent's desk at one chat, with a connection that fails. The test controls its time. */
export interface DroppedDesk {
  readonly page: Page;
  /** The errors of the page that no failing connection explains. */
  complaints(): readonly string[];
  /** Causes a fault of the page's connections while `meanwhile` runs; resolves when it has happened. */
  drop(fault: Fault, moment: Moment, meanwhile: () => Promise<unknown>): Promise<void>;
  /** Delays all data from now on. */
  delay(ms: number): void;
  /** No connection succeeds for this long, in the page's time. */
  refuse(seconds: number): Promise<void>;
  /** Advances the page's time until the page is connected, or until the service has also answered its hello. */
  untilConnected(how: "line" | "ready"): Promise<void>;
  /** Moves the page's time. */
  pass(seconds: number): Promise<void>;
}

/** In the page's time; longer than any pause or wait of the page. */
const patienceSeconds = 300;
/** After this silence the page sends a beat, and waits for the answer. */
const silenceSeconds = 25;
/** In real time, for an attempt that may still succeed. */
const attemptMs = 200;
const aboutLines =
  /WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|ERR_CONTENT_LENGTH|ERR_INCOMPLETE|ERR_INVALID_HTTP|status of (400|503|505)/;

export async function openDroppedDesk(
  t: Test,
  browser: Browser,
  serviceUrl: string,
  desk: { readonly token: string; readonly place: string },
): Promise<DroppedDesk> {
  const link = await openFaultyLink(t, serviceUrl);
  const cookie = { name: sessionCookieName, value: desk.token, domain: "127.0.0.1", path: "/", expires: -1 };
  const stored = { httpOnly: true, secure: false, sameSite: "Strict" as const };
  const { page, context, complaints } = await openPage(browser, "about:blank", {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: unseenScale,
    storageState: { cookies: [{ ...cookie, ...stored }], origins: [] },
  });
  t.teardown(() => context.close());
  await page.clock.install();
  const sockets = watchSockets(page);
  await page.goto(`${link.url}/desk/${desk.place}`);
  await page.locator("[data-seq]").first().waitFor();
  await page.locator(".composer textarea").waitFor();
  await watchLines(page);

  const pass = (seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000);
  const untilConnected: DroppedDesk["untilConnected"] = async (how) => {
    const isThere = (): boolean => link.whole() > 0 && (how === "line" || sockets.isReady());
    for (let seconds = 0; !isThere(); ) {
      if (seconds > patienceSeconds) throw new Error(`The desk did not come back within ${seconds} s of its time`);
      if (link.whole() > 0) await Promise.race([sockets.changed(), pause(attemptMs)]);
      if (isThere()) return;
      await pass(1);
      seconds += 1;
    }
  };
  return {
    page,
    complaints: () => complaints.filter((complaint) => !aboutLines.test(complaint)),
    async drop(fault, moment, meanwhile) {
      for (let befallen = 0; befallen === 0; ) {
        await untilConnected("line");
        const strike = link.strikeAt(moment, fault);
        await meanwhile();
        strike.now();
        befallen = await strike.struck;
      }
      if (fault.type === "silent") await pass(silenceSeconds);
    },
    delay: link.delay,
    async refuse(seconds) {
      link.refuse(true);
      await pass(seconds);
      link.refuse(false);
    },
    untilConnected,
    pass,
  };
}

/** The state of the page's newest socket. */
function watchSockets(page: Page) {
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
      if (JSON.parse(String(payload)).type !== "ready") return;
      readySocket = socket;
      wake();
    });
    socket.on("close", () => {
      if (readySocket === socket) readySocket = null;
      wake();
    });
  });
  return {
    isReady: () => newest !== null && newest === readySocket,
    changed: () => new Promise<void>((resolve) => void waiters.add(resolve)),
  };
}
