import { WebSocket } from "ws";
import { logIn } from "../../load/clients/desk-agent.ts";
import { loadColumns } from "../../load/figures/measure.ts";
import type { Launch } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { Figures, Scenario } from "../scenario.types.ts";
import { judgeCost } from "./inspect-cost.ts";

/** An administrator who watches an actor. */
interface Watcher {
  /** Frames received since the watch began. */
  readonly frames: number;
  close(): Promise<void>;
}

const patienceMs = 10_000;

/** Resolves when the service has sent the actor; its steps are shown from then on. */
async function watch({ url }: ServerProcess, actor: string): Promise<Watcher> {
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

const costMax = 0.05;
const logLevel = "warn";
/** One of the first chats that the load opens. Like all others it gets messages again and again. */
const actor = "chat/17";

/**
 * The cost for all clients when one of 10,000 busy chats is watched. One service gets the load of `ingest`, in alternating turns
 * with and without a watcher.
 */
export const inspectOne: Scenario = async (context) => {
  const mistakes: string[] = [];
  let frames = 0;
  const service = createDurableService({ name: "one chat is watched", logLevel }, context);
  const launch = async (): Promise<Launch> => {
    const { server, slice, close } = await service.open();
    const sliceWatched = async (seconds: number): Promise<Figures> => {
      const watcher = await watch(server, actor);
      const figures = await slice(seconds);
      frames += watcher.frames;
      if (watcher.frames === 0) mistakes.push(`no step of ${actor} was shown in a turn`);
      await watcher.close();
      return figures;
    };
    return {
      contestants: [
        { name: "nobody watches", slice },
        { name: service.name, slice: sliceWatched },
      ],
      close,
    };
  };
  const measured = await runSlices("inspect-one", launch, context);
  const [without, present] = measured;
  return {
    title: `inspect-one: one of ${context.options.chats} chats is watched, ${context.options.connections} connections, log ${logLevel}`,
    columns: loadColumns,
    contestants: measured,
    verdicts: without && present ? judgeCost("one is watched", without, present, costMax) : [],
    checks: [
      await service.proveDurable(),
      { name: "steps shown", detail: `${frames} frames of ${actor} came`, mistakes },
    ],
    profile: context.options.profile ? [await service.profile()] : [],
  };
};
