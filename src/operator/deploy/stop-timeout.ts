import { defaultLimits } from "../../config/limits.ts";

const marginMs = 7_000;

/** After what time whoever stops the service may kill it: the service finishes what is in hand, and ends well before. */
export const stopTimeoutMs = defaultLimits.drainTimeoutMs + marginMs;
