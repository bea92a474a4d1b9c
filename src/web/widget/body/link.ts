import { closeSocket, createPulse, sendOn } from "../../shared/live/pulse.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { Environment } from "./environment.types.ts";
import type { HeardFrame } from "./frames.types.ts";
import { parse } from "./visitor/storage.ts";

export type LinkEnd = "lost" | "off" | "refused";

export interface Link {
  isLive(): boolean;
  /** Call this only while the link is live. */
  send(frame: object): void;
  /** A frame is expected soon. */
  expect(): void;
  /** An expected frame is missing: checks whether the other end still answers. */
  suspect(): void;
  /** Drops this connection and opens another. */
  renew(): void;
  stop(): void;
}

/** Close codes after which a retry cannot succeed: bad frame, foreign origin, no such widget. */
const finalCodes: readonly number[] = [4400, 4403, 4404];
const switchedOff = 4410;
/** Close codes that concern only the last frame, if it was not the hello: frame too big, bad frame. */
const badCodes: readonly number[] = [1009, 4400];
/** Close codes after which a retry at once would fail in the same way: frame too big, over the limits, switched off. */
const slowCodes: readonly number[] = [1009, 1013, switchedOff];
/** The shortest pause. A random part of up to half is added, so that pages do not all reconnect at the same time after an outage. */
const pauseMinMs = 500;
const pauseMaxMs = 20_000;
const readyMaxMs = 10_000;

/** Opens one connection after the other, with growing pauses. Finds and gives up a half-dead connection. */
export function openLink({
  url,
  environment,
  hello,
  heard,
  doubted,
  ended,
}: {
  readonly url: string;
  readonly environment: Environment;
  /** Returns the first frame of each connection. */
  hello(): object;
  heard(frame: HeardFrame): void;
  /** Called when an expected frame is late, and when it has arrived after all. The connection stays, because it may only be slow. */
  doubted(isDoubted: boolean): void;
  /**
   * Called when the link ends. `refused` is final; `off` lasts as long as the widget is switched off. The link is live again after
   * `ready`. `isBad`: the service ended it because of a frame that came after the hello.
   */
  ended(how: LinkEnd, isBad: boolean): void;
}): Link {
  let socket: WebSocket | null = null;
  let isLive = false;
  let canHurry = true;
  let pauseMs = pauseMinMs;
  const doubt = createDoubt(environment, doubted);
  /** Waits for the end of the pause, then for `ready`. */
  const timer = createTimer(environment);

  const send = (frame: object): void => sendOn(socket, environment.toJson(frame));
  const leave = (): void => {
    for (const part of [timer, pulse, doubt]) part.stop();
    socket = null;
    isLive = false;
  };
  const lose = (code: number): void => {
    const isBad = isLive && badCodes.includes(code);
    const how = isBad ? "lost" : howEnded(code);
    leave();
    canHurry = isBad || (how !== "refused" && !slowCodes.includes(code));
    if (!canHurry) pauseMs = pauseMaxMs;
    if (how !== "refused") timer.set(pauseMs * (1 + environment.random() / 2), connect);
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
    ended(how, isBad);
  };
  const renew = (): void => {
    const dropped = socket;
    if (dropped === null) return;
    lose(0);
    dropped.close();
  };
  const pulse = createPulse(environment, () => send({ type: "beat", id: "beat" }), renew);
  const connect = (): void => {
    const opened = environment.openSocket(url);
    socket = opened;
    timer.set(readyMaxMs, renew);
    opened.onopen = () => opened.send(environment.toJson(hello()));
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return;
      const frame = parse<HeardFrame | null>(String(data), null);
      doubt.received();
      if (frame?.type === "ready") {
        isLive = true;
        pauseMs = pauseMinMs;
        timer.stop();
      }
      if (isLive) pulse.received();
      if (frame !== null) heard(frame);
    };
    opened.onclose = ({ code }) => {
      if (socket === opened) lose(code);
    };
  };
  const stopOffline = environment.on("offline", renew);
  const stopListening = environment.on("return", () => {
    if (isLive) pulse.check();
    else if (socket === null && canHurry) connect();
  });
  connect();
  return {
    isLive: () => isLive,
    send,
    expect: doubt.expect,
    suspect: pulse.check,
    renew,
    stop() {
      const open = socket;
      stopListening();
      stopOffline();
      leave();
      if (open) closeSocket(open);
    },
  };
}

const howEnded = (code: number): LinkEnd => {
  if (finalCodes.includes(code)) return "refused";
  return code === switchedOff ? "off" : "lost";
};

/** Decides when to show the visitor that nothing arrives. The connection is not given up then, because it may only be slow. */
interface Doubt {
  /** A frame is expected soon. */
  expect(): void;
  /** A frame was received. */
  received(): void;
  /** The connection has ended. */
  stop(): void;
}

const patienceMs = 2_500;

function createDoubt(waiting: Waiting, doubted: (isDoubted: boolean) => void): Doubt {
  const timer = createTimer(waiting);
  let isDoubted = false;
  const tell = (isSo: boolean): void => {
    isDoubted = isSo;
    doubted(isSo);
  };
  return {
    expect: () => timer.set(patienceMs, () => tell(true)),
    received() {
      timer.stop();
      if (isDoubted) tell(false);
    },
    stop() {
      timer.stop();
      isDoubted = false;
    },
  };
}
