import { fieldsOf } from "../api/json.ts";
import type { Browser } from "../browser/browser.types.ts";
import type { PulseTimes } from "./pulse.ts";
import { closeSocket, createPulse, sendOn } from "./pulse.ts";
import { createTimer } from "./timer.ts";

/** One connection, from its opening to its end. */
export interface Connection {
  /** Whether a frame that `isReady` of the opening accepts was received. */
  isReady(): boolean;
  send(frame: object): void;
  /** An expected frame is missing: checks whether the service is there. */
  check(): void;
  /** Calls `answered` after all frames that the service has sent until now. Never calls it if the connection ends earlier. */
  beat(answered: () => void): void;
  /** Ends the connection as if the service had ended it, for this reason. */
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
  /** The longest time until the service sends the frame that `isReady` accepts. */
  readonly readyMaxMs: number;
}

/** Receives early news that the service may not answer, long before the connection is given up. */
export interface Doubt {
  /** The page has asked the service for a beat. */
  asked(): void;
  /** A frame was received. */
  received(): void;
  stop(): void;
}

/** How a page and the service begin to speak. */
export interface Opening<Frame extends AnyFrame> {
  /** The path at the service. */
  readonly path: string;
  readonly times: ConnectionTimes;
  /** Returns the first frame. */
  readonly hello: () => object;
  /** Returns whether the service has begun, with this frame, to send all its events. */
  readonly isReady: (frame: Frame) => boolean;
  /** Created for each connection. */
  readonly doubt?: () => Doubt;
}

/** The connection was given up: it opened too slowly, or the service did not answer. */
const givenUp = 0;
/** The service sent a frame that the page cannot read. */
export const unreadable = 1;

/**
 * Sends hello and receives frames. The connection is given up in three cases: the service does not begin in time, no beat follows a
 * silence, or a frame cannot be read. An unreadable frame may have been an event, which is sent again on the next connection.
 * `heard` receives each frame except beats. `isFirst` is true once, for the frame that `isReady` accepts, which may be a beat. `ended` is
 * called once; not after `close`.
 */
export function openConnection<Frame extends AnyFrame>(
  browser: Browser,
  opening: Opening<Frame>,
  heard: (frame: Frame, isFirst: boolean) => void,
  ended: (end: End) => void,
): Connection {
  const { times, hello } = opening;
  const timer = createTimer(browser);
  const doubt = opening.doubt?.();
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
  const send = (frame: object): void => sendOn(socket, JSON.stringify(frame));
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
    doubt?.received();
    pulse.received();
    const isFirst = !isReady && opening.isReady(frame);
    if (isFirst) {
      isReady = true;
      timer.stop();
    }
    if (frame.type === "beat") for (const answered of askers.splice(0)) answered();
    if (isFirst || frame.type !== "beat") heard(frame, isFirst);
  };
  timer.set(times.readyMaxMs, () => giveUpFor(givenUp));
  const socket = browser.openSocket(opening.path);
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
  const frame = fieldsOf<Frame>(String(data));
  return typeof frame.type === "string" ? (frame as Frame) : null;
}
