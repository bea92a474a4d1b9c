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
  readonly browser: Pick<Browser, "after" | "openSocket">;
  /** The first frame. */
  readonly hello: () => object;
  readonly heard: (news: DeskNews) => void;
  /** Once, with the code of its close; not when it was closed from here. */
  readonly ended: (code: number) => void;
}

/** What a connection ends with that was given up: it opened too slowly, or nobody is at its other end. */
const givenUp = 0;
/** What a connection ends with that said something no page can read. */
export const unreadable = 1;

const readyMaxMs = 10_000;

/**
 * Says hello and hears what comes. Given up without `ready` in time, when a silence is not broken by a beat, and when something comes
 * that cannot be read: it may have been news, which comes again on the next connection.
 */
export function openConnection({ browser, hello, heard, ended }: ConnectionParts): Connection {
  const timer = createTimer(browser);
  const askers: (() => void)[] = [];
  let isOver = false;

  const leave = (): void => {
    isOver = true;
    askers.length = 0;
    timer.stop();
    pulse.stop();
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
  const pulse = createPulse(
    browser,
    () => send({ type: "beat" }),
    () => giveUp(givenUp),
  );
  const take = (data: unknown): void => {
    if (isOver) return;
    const frame = read(data);
    if (frame === null) giveUp(unreadable);
    else if (frame.type === "beat") {
      pulse.felt();
      for (const answered of askers.splice(0)) answered();
    } else {
      pulse.felt();
      if (frame.type === "ready") timer.stop();
      heard(frame);
    }
  };
  timer.set(readyMaxMs, () => giveUp(givenUp));
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

/** Null for what is no frame. */
function read(data: unknown): DeskNews | { readonly type: "beat" } | null {
  try {
    const frame = JSON.parse(String(data));
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
