import type { Test } from "tap";
import { WebSocket } from "ws";
import type { InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import type { Service } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";

/** A frame as an inspector reads it; its type decides which fields are present. */
export interface InspectorFrame {
  readonly type: string;
  readonly id: string;
  readonly sessionId: string;
  readonly name: string;
  readonly definition: string;
  readonly event: { readonly type: string };
  readonly snapshot: { readonly value: unknown; readonly context: unknown };
  readonly parley: InspectedStep;
  readonly missed: number;
  readonly message: string;
}

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** The client side of an inspector's socket: keeps every frame and waits for conditions. */
export interface Watcher {
  readonly socket: WebSocket;
  readonly frames: readonly InspectorFrame[];
  readonly closed: Promise<Closing>;
  send(frame: object | string): void;
  /** The first frame that fits, received already or later. */
  until(fits: (frame: InspectorFrame) => boolean): Promise<InspectorFrame>;
  /** Resolves when the condition is true; it is checked at every frame. */
  when(isTrue: () => boolean): Promise<void>;
  /** Resolves when all frames sent before have arrived, and all earlier requests are done. */
  caughtUp(): Promise<void>;
  /** The received steps, oldest first: `chat/1 message.received`. */
  steps(): readonly string[];
  /** Resolves when both ends are closed. */
  leave(): Promise<void>;
}

export interface WatchOptions {
  readonly watch?: readonly string[];
  readonly name?: AgentName;
  /** False: the peer sends no pongs, but its connection stays open. */
  readonly answersPings?: boolean;
}

/** Only a failing test waits this long. */
const patienceMs = 60_000;

export const inspectUrl = (service: Pick<Service, "url">, watch: readonly string[] = []): string => {
  const query = watch.map((key) => `watch=${encodeURIComponent(key)}`).join("&");
  return `${service.url.replace("http", "ws")}/ws/inspect${query === "" ? "" : `?${query}`}`;
};

/** Opens a watcher, by default as an administrator. */
export async function openWatcher(
  t: Pick<Test, "teardown">,
  service: Service,
  { watch, name = "ada", answersPings = true }: WatchOptions = {},
): Promise<Watcher> {
  const headers = { authorization: `Bearer ${await service.logIn(name)}` };
  const socket = new WebSocket(inspectUrl(service, watch), { headers, autoPong: answersPings });
  t.teardown(() => socket.terminate());
  const watcher = watcherOn(socket);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return watcher;
}

export function watcherOn(socket: WebSocket): Watcher {
  const frames: InspectorFrame[] = [];
  const waiters = new Set<() => void>();
  const closed = new Promise<Closing>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    for (const wake of [...waiters]) wake();
  });
  const until = <Found>(look: () => Found | undefined, what: string): Promise<Found> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(wake);
        reject(new Error(`${what}; came: ${JSON.stringify(frames).slice(0, 20_000)}`));
      }, patienceMs);
      const wake = (): void => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        waiters.delete(wake);
        resolve(found);
      };
      waiters.add(wake);
      wake();
    });
  const isBeat = ({ type }: InspectorFrame): boolean => type === "beat";
  const send = (frame: object | string): void => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  return {
    socket,
    frames,
    closed,
    send,
    until: (fits) => until(() => frames.find(fits), `No frame fits ${fits}`),
    async when(isTrue) {
      await until(() => isTrue() || undefined, `Never so: ${isTrue}`);
    },
    async caughtUp() {
      const beats = frames.filter(isBeat).length;
      send({ type: "beat" });
      await until(() => frames.filter(isBeat)[beats], "No beat came");
    },
    steps: () =>
      frames.filter(({ type }) => type === "@xstate.snapshot").map((frame) => `${frame.sessionId} ${frame.event.type}`),
    async leave() {
      socket.close();
      await closed;
    },
  };
}

/** The actor, revision and position of each step in the frames. */
export const placesOf = (frames: readonly InspectorFrame[]): readonly string[] =>
  frames
    .filter(({ type }) => type === "@xstate.snapshot")
    .map(({ parley: { actor, revision, index } }) => `${actor} ${revision}.${index}`);

/** Waits until the service has noticed an event that it receives through other connections. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
