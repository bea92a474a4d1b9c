import type { Browser } from "../browser/browser.types.ts";
import { closeSocket } from "./close-socket.ts";
import type { PulseTimes } from "./pulse.ts";
import { createPulse } from "./pulse.ts";
import { createTimer } from "./timer.ts";

/** One connection, from its opening to its end. */
export interface Connection {
  /** Whether a frame that `isReady` of the parts accepts was received. */
  isReady(): boolean;
  send(frame: object): void;
  /** An expected frame is missing: checks whether the service is there. */
  check(): void;
  /** Calls `answered` after all frames that the service has sent until now; never, if the connection ends before. */
  beat(answered: () => void): void;
  /** Ends it as if the service had, for this reason. */
  giveUp(end: End): void;
  /** Closes the connection without a call of `ended`. */
  close(): void;
}

/** Any frame of the service. */
export interface AnyFrame {
  readonly type: string;
}

/** How a connection ended. */
export interface End {
  /** The close code, or one of the codes below. */
  readonly code: number;
  /** The reason that the service sent, perhaps empty. */
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
  /** Receives each frame except beats. `isFirst` is true once, for the frame that `isReady` accepts, which may be a beat. */
  readonly heard: (frame: Frame, isFirst: boolean) => void;
  /** Made for each connection. */
  readonly doubt?: () => Doubt;
  /** Called once; not after `close`. */
  readonly ended: (end: End) => void;
}

/** The connection was given up: it opened too slowly, or the service did not answer. */
const givenUp = 0;
/** The service sent a frame that the page cannot read. */
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

/** Returns null for data that is no frame. */
function read<Frame extends AnyFrame>(data: unknown): Frame | null {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
