import type { OpenLoopReport, PhaseReport } from "../../load/open-loop/run-driver.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { BenchContext, Column, Contestant, Figures, Scenario, Verdict } from "../scenario.types.ts";
import { fact } from "../verdicts.ts";
import type { Course } from "./recovery.ts";
import { judgeRecovery } from "./recovery.ts";

const calmShare = 0.5;
const overloadShare = 2;
/** At most this many requests are in progress. Further messages wait on the customers' side, and that time counts. */
const connectionsMax = 1_000;

/** Each second of a phase is one round of its row. */
const columns: readonly Column[] = [
  { key: "perSecond", heading: "due/s", digits: 0, summary: "median" },
  { key: "answeredPerSecond", heading: "answered 200/s", digits: 0, summary: "median" },
  { key: "refused", heading: "otherwise/s", digits: 0, summary: "median" },
  { key: "p50Ms", heading: "p50 ms", digits: 2, summary: "median" },
  { key: "p99Ms", heading: "p99 ms", digits: 2, summary: "median" },
  { key: "worstP99Ms", heading: "worst p99 ms", digits: 1, summary: "max" },
  { key: "maxMs", heading: "max ms", digits: 1, summary: "max" },
  { key: "ownMib", heading: "own MiB", digits: 0, summary: "max" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
];

/**
 * Twice as many messages as the service can handle: whether it recovers, what it answers meanwhile, and whether it keeps the
 * messages that it answered.
 */
export const overload: Scenario = async (context) => {
  const { options, progress } = context;
  const service = createDurableService({ name: "parley", logLevel: "info" }, context);
  const { server, slice, openLoop, close } = await service.open();
  const { perSecond: maximum = Number.NaN } = await slice(options.seconds);
  const phases = phasesOf(maximum, options);
  progress(`overload  its maximum is ${Math.round(maximum)}/s; ${phases.map(describePhase).join(", ")}`);
  const memory = watchMemory(server);
  const report = await openLoop(phases, connectionsMax);
  const samples = memory.end();
  await close();
  const rows = phases.map(({ name, perSecond }, at) => toRow(name, perSecond, at, report, samples));
  const [before, beyond, after] = rows.map(({ rounds }) => rounds);
  const course = { before: before ?? [], overload: beyond ?? [], after: after ?? [] };
  for (const line of describeCourse(course)) progress(`overload  ${line}`);
  return {
    title: `overload: ${Math.round(maximum)} messages/s are its maximum, ${options.chats} chats, arrivals ${options.arrivals}`,
    columns,
    contestants: rows,
    verdicts: [...judgeRecovery(course), ...tellPhases(phases, report), tellDriver(report)],
    checks: [await service.proveDurable()],
    profile: [],
  };
};

interface NamedPhase {
  readonly name: string;
  readonly perSecond: number;
  readonly seconds: number;
}

function phasesOf(maximum: number, { seconds, overloadSeconds }: BenchContext["options"]): readonly NamedPhase[] {
  const calm = Math.max(1, Math.round(maximum * calmShare));
  const percent = calmShare * 100;
  return [
    { name: `${percent} % before`, perSecond: calm, seconds },
    { name: `${overloadShare * 100} %`, perSecond: Math.round(maximum * overloadShare), seconds: overloadSeconds },
    { name: `${percent} % after`, perSecond: calm, seconds: 2 * seconds },
  ];
}

const describePhase = ({ name, perSecond, seconds }: NamedPhase): string => `${name}: ${perSecond}/s for ${seconds} s`;

interface MemorySample {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly rssMib: number;
  readonly ownMib: number;
}

const lookEveryMs = 1_000;

function watchMemory(server: ServerProcess): { end(): readonly MemorySample[] } {
  const samples: MemorySample[] = [];
  const look = (): void => {
    const { rssMib, ownMib } = server.resources();
    samples.push({ atMs: Date.now(), rssMib, ownMib });
  };
  look();
  const timer = setInterval(look, lookEveryMs);
  return {
    end() {
      clearInterval(timer);
      look();
      return samples;
    },
  };
}

function toRow(
  name: string,
  perSecond: number,
  at: number,
  { phases, startedAtMs }: OpenLoopReport,
  samples: readonly MemorySample[],
): Contestant {
  const fromMs = startedAtMs + 1000 * phases.slice(0, at).reduce((total, { seconds }) => total + seconds.length, 0);
  const rounds = (phases[at]?.seconds ?? []).map(({ answered, refused, latency }, second): Figures => {
    const untilMs = fromMs + (second + 1) * 1000;
    // A sample may come slightly later than its second, so the last sample before the end of the second is used.
    const sample = samples.findLast(({ atMs }) => atMs <= untilMs);
    const { p50Ms, p99Ms, maxMs } = latency;
    return {
      perSecond,
      answeredPerSecond: answered,
      refused,
      ...{ p50Ms, p99Ms, worstP99Ms: p99Ms, maxMs },
      ...{ ownMib: sample?.ownMib ?? Number.NaN, rssMib: sample?.rssMib ?? Number.NaN },
    };
  });
  return { name, rounds };
}

const describeCourse = (course: Course): readonly string[] =>
  Object.entries(course).map(([name, seconds]: [string, readonly Figures[]]) => {
    const p99s = seconds.map(({ p99Ms = Number.NaN }) => p99Ms.toFixed(1)).join(" ");
    return `p99 ms of each second ${name}: ${p99s}`;
  });

/** Describes the answers of each phase. */
const tellPhases = (phases: readonly NamedPhase[], report: OpenLoopReport): Verdict[] =>
  phases.map(({ name }, at) => fact(`answers at ${name}`, describeAnswers(report.phases[at])));

function describeAnswers(phase: PhaseReport | undefined): string {
  if (phase === undefined) return "none";
  const { answers, unanswered, pace } = phase;
  const counts = Object.entries(answers).map(([name, count]) => `${count} x ${name}`);
  if (unanswered > 0) counts.push(`${unanswered} never answered`);
  if (pace.waited > 0) counts.push(`${pace.waited} waited for a connection`);
  if (pace.unbegun > 0) counts.push(`${pace.unbegun} given up, still waiting`);
  return counts.join(", ");
}

/**
 * In an overload no message begins when it is due. So the delays of the load's own event loop show whether the load kept its
 * schedule.
 */
function tellDriver({ phases, loopP99Ms, loopMaxMs, cpuSeconds }: OpenLoopReport): Verdict {
  const late = phases.reduce((total, { pace }) => total + pace.lateBy10Ms, 0);
  const loop = `its loop p99 ${loopP99Ms.toFixed(1)} ms, max ${loopMaxMs.toFixed(1)} ms late`;
  return fact("the load's own process", `${late} begun 10 ms late, ${loop}, ${cpuSeconds.toFixed(1)} s CPU`);
}
