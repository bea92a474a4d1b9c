import { WebSocket } from "ws";
import { Facts } from "../../src/demo/cast/facts.ts";
import type { Ending } from "../../src/demo/cast/peer.ts";

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** A client's end of one connection to a socket of the service. It keeps every frame, and waits for facts. */
export interface FrameSocket<Frame> {
  readonly socket: WebSocket;
  readonly frames: readonly Frame[];
  readonly closed: Promise<Closing>;
  send(frame: object | string): void;
  /** Resolves with the first frame that fits, past or future. */
  until(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves with the first found value; each frame lets it look again. */
  find<Found>(what: string, look: () => Found | undefined): Promise<Found>;
  /** Disconnects without a close frame. */
  vanish(): void;
}

export interface FrameSocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** False: the peer is silent, but its connection stays open. */
  readonly answersPings?: boolean;
}

/** Only a failing test waits this long. */
const patienceMs = 60_000;

export async function openFrameSocket<Frame>(
  t: Ending,
  url: string,
  path: string,
  { headers = {}, answersPings = true }: FrameSocketOptions = {},
): Promise<FrameSocket<Frame>> {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, { headers, autoPong: answersPings });
  t.teardown(() => socket.terminate());
  const frames = framesOn<Frame>(socket);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return frames;
}

/** The frames of a socket that is opening. */
export function framesOn<Frame>(socket: WebSocket): FrameSocket<Frame> {
  const frames: Frame[] = [];
  const facts = new Facts();
  const closed = new Promise<Closing>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    facts.changed();
  });
  const find: FrameSocket<Frame>["find"] = (what, look) => facts.until(what, look, () => frames, patienceMs);
  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    until: (fits) => find(`a frame that fits ${fits}`, () => frames.find(fits)),
    find,
    vanish: () => socket.terminate(),
  };
}
