import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startFlagsOf } from "../load/service/service.ts";
import type { GroupTimes, ThreadSample } from "../load/service/threads.ts";
import { readThreads, timesBetween, v8PoolSizeOf } from "../load/service/threads.ts";
import type { ComparedSide, Kind, Side } from "./kinds.ts";

/** One slice of one side. */
export interface Slice {
  readonly launch: number;
  /** Its place among all slices of the launch, of both sides. */
  readonly place: number;
  readonly requests: number;
  readonly perSecond: number;
  /** Microseconds per request, by group of threads. */
  readonly cpuUs: GroupTimes;
}

/** The slices of both sides, pair by pair. */
export interface Measured {
  readonly old: readonly Slice[];
  readonly new: readonly Slice[];
  /** The memory at the end of each launch; the own memory is what a garbage collection left. */
  readonly rssMib: { readonly old: readonly number[]; readonly new: readonly number[] };
  readonly ownMib: { readonly old: readonly number[]; readonly new: readonly number[] };
  readonly mistakes: readonly string[];
}

export interface CompareRun {
  readonly sides: { readonly old: Side; readonly new: Side };
  readonly workFolder: string;
  readonly pairs: number;
  readonly launches: number;
  readonly seconds: number;
  readonly connections: number;
  readonly chats: number;
  progress(line: string): void;
}

const lookEveryMs = 25;
/** A process is idle when it used less than this share of a core in several consecutive samples. */
const idleShare = 0.04;
const idleLooks = 4;
const idleTimeoutMs = 60_000;
/** The longest time for which a side defers work. */
const deferredMs = 5_000;

/** Runs one load for both sides, slice by slice, in alternating order. */
export async function measureKind(name: string, kind: Kind, run: CompareRun): Promise<Measured> {
  const slices: { readonly old: Slice[]; readonly new: Slice[] } = { old: [], new: [] };
  const rssMib: { readonly old: number[]; readonly new: number[] } = { old: [], new: [] };
  const ownMib: { readonly old: number[]; readonly new: number[] } = { old: [], new: [] };
  const mistakes: string[] = [];
  for (let launch = 1; launch <= run.launches; launch += 1) {
    const title = `${name}  launch ${launch}/${run.launches}`;
    const pairs = pairsOf(run, launch);
    run.progress(`${title}  both sides start and warm up`);
    const open = async (side: Side): Promise<ComparedSide> => {
      const folder = join(run.workFolder, `${name}-${launch}-${side.name}`);
      mkdirSync(folder, { recursive: true });
      const note = (mistake: string): void => void mistakes.push(`launch ${launch}, ${side.name}: ${mistake}`);
      const { connections, chats, seconds } = run;
      return kind.open({ side, folder, connections, chats, seconds, slices: pairs, note });
    };
    // The sides take turns in starting first.
    const order = launch % 2 === 1 ? (["old", "new"] as const) : (["new", "old"] as const);
    const opened = new Map<Side["name"], ComparedSide>();
    for (const side of order) opened.set(side, await open(run.sides[side]));
    let place = 0;
    const begun = new Map<Side["name"], BegunSlice>();
    const endSlice = (side: Side["name"], { server: { pid } }: ComparedSide): void => {
      const slice = begun.get(side);
      if (slice !== undefined) slices[side].push(withCpu(slice, readThreads(pid), run.sides[side]));
      begun.delete(side);
    };
    for (let pair = 1; pair <= pairs; pair += 1) {
      for (const side of pair % 2 === 1 ? order : order.toReversed()) {
        const measured = opened.get(side);
        place += 1;
        if (measured === undefined) continue;
        endSlice(side, measured);
        begun.set(side, { launch, place, ...(await runSlice(measured, side, run.seconds)) });
      }
      run.progress(
        `${title}  pair ${pair}/${pairs}  ${describeSlice("old", slices.old)}, ${describeSlice("new", slices.new)}`,
      );
    }
    await delay(deferredMs);
    for (const [side, measured] of opened) endSlice(side, measured);
    for (const [side, { server, close }] of opened) {
      rssMib[side].push(server.resources().rssMib);
      ownMib[side].push((await server.memory()).ownMib);
      await close();
    }
  }
  return { ...slices, rssMib, ownMib, mistakes };
}

/** Returns the number of pairs in one launch. All launches have equal numbers, except that the first launches get the remainder. */
const pairsOf = ({ pairs, launches }: CompareRun, launch: number): number =>
  Math.floor(pairs / launches) + (launch <= pairs % launches ? 1 : 0);

/** A slice whose load is over, with the processor time up to the start of the slice. */
interface BegunSlice extends Omit<Slice, "cpuUs"> {
  readonly before: readonly ThreadSample[];
}

/** Runs a slice from idle to idle, so that the other side's slice begins on a quiet machine. */
async function runSlice(
  { server: { pid }, load, count }: ComparedSide,
  name: Side["name"],
  seconds: number,
): Promise<Omit<BegunSlice, "launch" | "place">> {
  await whenIdle(pid, name);
  const countBefore = await count();
  const before = readThreads(pid);
  const { perSecond } = await load(seconds);
  await whenIdle(pid, name);
  return { before, perSecond, requests: (await count()) - countBefore };
}

/**
 * Adds the processor time until the next slice, because deferred work, such as rows that are written seconds later, belongs to
 * the load too.
 */
function withCpu({ before, ...slice }: BegunSlice, after: readonly ThreadSample[], { checkout }: Side): Slice {
  const v8PoolSize = v8PoolSizeOf(startFlagsOf(checkout));
  const { main, v8, pool, others } = timesBetween(before, after, v8PoolSize);
  const { requests } = slice;
  return {
    ...slice,
    cpuUs: { main: main / requests, v8: v8 / requests, pool: pool / requests, others: others / requests },
  };
}

async function whenIdle(pid: number, name: string): Promise<void> {
  const usedUs = (): number => readThreads(pid).reduce((total, { cpuUs }) => total + cpuUs, 0);
  const givenUpAtMs = performance.now() + idleTimeoutMs;
  let [lastUs, lastAtMs] = [usedUs(), performance.now()];
  for (let quiet = 0; quiet < idleLooks; ) {
    await delay(lookEveryMs);
    const [nowUs, nowAtMs] = [usedUs(), performance.now()];
    quiet = nowUs - lastUs < (nowAtMs - lastAtMs) * 1000 * idleShare ? quiet + 1 : 0;
    [lastUs, lastAtMs] = [nowUs, nowAtMs];
    if (nowAtMs > givenUpAtMs)
      throw new Error(`The ${name} side was not idle within ${idleTimeoutMs / 1000} s after its load`);
  }
}

export const totalOf = ({ main, v8, pool, others }: GroupTimes): number => main + v8 + pool + others;

function describeSlice(name: string, slices: readonly Slice[]): string {
  const last = slices.at(-1);
  return last === undefined ? name : `${name} ${totalOf(last.cpuUs).toFixed(1)} us, ${Math.round(last.perSecond)}/s`;
}
