import type { Test } from "tap";
import type { DeskChat, DeskMessage } from "../../src/codec/desk.ts";
import type { DeskFrame } from "../harness/desk-client.ts";
import { openDesk } from "../harness/desk-client.ts";
import type { AgentName, Service } from "../harness/service.ts";

/** A desk that keeps what it is shown, loses its connection after given numbers of frames and comes back with its cursor. */
export interface FollowingDesk {
  readonly chats: ReadonlyMap<string, unknown>;
  readonly messages: ReadonlyMap<string, unknown>;
  readonly connections: number;
  /** What should never happen, in words. */
  readonly faults: readonly string[];
  /** Resolves when it has seen everything up to this cursor. */
  untilCursor(cursor: number): Promise<void>;
}

export async function followDesk(
  t: Test,
  service: Service,
  name: AgentName,
  dropAfterFrames: readonly number[],
): Promise<FollowingDesk> {
  const chats = new Map<string, DeskChat>();
  const messages = new Map<string, DeskMessage>();
  const faults: string[] = [];
  const waiters = new Set<() => void>();
  let cursor = service.app.runtime.feed.cursor;
  let connections = 0;

  const take = (frame: DeskFrame): void => {
    const { type } = frame;
    if (type === "ready") {
      if (frame.cursor !== cursor) faults.push(`ready names ${frame.cursor}, the desk has seen ${cursor}`);
      return;
    }
    if (type !== "chat" && type !== "message") return void faults.push(`unexpected ${JSON.stringify(frame)}`);
    if (frame.cursor <= cursor) faults.push(`${frame.cursor} after ${cursor}`);
    cursor = frame.cursor;
    if (type === "chat") chats.set(frame.chat.id, frame.chat);
    else messages.set(`${frame.chatId}/${frame.message.seq}`, frame.message);
    for (const wake of waiters) wake();
  };

  const connect = async (): Promise<void> => {
    const dropAfter = dropAfterFrames[connections];
    connections += 1;
    const desk = await openDesk(t, service.url);
    let taken = 0;
    let isDropped = false;
    desk.socket.on("message", (data) => {
      if (isDropped) return;
      take(JSON.parse(String(data)));
      taken += 1;
      if (dropAfter === undefined || taken <= dropAfter) return;
      isDropped = true;
      desk.vanish();
      void connect();
    });
    desk.send({ type: "hello", token: await service.logIn(name), since: cursor });
    await desk.until((frame) => frame.type === "ready");
  };
  await connect();
  return {
    chats,
    messages,
    faults,
    get connections() {
      return connections;
    },
    untilCursor: (wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Saw ${cursor}, waited for ${wanted}`)), 10_000);
        const look = (): void => {
          if (cursor < wanted) return;
          clearTimeout(timer);
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
}
