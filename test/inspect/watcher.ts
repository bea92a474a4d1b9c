import type { Test } from "tap";
import { WebSocket } from "ws";
import type { InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import type { FrameSocket } from "../harness/frame-socket.ts";
import { framesOn } from "../harness/frame-socket.ts";
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

/** The client side of an inspector's socket. */
export interface Watcher extends FrameSocket<InspectorFrame> {
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
  /** A token in place of a login of this agent. */
  readonly token?: string;
  /** False: the peer sends no pongs, but its connection stays open. */
  readonly answersPings?: boolean;
}

export const inspectUrl = (service: Pick<Service, "url">, watch: readonly string[] = []): string => {
  const query = watch.map((key) => `watch=${encodeURIComponent(key)}`).join("&");
  return `${service.url.replace("http", "ws")}/ws/inspect${query === "" ? "" : `?${query}`}`;
};

/** Opens a watcher, by default as an administrator. */
export async function openWatcher(
  t: Pick<Test, "teardown">,
  service: Service,
  { watch, name = "ada", token, answersPings = true }: WatchOptions = {},
): Promise<Watcher> {
  const headers = { authorization: `Bearer ${token ?? (await service.logIn(name))}` };
  const socket = new WebSocket(inspectUrl(service, watch), { headers, autoPong: answersPings });
  t.teardown(() => socket.terminate());
  const watcher = watcherOn(socket);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return watcher;
}

export function watcherOn(socket: WebSocket): Watcher {
  const inspector = framesOn<InspectorFrame>(socket);
  const { frames, find, send, closed } = inspector;
  const isBeat = ({ type }: InspectorFrame): boolean => type === "beat";
  return {
    ...inspector,
    async when(isTrue) {
      await find(`it to be so: ${isTrue}`, () => isTrue() || undefined);
    },
    async caughtUp() {
      const beats = frames.filter(isBeat).length;
      send({ type: "beat" });
      await find("a beat", () => frames.filter(isBeat)[beats]);
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
