import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds of a clock that nobody sets. */
export const nowMs = (): number => performance.now();

/** For tests whose subject is a moment in real time. */
export const untilMs = (atMs: number): Promise<void> => pause(Math.max(0, atMs - nowMs()));

const delays = monitorEventLoopDelay({ resolution: 10 });
// Loading the test itself is not to count.
setTimeout(() => delays.enable(), 0).unref();

/** The longest time that a busy machine kept this process from running. */
export const stallMs = (): number => Math.round(delays.max / 1e6);

/** What the rules allow around a moment in time. */
const toleranceMs = 300;

/** However crowded the machine is: what is later than 1.5 s, stalls aside, is wrong everywhere. */
const crowdingMax = 4;

/** How many processes want a core, for each core there is: what the service does takes so much longer, however idle this process is. */
const crowding = (): number => Math.min((loadavg()[0] ?? 0) / availableParallelism(), crowdingMax);

/** How much later than a rule says something may be seen; the service may have been kept from running as this process was. */
export const lateToleranceMs = (): number => toleranceMs * (1 + crowding()) + 2 * stallMs();

/** How much earlier: nothing happens early on a busy machine, but what it is measured from may have been seen late. */
export const earlyToleranceMs = (): number => toleranceMs + stallMs();
