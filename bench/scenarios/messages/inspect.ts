import { WebSocket } from "ws";
import { logIn } from "../../load/clients/desk-agent.ts";
import { loadColumns } from "../../load/figures/measure.ts";
import type { Launch } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import { comparePairs, describePairs } from "../../load/figures/statistics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { buildVariant } from "../../load/service/variants.ts";
import type { Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { createDurableService } from "./durable-service.ts";

const logLevel = "warn";
/** One of the first chats that the load opens. Like all others it gets messages again and again. */
const actor = "chat/17";
const offCostMax = 0.02;
const watchedCostMax = 0.05;

/**
 * The cost of the inspector. While nobody watches: compared with the same service built without the check for watchers, and with one that
 * keeps no steps. And the cost for all clients when one of 10,000 busy chats is watched. All of them get the load of `ingest` in alternating turns.
 */
export const inspect: Scenario = async (context) => {
  const { chats, connections, profile } = context.options;
  const mistakes: string[] = [];
  let frames = 0;
  const service = createDurableService({ name: "parley", logLevel }, context);
  const others = [
    { name: "watching compiled out", logLevel, program: await buildVariant("unwatched") },
    { name: "no steps kept", logLevel, program: await buildVariant("no-history") },
  ] as const;
  const [unwatched, forgetful] = others.map((other) => createDurableService(other, context));
  const launch = async (): Promise<Launch> => {
    // All of them at once, because a service that is not measured has nothing to do.
    const own = await service.open();
    const bare = await unwatched?.open();
    const brief = await forgetful?.open();
    const sliceWatched = async (seconds: number): Promise<Figures> => {
      const watcher = await watch(own.server, actor);
      const figures = await own.slice(seconds);
      frames += watcher.frames;
      if (watcher.frames === 0) mistakes.push(`no step of ${actor} was shown in a turn`);
      await watcher.close();
      return figures;
    };
    return {
      contestants: [
        ...(bare === undefined ? [] : [{ name: "watching compiled out", slice: bare.slice }]),
        { name: "nobody watches", slice: own.slice },
        { name: "one chat is watched", slice: sliceWatched },
        ...(brief === undefined ? [] : [{ name: "no steps kept", slice: brief.slice }]),
      ],
      async close() {
        for (const one of [own, bare, brief]) await one?.close();
      },
    };
  };
  const measured = await runSlices("inspect", launch, context);
  const [without, nobody, watched, stepless] = measured;
  return {
    title: `inspect: nobody watches, or one chat is watched, ${chats} chats, ${connections} connections, log ${logLevel}`,
    columns: loadColumns.filter(({ key }) => key !== "ownMib"),
    contestants: measured,
    verdicts: [
      ...(without && nobody ? judgeCost("nobody watches", without, nobody, offCostMax) : []),
      ...(nobody && watched ? judgeCost("one is watched", nobody, watched, watchedCostMax) : []),
      ...(stepless && nobody ? judgeCost("steps kept", stepless, nobody, null) : []),
    ],
    checks: [
      await service.proveDurable(),
      { name: "steps shown", detail: `${frames} frames of ${actor} came`, mistakes },
    ],
    profile: profile ? [await service.profile()] : [],
  };
};

/** The additional cost of the second over the first. `null`: shown as a fact, without a target. */
function judgeCost(what: string, without: Contestant, present: Contestant, costMax: number | null): readonly Verdict[] {
  const cpu = comparePairs(without, present, "cpuUsPerRequest");
  const rate = comparePairs(without, present, "perSecond");
  const target = (sign: string): string => (costMax === null ? "none" : `${sign}${(costMax * 100).toFixed(0)} %`);
  return [
    {
      name: `${what}: CPU for a request`,
      target: target("<= +"),
      measured: describePairs(cpu),
      isMet: costMax === null ? null : cpu.median <= costMax,
    },
    {
      name: `${what}: requests/s`,
      target: target(">= -"),
      measured: describePairs(rate),
      isMet: costMax === null ? null : rate.median >= -costMax,
    },
  ];
}

/** An administrator who watches an actor. */
interface Watcher {
  /** Frames received since the watch began. */
  readonly frames: number;
  close(): Promise<void>;
}

const patienceMs = 10_000;

/** Resolves when the service has sent the actor; its steps are shown from then on. */
async function watch({ url }: ServerProcess, watched: string): Promise<Watcher> {
  const agent = await logIn(url);
  await agent.close();
  const address = `${url.replace("http", "ws")}/ws/inspect?watch=${encodeURIComponent(watched)}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${agent.token}` } });
  let frames = 0;
  await new Promise<void>((resolve, reject) => {
    const refuse = (problem: string): void => reject(new Error(`${watched} could not be watched: ${problem}`));
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
