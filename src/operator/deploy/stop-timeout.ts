import { defaultLimits } from "../../config/limits.ts";

const marginMs = 7_000;

/** The time after which a service manager may kill a stopping service. The service finishes its work and ends well before. */
export const stopTimeoutMs = defaultLimits.drainTimeoutMs + marginMs;
