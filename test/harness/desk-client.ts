import type { Test } from "tap";
import { WebSocket } from "ws";
import type { DeskAgent, DeskChat, DeskMessage } from "../../src/codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../src/codec/desk/desk-offline.ts";

export interface HelloOptions {
  readonly token: string;
  readonly available?: boolean;
  readonly since?: number;
}

/** A frame as a desk reads it. Its type decides which parts it has. */
export interface DeskFrame {
  readonly type: string;
  readonly cursor: number;
  readonly agent: DeskAgent;
  readonly chat: DeskChat;
  readonly chatId: string;
  readonly message: DeskMessage;
  readonly offlineMessage: DeskOfflineMessage;
  readonly state: string;
  readonly value: boolean;
}

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** A desk's end of its socket. It keeps every frame, and waits for facts. */
export interface DeskClient {
  readonly socket: WebSocket;
  readonly frames: readonly DeskFrame[];
  readonly closed: Promise<Closing>;
  send(frame: object | string): void;
  /** Resolves with the first frame that fits, past or future. */
  until(fits: (frame: DeskFrame) => boolean): Promise<DeskFrame>;
  /** Disconnects without a close frame. */
  vanish(): void;
}

export interface DeskClientOptions {
  /** False: the peer is silent, but its connection stays open. */
  readonly answersPings?: boolean;
}

/** Only a failing test waits this long. */
const patienceMs = 60_000;

export async function openDesk(
  t: Pick<Test, "teardown">,
  url: string,
  options: DeskClientOptions = {},
): Promise<DeskClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/desk`, { autoPong: options.answersPings ?? true });
  t.teardown(() => {
    socket.terminate();
    // Some waits were for a frame that never came, as in a race. Their timers would keep the process running until they end.
    for (const timer of patience) clearTimeout(timer);
  });
  const frames: DeskFrame[] = [];
  const waiters = new Set<() => void>();
  const patience = new Set<NodeJS.Timeout>();
  const closed = new Promise<Closing>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    for (const wake of waiters) wake();
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(look);
          reject(new Error(`No frame fits ${fits}; came: ${JSON.stringify(frames)}`));
        }, patienceMs);
        const look = (): void => {
          const found = frames.find(fits);
          if (found === undefined) return;
          clearTimeout(timer);
          waiters.delete(look);
          patience.delete(timer);
          resolve(found);
        };
        waiters.add(look);
        patience.add(timer);
        look();
      }),
    vanish: () => socket.terminate(),
  };
}
