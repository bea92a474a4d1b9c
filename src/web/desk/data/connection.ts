import { closeSocket } from "../../live/close-socket.ts";
import { createPulse } from "../../live/pulse.ts";
import { createTimer } from "../../live/timer.ts";
import type { DeskNews } from "./answers.types.ts";
import type { Browser } from "./browser.types.ts";

/** One connection to `/ws/desk`, from its opening to its end. */
export interface Connection {
  send(frame: object): void;
  /** Something ought to have come: finds out whether somebody is there. */
  check(): void;
  /** Runs when the service has answered behind all it sent until now; never, if the connection ends before. */
  beat(answered: () => void): void;
  close(): void;
}

export interface ConnectionParts {
  readonly browser: Pick<Browser, "after" | "openSocket" | "nowMs">;
  /** The first frame. */
  readonly hello: () => object;
  readonly heard: (news: DeskNews) => void;
  /** Nobody has answered for longer than anybody takes who is there: perhaps it still lives. `sinceMs` is when something was heard last. */
  readonly doubted: (sinceMs: number) => void;
  /** Somebody is there after all. */
  readonly trusted: () => void;
  /** Once, with the code of its close; not when it was closed from here. */
  readonly ended: (code: number) => void;
}

/** What a connection ends with that was given up: it opened too slowly, or nobody is at its other end. */
const givenUp = 0;
/** What a connection ends with that said something no page can read. */
export const unreadable = 1;

const readyMaxMs = 10_000;
/** With `doubtMs`, less than the 5 s in which an agent is to know: about as often as the service asks from its side. */
const silenceMs = 2_500;
/** More than a service takes that is busy. */
const doubtMs = 2_000;
const answerMaxMs = 5_000;

/**
 * Says hello and hears what comes. Given up without `ready` in time, when a silence is not broken by a beat, and when something comes
 * that cannot be read: it may have been news, which comes again on the next connection.
 */
export function openConnection(parts: ConnectionParts): Connection {
  const { browser, hello, heard, ended } = parts;
  const timer = createTimer(browser);
  const doubt = createDoubt(parts);
  const askers: (() => void)[] = [];
  let isOver = false;

  const leave = (): void => {
    isOver = true;
    askers.length = 0;
    for (const { stop } of [timer, doubt, pulse]) stop();
  };
  const end = (code: number): void => {
    if (isOver) return;
    leave();
    ended(code);
  };
  const giveUp = (code: number): void => {
    end(code);
    socket.close();
  };
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const ask = (): void => {
    send({ type: "beat" });
    doubt.set(doubtMs);
  };
  const pulse = createPulse(browser, ask, () => giveUp(givenUp), { silenceMs, answerMaxMs });
  const felt = (): void => {
    doubt.felt();
    pulse.felt();
  };
  const take = (data: unknown): void => {
    if (isOver) return;
    const frame = read(data);
    if (frame === null) giveUp(unreadable);
    else if (frame.type === "beat") {
      felt();
      for (const answered of askers.splice(0)) answered();
    } else {
      felt();
      if (frame.type === "ready") timer.stop();
      heard(frame);
    }
  };
  timer.set(readyMaxMs, () => giveUp(givenUp));
  doubt.set(silenceMs + doubtMs);
  const socket = browser.openSocket("/ws/desk");
  socket.onopen = () => {
    if (!isOver) send(hello());
  };
  socket.onmessage = ({ data }) => take(data);
  socket.onclose = ({ code }) => end(code);
  return {
    send,
    check: pulse.check,
    beat(answered) {
      if (isOver) return;
      askers.push(answered);
      send({ type: "beat" });
    },
    close() {
      leave();
      closeSocket(socket);
    },
  };
}

/** Whether anybody is there, long before the connection is given up: that is not for sure yet, and the agent is to know. */
function createDoubt({ browser, doubted, trusted }: Pick<ConnectionParts, "browser" | "doubted" | "trusted">) {
  const timer = createTimer(browser);
  let heardAtMs = browser.nowMs();
  let isDoubted = false;
  return {
    /** It is doubted when nothing comes until then. */
    set: (afterMs: number): void =>
      timer.set(afterMs, () => {
        isDoubted = true;
        doubted(heardAtMs);
      }),
    felt(): void {
      timer.stop();
      heardAtMs = browser.nowMs();
      if (isDoubted) trusted();
      isDoubted = false;
    },
    stop: timer.stop,
  };
}

/** Null for what is no frame. */
function read(data: unknown): DeskNews | { readonly type: "beat" } | null {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
