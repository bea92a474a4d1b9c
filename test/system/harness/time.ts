import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds of a clock that nobody can set. */
export const nowMs = (): number => performance.now();

/** Waits until this moment. For tests whose subject is a moment in real time. */
export const untilMs = (atMs: number): Promise<void> => pause(Math.max(0, atMs - nowMs()));

const delays = monitorEventLoopDelay({ resolution: 10 });
// The loading of the test itself must not count.
setTimeout(() => delays.enable(), 0).unref();

/** The longest time that a busy machine kept this process from running. */
export const stallMs = (): number => Math.round(delays.max / 1e6);

/** The tolerance of the rules around a moment in time. */
const toleranceMs = 300;

/** The maximum of crowding. So a delay of more than 1.5 s, without stalls, is wrong on any machine. */
const crowdingMax = 4;

/** Returns how many processes want a core, per existing core. The service's work takes that much longer, even if this process is idle. */
const crowding = (): number => Math.min((loadavg()[0] ?? 0) / availableParallelism(), crowdingMax);

/** Returns how much later than a rule says an event may be seen. The service may have been kept from running, as this process was. */
export const lateToleranceMs = (): number => toleranceMs * (1 + crowding()) + 2 * stallMs();

/**
 * Returns how much earlier an event may be seen. Nothing happens early on a busy machine, but the event from which the time is
 * measured may have been seen late.
 */
export const earlyToleranceMs = (): number => toleranceMs + stallMs();
