import type { CustomerMessage } from "../codec/a-customer/customer-message.types.ts";
import type { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { WorkerBodyLimits } from "./worker-body-parser.ts";
import { createWorkerBodyParser } from "./worker-body-parser.ts";

/** Parses big bodies of customers. */
export const createCustomerBodyParser = (limits: WorkerBodyLimits, waits?: Durations): BodyParser<CustomerMessage> =>
  createWorkerBodyParser("parse-customer-message", limits, waits);
