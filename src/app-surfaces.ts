import { createKeyedRequests } from "./actors/keyed-requests.ts";
import type { CustomerMessage } from "./codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "./codec/b-bot/provider-event.types.ts";
import type { Config } from "./config/config.types.ts";
import type { SharedCounts } from "./core/peers/shared-counts.ts";
import { createUlids } from "./core/random/ulid.ts";
import { createBotChats } from "./domain/bot/bot-chats.ts";
import { createBotInbox } from "./domain/bot/bot-inbox.ts";
import { createRefusedPosts } from "./domain/bot/refused-posts.ts";
import { createCustomerInbox } from "./domain/chat/customer-inbox.ts";
import type { Runtime } from "./domain/runtime.ts";
import type { BadPathGuard } from "./edge/limits/bad-path-guard.ts";
import { createBadPathGuard } from "./edge/limits/bad-path-guard.ts";
import type { DiskFloors } from "./edge/limits/disk-floors.ts";
import { limiterOf } from "./edge/limits/limiter-of.ts";
import { channelStatusRoute } from "./edge/routes/channel-status.ts";
import { customerMessageRoute } from "./edge/routes/customer-message.ts";
import { providerEventRoutes } from "./edge/routes/provider-event.ts";
import { sampleMessagesRoute } from "./edge/routes/sample/sample-messages.ts";
import type { HttpServer } from "./edge/server/server.ts";
import { samplePageRoute } from "./edge/web/sample-page.ts";
import type { WebFiles } from "./edge/web/web-files.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { BotAccess } from "./ports/bot-access.ts";
import type { Clock } from "./ports/clock.ts";
import type { SampleCustomer } from "./ports/sample-customer.ts";
import type { Store } from "./ports/store.ts";

interface GuardedParts extends SurfaceParts {
  /** Shared by both surfaces: an address that guesses at one guesses at the other. */
  readonly badPaths: BadPathGuard;
}

interface SurfaceParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly botAccess: BotAccess;
  readonly bodyParser: BodyParser<CustomerMessage>;
  readonly eventParser: BodyParser<ProviderEvent>;
  readonly floors: DiskFloors;
  readonly web: WebFiles;
  readonly publicUrl: () => string;
  readonly sampleCustomer: SampleCustomer;
  /** Counts the requests of all processes together. */
  readonly counts: SharedCounts;
}

/** Adds the routes that customer systems and bots post to. */
export function addSurfaces(server: HttpServer, runtime: Runtime, parts: SurfaceParts): void {
  const { limits } = parts.config;
  const badPaths = createBadPathGuard({
    get perMinute() {
      return limits.badPathsPerMinute;
    },
    addressesMax: limits.rateBucketsMax,
    clock: parts.clock,
    counts: parts.counts,
  });
  const known = { ...parts, badPaths };
  addSurfaceA(server, runtime, known);
  addSurfaceB(server, runtime, known);
}

function addSurfaceA(server: HttpServer, runtime: Runtime, parts: GuardedParts): void {
  const { config, clock, store, bodyParser, badPaths, floors, counts, web, publicUrl, sampleCustomer } = parts;
  const { limits } = config;
  const rated = { limits, clock, counts };
  const surface = {
    channels: runtime.directory,
    badPaths,
    channelRate: limiterOf("channel", "channel", rated),
  };
  const intake = {
    inbox: createCustomerInbox({ post: runtime.post, clock }),
    senderRate: limiterOf("sender", "sender", rated),
    floors,
    store,
  };
  server.route(channelStatusRoute(surface));
  const keyedRequests = createKeyedRequests({ store, clock, waitingMax: limits.mailboxDepthMax });
  server.route(customerMessageRoute({ surface, intake, bodyParser, keyedRequests, limits }));
  const addressRate = limiterOf("sample", "sample", rated);
  const admission = { surface, addressRate, isOn: () => config.sampleCustomer };
  server.route(samplePageRoute({ ...admission, web, publicUrl }));
  server.route(sampleMessagesRoute({ ...admission, intake, store, sampleCustomer, limits }));
}

function addSurfaceB(server: HttpServer, runtime: Runtime, parts: GuardedParts): void {
  const { config, clock, store, botAccess: access, eventParser: bodyParser, badPaths, counts } = parts;
  const { limits } = config;
  const { rateBucketsMax: bucketsMax } = limits;
  const rated = { limits, clock, counts };
  const botRate = limiterOf("bot", "bot", rated);
  const chatRate = limiterOf("sender", "bot chat", rated);
  const newUlid = createUlids();
  const noteRefused = createRefusedPosts({ ...runtime, newLogId: () => newUlid(clock.nowMs()), keysMax: bucketsMax });
  const findChat = createBotChats(store, bucketsMax);
  const routes = providerEventRoutes({
    surface: { bots: runtime.directory, access, badPaths, botRate, chatRate, findChat, noteRefused },
    inbox: createBotInbox({ ...runtime, clock }),
    bodyParser,
    keyedRequests: createKeyedRequests({ store, clock, waitingMax: limits.mailboxDepthMax }),
    limits,
  });
  for (const route of routes) server.route(route);
}
