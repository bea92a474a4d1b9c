import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Fault, FaultyLink, Moment } from "../harness/faulty-link.ts";

/** A page's connection to the service, which fails as the test says. The test controls the time of the page. */
export interface DroppedLine {
  /** The number of received frames of this type. */
  heard(type: string): number;
  /** Causes a fault of the page's connections while `meanwhile` runs; resolves when it has happened. */
  drop(fault: Fault, moment: Moment, meanwhile: () => Promise<unknown>): Promise<void>;
  /** Delays all data from now on. */
  delay(ms: number): void;
  /** No connection succeeds for this long, in the page's time. */
  refuse(seconds: number): Promise<void>;
  /** Advances the page's time until the page is connected, or until the service has also answered its hello. */
  untilConnected(how: "line" | "ready"): Promise<void>;
  /** Advances the page's time. */
  pass(seconds: number): Promise<void>;
}

/** After this silence the page sends a beat, and waits for the answer. */
const silenceSeconds = 25;
/** In real time, for an attempt that may still succeed. */
const attemptMs = 200;

interface Times extends Pick<DroppedLine, "pass"> {
  /** Whether every connection is a socket. On a whole one, the answer then comes before any time of the page passes. */
  readonly isOnlySockets: boolean;
  /** Passes a silence, in which nothing happens in between. */
  passSilence(seconds: number): Promise<void>;
  /** In the page's time; longer than any pause or wait of the page. */
  readonly patienceSeconds: number;
}

/** Watches the sockets of the page from now on, so call it before the page opens its first one. */
export function watchLine(page: Page, link: FaultyLink, { pass, passSilence, ...times }: Times): DroppedLine {
  const sockets = watchSockets(page);
  const untilConnected: DroppedLine["untilConnected"] = async (how) => {
    const isThere = (): boolean => link.whole() > 0 && (how === "line" || sockets.isReady());
    for (let seconds = 0; !isThere(); seconds += 1) {
      if (seconds > times.patienceSeconds)
        throw new Error(`The page did not come back within ${seconds} s of its time`);
      if (link.whole() > 0) await Promise.race([sockets.changed(), pause(attemptMs)]);
      if (!isThere() && !(times.isOnlySockets && link.whole() > 0)) await pass(1);
    }
  };
  return {
    heard: sockets.heard,
    async drop(fault, moment, meanwhile) {
      for (let befallen = 0; befallen === 0; ) {
        await untilConnected("line");
        const strike = link.strikeAt(moment, fault);
        await meanwhile();
        strike.now();
        befallen = await strike.struck;
      }
      if (fault.type === "silent") await passSilence(silenceSeconds);
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
      if (type !== "ready") return;
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
    heard: (type: string) => heard.get(type) ?? 0,
    changed: () => new Promise<void>((resolve) => void waiters.add(resolve)),
  };
}
