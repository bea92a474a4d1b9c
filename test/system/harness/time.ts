import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds of a clock that nobody sets. */
export const nowMs = (): number => performance.now();

/** For tests whose subject is a moment in real time. */
export const untilMs = (atMs: number): Promise<void> => pause(Math.max(0, atMs - nowMs()));

const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();

/**
 * How much later than a rule says something may be seen: the tolerance of the rules, and twice the longest time that the
 * machine has kept this process from running, as it may have kept the service.
 */
export const lateToleranceMs = (): number => 300 + (2 * delays.max) / 1e6;

/** How much earlier than a rule says something may be seen. No load makes anything early, but the start may be seen late. */
export const earlyToleranceMs = 300;
