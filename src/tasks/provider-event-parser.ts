import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { WorkerBodyLimits } from "./worker-body-parser.ts";
import { createWorkerBodyParser } from "./worker-body-parser.ts";

/** Parses big bodies of bot providers. */
export const createProviderEventParser = (limits: WorkerBodyLimits): BodyParser<ProviderEvent> =>
  createWorkerBodyParser("parse-provider-event", limits);
