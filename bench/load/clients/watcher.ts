import { WebSocket } from "ws";
import type { ServerProcess } from "../service/server-process.ts";
import { logIn } from "./desk-agent.ts";

/** An administrator who watches an actor. */
export interface Watcher {
  /** Frames received since the watch began. */
  readonly frames: number;
  close(): Promise<void>;
}

const patienceMs = 10_000;

/** Resolves when the service has sent the actor; its steps are shown from then on. */
export async function watch({ url }: ServerProcess, actor: string): Promise<Watcher> {
  const agent = await logIn(url);
  await agent.close();
  const address = `${url.replace("http", "ws")}/ws/inspect?watch=${encodeURIComponent(actor)}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${agent.token}` } });
  let frames = 0;
  await new Promise<void>((resolve, reject) => {
    const refuse = (problem: string): void => reject(new Error(`${actor} could not be watched: ${problem}`));
    const timer = setTimeout(() => refuse(`nothing came within ${patienceMs / 1000} s`), patienceMs);
    socket.once("error", (error) => refuse(error.message));
    socket.once("close", (code, reason) => refuse(`closed with ${code} ${reason}`));
    socket.once("message", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  socket.removeAllListeners("close");
  socket.on("message", () => {
    frames += 1;
  });
  return {
    get frames() {
      return frames;
    },
    close: () =>
      new Promise((resolve) => {
        socket.once("close", () => resolve());
        socket.close();
      }),
  };
}
