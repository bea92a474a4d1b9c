import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { WorkerBodyLimits } from "./worker-body-parser.ts";
import { createWorkerBodyParser } from "./worker-body-parser.ts";

/** Parses big bodies of bot providers. */
export const createProviderEventParser = (limits: WorkerBodyLimits, waits?: Durations): BodyParser<ProviderEvent> =>
  createWorkerBodyParser("parse-provider-event", limits, waits);
