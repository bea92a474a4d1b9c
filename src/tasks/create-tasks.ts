import type { CustomerMessage } from "../codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../codec/b-bot/provider-event.types.ts";
import type { Limits } from "../config/limits.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import type { ChartDrawer } from "../ports/chart-drawer.ts";
import type { ChatLogEncoder } from "../ports/chat-log-encoder.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Thumbnailer } from "../ports/thumbnailer.ts";
import { createChartDrawer } from "./chart-drawer.ts";
import { createChatLogEncoder } from "./chat-log-encoder.ts";
import { createCustomerBodyParser } from "./customer-body-parser.ts";
import { createProviderEventParser } from "./provider-event-parser.ts";
import { createThumbnailer } from "./thumbnailer.ts";

/** All work that goes to threads. Each has a pool of its own, and its owner closes it. */
export interface Tasks {
  readonly chatLog: ChatLogEncoder;
  readonly charts: ChartDrawer;
  readonly thumbnailer: Thumbnailer;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
}

interface TaskParts {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
}

export const createTasks = ({ limits, clock, log }: TaskParts): Tasks => ({
  chatLog: createChatLogEncoder({ limits, log }),
  charts: createChartDrawer({ clock, log }),
  thumbnailer: createThumbnailer({ clock, log, limits }),
  bodyParser: createCustomerBodyParser(limits),
  eventParser: createProviderEventParser(limits),
});
