import type { Browser } from "../browser/browser.types.ts";
import { closeSocket } from "./close-socket.ts";
import type { PulseTimes } from "./pulse.ts";
import { createPulse } from "./pulse.ts";
import { createTimer } from "./timer.ts";

/** One connection, from its opening to its end. */
export interface Connection {
  /** The service has begun to tell. */
  isReady(): boolean;
  send(frame: object): void;
  /** Something ought to have come: finds out whether somebody is there. */
  check(): void;
  /** Runs when the service has answered behind all it sent until now; never, if the connection ends before. */
  beat(answered: () => void): void;
  /** Ends it as if the service had, for this reason. */
  giveUp(end: End): void;
  /** Ends it without a word. */
  close(): void;
}

/** Any frame of the service. */
export interface AnyFrame {
  readonly type: string;
}

/** How a connection ended. */
export interface End {
  /** Of its close, or one of those below. */
  readonly code: number;
  /** The service's own words, perhaps none. */
  readonly reason: string;
}

export interface ConnectionTimes extends PulseTimes {
  /** How long it may take until the service has begun to tell. */
  readonly readyMaxMs: number;
}

/** Who is to know that nobody answers long before the connection is given up. */
export interface Doubt {
  /** The service was asked for a beat. */
  asked(): void;
  /** Something came. */
  felt(): void;
  stop(): void;
}

export interface ConnectionParts<Frame extends AnyFrame> {
  readonly browser: Pick<Browser, "after" | "openSocket">;
  /** At the service. */
  readonly path: string;
  readonly times: ConnectionTimes;
  /** The first frame. */
  readonly hello: () => object;
  /** Whether the service begins with this frame to tell all there is to hear. */
  readonly isReady: (frame: Frame) => boolean;
  /** Each frame but the beats; `isFirst` once, of the one that `isReady` has found, which may be a beat. */
  readonly heard: (frame: Frame, isFirst: boolean) => void;
  /** Made for each connection. */
  readonly doubt?: () => Doubt;
  /** Once; not when it was closed from here. */
  readonly ended: (end: End) => void;
}

/** It was given up: it opened too slowly, or nobody is at its other end. */
const givenUp = 0;
/** It said what no page can read. */
export const unreadable = 1;

/**
 * Says hello and hears what comes. Given up when the service does not begin in time, when a silence is not broken by a beat, and when
 * something comes that cannot be read: it may have been news, which comes again on the next connection.
 */
export function openConnection<Frame extends AnyFrame>(parts: ConnectionParts<Frame>): Connection {
  const { browser, times, hello, heard, ended } = parts;
  const timer = createTimer(browser);
  const doubt = parts.doubt?.();
  const askers: (() => void)[] = [];
  let isOver = false;
  let isReady = false;

  const leave = (): void => {
    isOver = true;
    askers.length = 0;
    for (const part of [timer, doubt, pulse]) part?.stop();
  };
  const end = (how: End): void => {
    if (isOver) return;
    leave();
    ended(how);
  };
  const giveUp = (how: End): void => {
    end(how);
    socket.close();
  };
  const giveUpFor = (code: number): void => giveUp({ code, reason: "" });
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const ask = (): void => {
    send({ type: "beat" });
    doubt?.asked();
  };
  const pulse = createPulse(browser, ask, () => giveUpFor(givenUp), times);
  const take = (data: unknown): void => {
    if (isOver) return;
    const frame = read<Frame>(data);
    if (frame === null) {
      giveUpFor(unreadable);
      return;
    }
    doubt?.felt();
    pulse.felt();
    const isFirst = !isReady && parts.isReady(frame);
    if (isFirst) {
      isReady = true;
      timer.stop();
    }
    if (frame.type === "beat") for (const answered of askers.splice(0)) answered();
    if (isFirst || frame.type !== "beat") heard(frame, isFirst);
  };
  timer.set(times.readyMaxMs, () => giveUpFor(givenUp));
  const socket = browser.openSocket(parts.path);
  socket.onopen = () => {
    if (!isOver) send(hello());
  };
  socket.onmessage = ({ data }) => take(data);
  socket.onclose = ({ code, reason }) => end({ code, reason });
  return {
    isReady: () => isReady,
    send,
    check: pulse.check,
    beat(answered) {
      if (isOver) return;
      askers.push(answered);
      send({ type: "beat" });
    },
    giveUp,
    close() {
      leave();
      closeSocket(socket);
    },
  };
}

/** Null for what is no frame. */
function read<Frame extends AnyFrame>(data: unknown): Frame | null {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
