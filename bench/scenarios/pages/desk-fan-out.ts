import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { median, medianOf } from "../../load/figures/statistics.ts";
import { readProfile } from "../../load/profile/profile.ts";
import { createLmdbHome } from "../messages/home.ts";
import type { BenchContext, Check, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { atLeast, atMost, fact } from "../verdicts.ts";
import { firstMistakes } from "../verify/stored-messages.ts";
import { verifyHome } from "../verify/verify-stored.ts";
import type { FanOutRuns, FanOutServer, Step } from "./fan-out-steps.ts";
import {
  fanOutSenders,
  heldMs,
  raisePace,
  sampleFrames,
  startBareFanOut,
  startFanOutService,
} from "./fan-out-steps.ts";

/** Messages per second; each is sent to every desk. */
const paces = [25, 60, 100, 150, 200, 300, 400] as const;
const framesPerSecondWanted = 100_000;
const cpuRatioWanted = 1.5;

const columns: readonly Column[] = [
  { key: "framesPerSecond", heading: "frames/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "cpuUsPerFrame", heading: "CPU us/frame", digits: 2, summary: "median" },
  { key: "cpuUsPerMessage", heading: "us/message", digits: 0, summary: "median" },
  { key: "mainPercent", heading: "main thread's %", digits: 1, summary: "median" },
  { key: "mainBusyPercent", heading: "busy %", digits: 1, summary: "median" },
  { key: "closed", heading: "closed", digits: 0, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/** The cost of sending each message to many desks, and how fast the desks receive it. */
export const deskFanOut: Scenario = async (context) => {
  const { workFolder, options } = context;
  const frames = await sampleFrames(context);
  const home = createLmdbHome(mkdtempSync(join(workFolder, "desk-fan-out-")));
  const bareFolder = mkdtempSync(join(workFolder, "desk-fan-out-"));
  const bare = createClimber("bare uWS publisher", () => startBareFanOut(bareFolder, frames), context);
  const parley = createClimber("parley", (profileFolder) => startFanOutService(home, context, profileFolder), context);
  const highest = await runRounds("desk-fan-out", [bare.runner, parley.runner], context);
  const profileFolder = join(workFolder, "desk-fan-out-profile");
  const profiled = options.profile ? await parley.climb([highestHeld(parley.steps)], profileFolder) : [];
  const stored = await verifyHome(
    home,
    { runs: parley.known.runs, senders: fanOutSenders },
    "parley",
    toldText(parley),
  );
  return {
    title: `desk-fan-out: ${options.desks} desks, each told of every message by ${frames.length} frames; the highest pace held, then each pace`,
    columns,
    contestants: [...highest, ...bare.paces(), ...parley.paces()],
    verdicts: judge(highest, bare, parley, options.desks),
    checks: [
      { name: "bare uWS publisher", detail: toldText(bare), mistakes: firstMistakes(bare.known.mistakes) },
      { ...stored, mistakes: [...firstMistakes(parley.known.mistakes), ...stored.mistakes] } satisfies Check,
    ],
    profile: profiled.map(({ span, figures }) =>
      readProfile({ name: "parley", folder: profileFolder, span, requests: figures["messages"] ?? Number.NaN }),
    ),
  };
};

interface Climber {
  readonly runner: Runner;
  readonly known: FanOutRuns;
  readonly steps: readonly Step[];
  /** Starts the server, measures at these paces until the server cannot keep one, and ends it. */
  climb(asked: readonly number[], profileFolder?: string): Promise<readonly Step[]>;
  /** A row for each pace that was tried. */
  paces(): readonly Contestant[];
}

const highestHeld = (steps: readonly Step[]): number =>
  Math.max(paces[0], ...steps.filter(({ isHeld }) => isHeld).map(({ perSecond }) => perSecond));

function createClimber(
  name: string,
  start: (profileFolder?: string) => Promise<FanOutServer>,
  context: BenchContext,
): Climber {
  const known: FanOutRuns = { runs: [], mistakes: [] };
  const steps: Step[] = [];
  const asked = paces.filter((pace) => pace <= context.options.deskPaceMax);
  const climb: Climber["climb"] = async (wanted, profileFolder) => {
    const started = await start(profileFolder);
    const own = await raisePace(started, wanted, context, known);
    await started.server.end("SIGTERM");
    return own;
  };
  return {
    known,
    steps,
    climb,
    runner: {
      name,
      describe: ({ framesPerSecond = Number.NaN, p99Ms = Number.NaN, cpuUsPerFrame = Number.NaN }) =>
        `${framesPerSecond.toFixed(0)} frames/s at most, p99 ${p99Ms.toFixed(1)} ms, ${cpuUsPerFrame.toFixed(2)} us CPU a frame`,
      async round() {
        const own = await climb(asked);
        steps.push(...own);
        return own.findLast(({ isHeld }) => isHeld)?.figures ?? { framesPerSecond: 0 };
      },
    },
    paces: () =>
      asked.flatMap((pace) => {
        const rounds = steps.filter(({ perSecond }) => perSecond === pace).map(({ figures }) => figures);
        return rounds.length === 0 ? [] : [{ name: `${name}, ${pace} messages/s`, rounds }];
      }),
  };
}

/** Describes what was checked of all frames that the desks received. */
function toldText({ steps }: Pick<Climber, "steps">): string {
  const total = (key: string): number => steps.reduce((sum, { figures }) => sum + (figures[key] ?? 0), 0);
  const ends = `${total("closed")} desks closed, ${total("resyncs")} told to read everything again`;
  return `${total("frames")} frames: each desk received each message once, in order; ${ends}`;
}

function judge(
  [bareBest, parleyBest]: readonly Contestant[],
  bare: Climber,
  parley: Climber,
  desks: number,
): readonly Verdict[] {
  if (bareBest === undefined || parleyBest === undefined) return [];
  const [highest, yardstick] = [medianOf(parleyBest, "framesPerSecond"), medianOf(bareBest, "framesPerSecond")];
  const ratio = median(sharedPaces(bare.steps, parley.steps));
  return [
    atLeast(`parley: frames/s to ${desks} desks, all within ${heldMs} ms`, highest, framesPerSecondWanted, "", 0),
    fact("parley: share of the bare publisher's", (highest / yardstick).toFixed(3)),
    atMost("parley: CPU a frame, of the bare publisher's at the same pace", ratio, cpuRatioWanted, "", 3),
  ];
}

/** The CPU of a frame of the second, as a multiple of the first, at each pace that both kept. */
function sharedPaces(first: readonly Step[], second: readonly Step[]): readonly number[] {
  const costOf = (steps: readonly Step[], pace: number): number =>
    median(steps.filter(({ perSecond, isHeld }) => perSecond === pace && isHeld).map(costOfFrame));
  return paces.map((pace) => costOf(second, pace) / costOf(first, pace)).filter((ratio) => !Number.isNaN(ratio));
}

const costOfFrame = ({ figures }: { readonly figures: Figures }): number => figures["cpuUsPerFrame"] ?? Number.NaN;
