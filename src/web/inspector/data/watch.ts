import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import type { Browser } from "../../desk/data/browser.types.ts";
import { closeSocket } from "../../live/close-socket.ts";
import { createPulse } from "../../live/pulse.ts";
import { createTimer } from "../../live/timer.ts";

/**
 * `off`: nobody is watched; `away`: not connected, trying; `behind`: the service ended it because this page was too slow; `cut`: for
 * another reason, which stands beside it; `refused`: the session has ended.
 */
export type WatchState = "off" | "connecting" | "live" | "away" | "behind" | "cut" | "refused";

/** `/ws/inspect`: what actors do, as they do it. */
export interface Watch {
  readonly state: ReadonlySignal<WatchState>;
  /** Why the service ended it, in its own words. */
  readonly reason: ReadonlySignal<string>;
  /** Watches this actor alone, or nobody. */
  watch(actor: string | null): void;
  /** Tries at once. */
  retry(): void;
  stop(): void;
}

export interface WatchParts {
  readonly browser: Pick<Browser, "after" | "openSocket" | "random" | "on">;
  /** A step of the actor that is watched. */
  readonly heard: (step: InspectedStep) => void;
  /** The service tells every step from here on: what came before is to be read. Runs for each connection, and when steps were left out. */
  readonly caughtUp: () => void;
}

/** What a connection ends with that was given up from here. */
const givenUp = 0;
/** The same, since the service watches nobody for it: it says why. */
const notTaken = 4400;
const answerMaxMs = 10_000;
/** Together less than the 5 s in which whoever watches is to know that nothing comes any more. */
const pulseTimes = { silenceMs: 2_000, answerMaxMs: 2_500 };
const pauseMinMs = 500;
const pauseMaxMs = 10_000;

/** One connection after the other, with growing pauses, as long as somebody is watched. */
export function createWatch({ browser, heard, caughtUp }: WatchParts): Watch {
  const state = signal<WatchState>("off");
  const reason = signal("");
  const timer = createTimer(browser);
  let watched: string | null = null;
  let connection: Connection | null = null;
  let pauseMs = pauseMinMs;

  const lost = (code: number, words: string): void => {
    connection = null;
    batch(() => {
      reason.value = words;
      state.value = stateAfter(code);
    });
    if (state.peek() === "refused") return;
    // The same would happen again at once.
    if (state.peek() !== "away") pauseMs = pauseMaxMs;
    timer.set(pauseMs * (1 + browser.random() / 2), connect);
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  };
  const connect = (): void => {
    timer.stop();
    if (watched === null) return;
    if (state.peek() === "off" || state.peek() === "refused") state.value = "connecting";
    connection = openConnection(browser, watched, {
      heard: (step) => step.actor === watched && heard(step),
      ended: lost,
      ready() {
        pauseMs = pauseMinMs;
        state.value = "live";
        caughtUp();
      },
    });
  };
  const retry = (): void => {
    if (connection === null) connect();
    else connection.check();
  };
  const stopListening = browser.on("return", retry);
  const watch = (actor: string | null): void => {
    if (actor === watched) return;
    watched = actor;
    timer.stop();
    connection?.close();
    connection = null;
    pauseMs = pauseMinMs;
    state.value = "off";
    connect();
  };
  return {
    state,
    reason,
    watch,
    retry,
    stop() {
      watch(null);
      stopListening();
    },
  };
}

/** What a close of the service means. Source: `src/edge/sockets/close-codes.ts`. */
function stateAfter(code: number): WatchState {
  if (code === 4401 || code === 4403) return "refused";
  if (code === 4409) return "behind";
  return code >= 4000 || code === 1013 ? "cut" : "away";
}

interface Connection {
  /** Finds out whether somebody is there. */
  check(): void;
  close(): void;
}
interface ConnectionEvents {
  heard(step: InspectedStep): void;
  /** The service has answered behind having begun to watch. */
  ready(): void;
  /** Once; not when it was closed from here. */
  ended(code: number, reason: string): void;
}

function openConnection(
  browser: Pick<Browser, "after" | "openSocket">,
  actor: string,
  { heard, ready, ended }: ConnectionEvents,
): Connection {
  let isOver = false;
  let isReady = false;
  const timer = createTimer(browser);
  const end = (code: number, reason: string): void => {
    if (isOver) return;
    leave();
    ended(code, reason);
  };
  const giveUp = (): void => {
    end(givenUp, "");
    socket.close();
  };
  const ask = (): void => socket.send(JSON.stringify({ type: "beat" }));
  const pulse = createPulse(browser, ask, giveUp, pulseTimes);
  const leave = (): void => {
    isOver = true;
    timer.stop();
    pulse.stop();
  };
  const take = (data: unknown): void => {
    if (isOver) return;
    const frame = read(data);
    if (frame === null) {
      giveUp();
      return;
    }
    pulse.felt();
    if (frame.parley !== undefined) heard(frame.parley);
    else if (frame.type === "beat" && !isReady) {
      isReady = true;
      timer.stop();
      ready();
    } else if (frame.type === "parley.gap" && isReady) ready();
    else if (frame.type === "error") {
      end(notTaken, frame.message ?? "");
      socket.close();
    }
  };
  timer.set(answerMaxMs, giveUp);
  const socket = browser.openSocket(`/ws/inspect?watch=${encodeURIComponent(actor)}`);
  socket.onopen = ask;
  socket.onmessage = ({ data }) => take(data);
  socket.onclose = ({ code, reason }) => end(code, reason);
  return {
    check: () => isReady && pulse.check(),
    close() {
      leave();
      closeSocket(socket);
    },
  };
}

/** As far as it is read here. Source: `src/codec/inspect/inspect-answer-frame.ts`. */
interface Frame {
  readonly type: string;
  readonly message?: string;
  readonly parley?: InspectedStep;
}

/** Null for what is no frame. */
function read(data: unknown): Frame | null {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
