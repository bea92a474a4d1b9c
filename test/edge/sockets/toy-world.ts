import { once } from "node:events";
import type { Test } from "tap";
import { WebSocket } from "ws";
import { SocketHub } from "../../../src/edge/sockets/socket-hub.ts";
import type { EdgeWorld } from "../edge-world.ts";
import { startEdge, until } from "../edge-world.ts";
import type { Toy, ToyEcho, ToyHello, ToyLink, ToySession, ToyUpgrade } from "./toy-kind.ts";
import { createToy } from "./toy-kind.ts";

export interface World extends Pick<EdgeWorld, "clock" | "log">, Pick<Toy, "steps"> {
  readonly hub: SocketHub<ToyUpgrade, ToySession, ToyHello, ToyEcho>;
  open(query?: string, options?: { readonly autoPong: boolean }): Promise<Peer>;
  /** Returns the status of an upgrade that is refused. */
  refused(query: string): Promise<number>;
  /** The only open link. */
  link(): ToyLink;
}

/** The client side of a socket; it keeps the received frames. */
export interface Peer {
  readonly socket: WebSocket;
  readonly frames: readonly string[];
  readonly closed: Promise<readonly [code: number, reason: string]>;
  send(...frames: readonly string[]): void;
  /** Resolves when this number of frames has arrived. */
  came(count: number): Promise<readonly string[]>;
}

/** Starts a hub of the toy kind on its own server; `changes` replaces fields of the kind. */
export async function startHub(t: Test, changes: Parameters<typeof createToy>[1] = {}): Promise<World> {
  const made: { toy: Toy; hub: World["hub"] }[] = [];
  const { server, port, clock, log } = await startEdge(t, (server, clock) => {
    const toy = createToy(clock, changes);
    const hub = new SocketHub(toy.kind, { clock, processId: () => "p" });
    hub.register(server);
    made.push({ toy, hub });
  });
  server.startServing();
  const [only] = made;
  if (only === undefined) throw new Error("Expected a hub");
  const { toy, hub } = only;
  const address = (query: string): string => `ws://127.0.0.1:${port}/ws/toy${query}`;
  return {
    ...{ clock, log, hub, steps: toy.steps },
    async open(query = "", { autoPong } = { autoPong: true }) {
      const socket = new WebSocket(address(query), { autoPong });
      t.teardown(() => socket.terminate());
      const peer = peerOn(socket);
      await once(socket, "open");
      return peer;
    },
    async refused(query) {
      const socket = new WebSocket(address(query)).on("error", () => undefined);
      const [, answer] = await once(socket, "unexpected-response");
      return answer.statusCode;
    },
    link() {
      const [link] = hub.links;
      if (link === undefined || hub.links.size > 1) throw new Error(`Expected one link, got ${hub.links.size}`);
      return link;
    },
  };
}

function peerOn(socket: WebSocket): Peer {
  const frames: string[] = [];
  socket.on("message", (data) => void frames.push(String(data)));
  return {
    socket,
    frames,
    closed: new Promise((resolve) => socket.on("close", (code, reason) => resolve([code, reason.toString()]))),
    send(...given) {
      for (const frame of given) socket.send(frame);
    },
    async came(count) {
      await until(() => frames.length >= count);
      return frames;
    },
  };
}

/** Opens a peer that has sent its hello and then reads nothing. */
export async function openDeaf({ open, hub }: World, query = ""): Promise<readonly [peer: Peer, link: ToyLink]> {
  const before = new Set(hub.links);
  const peer = await open(query);
  peer.send("hello kim");
  await peer.came(1);
  peer.socket.pause();
  const link = [...hub.links].find((one) => !before.has(one));
  if (link === undefined) throw new Error("Expected that the link is there");
  return [peer, link];
}

export const piece = "x".repeat(64 * 1024);

/** Sends until this number of bytes waits, or the link is closed. Returns the largest number of waiting bytes. */
export async function fill(link: ToyLink, bytes: number): Promise<number> {
  let most = 0;
  while (link.isOpen && link.waitingBytes < bytes) {
    link.send(piece);
    most = Math.max(most, link.waitingBytes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return most;
}
