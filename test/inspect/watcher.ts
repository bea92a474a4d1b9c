import type { Test } from "tap";
import { WebSocket } from "ws";
import type { InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import type { Service } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";

/** A frame as an inspector reads it; which parts are there depends on its type. */
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

/** An inspector's end of its socket: keeps every frame, waits on facts. */
export interface Watcher {
  readonly socket: WebSocket;
  readonly frames: readonly InspectorFrame[];
  readonly closed: Promise<Closing>;
  send(frame: object | string): void;
  /** The first frame, come or to come, that fits. */
  until(fits: (frame: InspectorFrame) => boolean): Promise<InspectorFrame>;
  /** Resolves when it is so, looked at with every frame. */
  when(isTrue: () => boolean): Promise<void>;
  /** Resolves when all that was sent before has come, and what was asked for before is done. */
  caughtUp(): Promise<void>;
  /** Steps that came, oldest first: `chat/1 message.received`. */
  steps(): readonly string[];
  /** Resolves when it is closed on both ends. */
  leave(): Promise<void>;
}

export interface WatchOptions {
  readonly watch?: readonly string[];
  readonly name?: AgentName;
  /** False: the peer is silent, its connection stands. */
  readonly answersPings?: boolean;
}

/** Only a failing test waits this long. */
const patienceMs = 30_000;

export const inspectUrl = (service: Pick<Service, "url">, watch: readonly string[] = []): string => {
  const query = watch.map((key) => `watch=${encodeURIComponent(key)}`).join("&");
  return `${service.url.replace("http", "ws")}/ws/inspect${query === "" ? "" : `?${query}`}`;
};

/** An administrator watches, unless somebody else is named. */
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

/** The steps of the frames, by their actor, revision and place. */
export const placesOf = (frames: readonly InspectorFrame[]): readonly string[] =>
  frames
    .filter(({ type }) => type === "@xstate.snapshot")
    .map(({ parley: { actor, revision, index } }) => `${actor} ${revision}.${index}`);

/** Waits until the service has taken note of something: it is told through other connections. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
