import { monitorEventLoopDelay } from "node:perf_hooks";
import { OpenLoop } from "./open-loop.ts";
import type { OpenLoopOrder, OpenLoopReport } from "./run-driver.ts";

/**
 * An open loop in a separate process: a blocked bench does not delay its messages or its clock.
 * Argument: the order as JSON. Prints its report as one line of JSON.
 */
const [order = "{}"] = process.argv.slice(2);
const resolutionMs = 1;
const loopDelay = monitorEventLoopDelay({ resolution: resolutionMs });
/** A loop that is never late also shows the resolution, so the resolution is subtracted. */
const lateMs = (delayNs: number): number => Math.max(0, delayNs / 1e6 - resolutionMs);
const loop = new OpenLoop(JSON.parse(order) as OpenLoopOrder);
loopDelay.enable();
const before = process.cpuUsage();
const report = await loop.run();
const { user, system } = process.cpuUsage(before);
const whole: OpenLoopReport = {
  ...report,
  loopP99Ms: lateMs(loopDelay.percentile(99)),
  loopMaxMs: lateMs(loopDelay.max),
  cpuSeconds: (user + system) / 1e6,
};
console.log(JSON.stringify(whole));
