import type { Test } from "tap";
import { WebSocket } from "ws";
import type { DeskChat, DeskMessage } from "../../../src/codec/desk/desk.ts";
import { Facts } from "../../../src/demo/cast/facts.ts";
import type { DeskFrame } from "../../harness/desk-client.ts";
import type { Service } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";

export interface FollowOptions {
  /** The desk drops its connections after these numbers of frames; it never drops the last connection. */
  readonly dropAfterFrames?: readonly number[];
  /** The address of a proxy that may lose connections; by default the service itself. */
  readonly url?: string;
  /** Called when a connection is lost. The desk reconnects when the promise resolves. */
  readonly whenLost?: () => Promise<void>;
}

/** A desk that records its frames, loses its connections and reconnects with its cursor. */
export interface FollowingDesk {
  readonly chats: ReadonlyMap<string, unknown>;
  readonly messages: ReadonlyMap<string, DeskMessage>;
  readonly connections: number;
  /** Sentences about errors that must never happen. */
  readonly faults: readonly string[];
  /** Resolves when the desk has received everything up to this cursor. */
  untilCursor(cursor: number): Promise<void>;
  /** Disconnects permanently. */
  leave(): void;
}

export async function followDesk(
  t: Test,
  service: Service,
  name: AgentName,
  { dropAfterFrames = [], url = service.url, whenLost = async () => undefined }: FollowOptions,
): Promise<FollowingDesk> {
  const chats = new Map<string, DeskChat>();
  const messages = new Map<string, DeskMessage>();
  const faults: string[] = [];
  const facts = new Facts();
  let cursor = service.app.runtime.feed.cursor;
  let connections = 0;
  let current: WebSocket | null = null;
  let isOver = false;
  const leave = (): void => {
    isOver = true;
    current?.terminate();
  };
  t.teardown(leave);

  const keepMessage = (chatId: string, message: DeskMessage): void => {
    const key = `${chatId}/${message.seq}`;
    const before = messages.get(key)?.delivery?.state;
    if (before === "delivered" && message.delivery?.state !== before)
      faults.push(`${key} was delivered, then ${message.delivery?.state}`);
    messages.set(key, message);
  };
  const take = (frame: DeskFrame): void => {
    const { type } = frame;
    if (type === "ready") {
      if (frame.cursor !== cursor) faults.push(`ready names ${frame.cursor}, the desk has seen ${cursor}`);
      return;
    }
    // This frame has no cursor and no data of a chat.
    if (type === "surroundings") return;
    if (type !== "chat" && type !== "message") return void faults.push(`unexpected ${JSON.stringify(frame)}`);
    if (frame.cursor <= cursor) faults.push(`${frame.cursor} after ${cursor}`);
    cursor = frame.cursor;
    if (type === "chat") chats.set(frame.chat.id, frame.chat);
    else keepMessage(frame.chatId, frame.message);
    facts.changed();
  };

  const connect = async (): Promise<void> => {
    if (isOver) return;
    const dropAfter = dropAfterFrames[connections] ?? Number.POSITIVE_INFINITY;
    connections += 1;
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws/desk`);
    current = socket;
    let taken = 0;
    // A connection that was refused or broke is also closed.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (!isOver) void whenLost().then(connect);
    });
    socket.on("message", (data) => {
      if (taken > dropAfter) return;
      take(JSON.parse(String(data)));
      taken += 1;
      if (taken > dropAfter) socket.terminate();
    });
    const token = await service.logIn(name);
    const sayHello = (): void => socket.send(JSON.stringify({ type: "hello", token, since: cursor }));
    if (socket.readyState === socket.OPEN) sayHello();
    else socket.on("open", sayHello);
  };
  await connect();
  return {
    chats,
    messages,
    faults,
    leave,
    get connections() {
      return connections;
    },
    async untilCursor(wanted) {
      await facts.until(
        `the cursor ${wanted}`,
        () => cursor >= wanted || undefined,
        () => cursor,
      );
    },
  };
}

/** The lists of the server for this agent, page by page. */
export async function serverView(service: Service, name: AgentName = "kim") {
  const token = await service.logIn(name);
  const chats = new Map<string, unknown>();
  const messages = new Map<string, DeskMessage>();
  for (let cursor = ""; ; ) {
    const page = (await service.call("GET", `/api/chats?cursor=${cursor}`, { token })).body;
    for (const chat of page.chats) chats.set(chat.id, chat);
    if (page.cursor === null) break;
    cursor = page.cursor;
  }
  for (const id of chats.keys()) {
    for (let after = 0; ; ) {
      const path = `/api/chats/${id}/messages?after=${after}`;
      const { status, body } = await service.call("GET", path, { token });
      // The chat may have become invisible since it was listed.
      const page = status === 404 ? [] : body.messages;
      for (const message of page) messages.set(`${id}/${message.seq}`, message);
      if (page.length === 0) break;
      after = page.at(-1)?.seq ?? after;
    }
  }
  return { chats: byKey(chats), messages: byKey(messages) };
}

export const byKey = <Value>(map: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> =>
  Object.fromEntries([...map].sort());
