import type { CustomerMessage } from "../codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import type { Limits } from "../config/limits.ts";
import type { DurationSeries } from "../core/telemetry/duration-metrics.ts";
import { Durations } from "../core/telemetry/durations.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { ChartDrawer } from "../ports/chart-drawer.ts";
import type { ChatLogEncoder } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Thumbnailer } from "../ports/thumbnailer.ts";
import { createChartDrawer } from "./chart-drawer.ts";
import { createChatLogEncoder } from "./chat-log-encoder.ts";
import { createThumbnailer } from "./thumbnailer.ts";
import { createCustomerBodyParser, createProviderEventParser } from "./worker-body-parser.ts";

/** All work for threads. Each task has its own pool, which the owner of the task closes. */
export interface Tasks {
  readonly chatLog: ChatLogEncoder;
  readonly charts: ChartDrawer;
  readonly thumbnailer: Thumbnailer;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
  /** How long work waited for a thread, by the task. */
  readonly workerWaits: readonly DurationSeries[];
}

interface TaskParts {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTasks({ limits, clock, log }: TaskParts): Tasks {
  const waits = {
    customerBody: new Durations(),
    botEvent: new Durations(),
    chatLog: new Durations(),
    chart: new Durations(),
    thumbnail: new Durations(),
  };
  return {
    chatLog: createChatLogEncoder({ limits, log, waits: waits.chatLog }),
    charts: createChartDrawer({ clock, log, waits: waits.chart }),
    thumbnailer: createThumbnailer({ clock, log, limits, waits: waits.thumbnail }),
    bodyParser: createCustomerBodyParser(clock, limits, waits.customerBody),
    eventParser: createProviderEventParser(clock, limits, waits.botEvent),
    workerWaits: Object.entries(waits).map(([task, durations]) => ({ labels: { task }, durations })),
  };
}
