import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createKeyedRequests } from "../actors/idempotency.ts";
import type { Archive } from "../archive/archive.ts";
import type { Config } from "../config/config.types.ts";
import { asChannelId } from "../core/ids.ts";
import { ok } from "../core/result.ts";
import { createMetrics } from "../core/telemetry/metrics.ts";
import { maskAddress, secretsInAddress } from "../delivery/address/address-guard.ts";
import { requestPreviews } from "../delivery/request-previews.ts";
import { createBotChats, createBotInbox } from "../domain/bot/bot-inbox.ts";
import { createRefusedPosts } from "../domain/bot/refused-posts.ts";
import { createCustomerInbox } from "../domain/chat/customer-inbox.ts";
import { addRuntimeMetrics } from "../domain/telemetry/runtime-metrics.ts";
import { asyncApiRoute } from "../edge/asyncapi/asyncapi-route.ts";
import type { BadPathGuard } from "../edge/limits/bad-path-guard.ts";
import { createBadPathGuard } from "../edge/limits/bad-path-guard.ts";
import { limiterOf } from "../edge/limits/rate-limiter.ts";
import { openApiRoutes } from "../edge/openapi/openapi-route.ts";
import { registerAdmin } from "../edge/routes/admin/register-admin.ts";
import { callStatusRoute } from "../edge/routes/call-status.ts";
import { channelStatusRoute } from "../edge/routes/channel-status.ts";
import { configSchemaRoute } from "../edge/routes/config-schema.ts";
import { customerMessageRoute } from "../edge/routes/customer-message.ts";
import type { Desk } from "../edge/routes/desk/register-desk.ts";
import { registerDesk } from "../edge/routes/desk/register-desk.ts";
import type { OwnOrigin, OwnProcess } from "../edge/routes/desk/request/own-origin.ts";
import { registerInspect } from "../edge/routes/inspect/register-inspect.ts";
import { registerPictures } from "../edge/routes/pictures/register-pictures.ts";
import { providerEventRoutes } from "../edge/routes/provider-event.ts";
import { sampleMessagesRoute } from "../edge/routes/sample/sample-messages.ts";
import type { HttpServer } from "../edge/server/server.ts";
import { registerVisitors } from "../edge/sockets/visitor/register-visitors.ts";
import { addBoundMetrics } from "../edge/telemetry/bound-metrics.ts";
import type { OperationsServer } from "../edge/telemetry/operations.ts";
import { addOperationRoutes } from "../edge/telemetry/operations.ts";
import { addServiceMetrics } from "../edge/telemetry/service-metrics.ts";
import { registerPages } from "../edge/web/register-pages.ts";
import { samplePageRoute } from "../edge/web/sample-page.ts";
import type { SearchClosedChats } from "../inspect/actor-sources.ts";
import { addInspectMetrics } from "../inspect/inspect-metrics.ts";
import type { OpenInspector } from "../inspect/open-inspector.ts";
import { openInspector } from "../inspect/open-inspector.ts";
import type { Reload } from "../ports/reload.ts";
import { declaredBy } from "./declare.ts";
import type { Adapters } from "./open.ts";
import { createReload } from "./reload.ts";
import type { Domain, InnerParts } from "./wire.ts";

/** The server, with every route and socket. */
export type Edge = Readonly<ReturnType<typeof wireEdge>>;

/** Adds every route and socket to the server, and says what each of them gets. */
export function wireEdge(adapters: Adapters, inner: InnerParts, server: HttpServer) {
  const { config, clock, log, stored, nodes, others, tasks, host } = adapters;
  const { shared, outside, bounds, domain } = inner;
  const { runtime, accounts, calls, archive, openChats, visitorPictures, visitorProofs } = domain;
  const { directory } = runtime;
  const { limits } = config;
  const { store, counts } = shared;
  const { publicUrl } = host.address;
  const origin: OwnOrigin = {
    get publicUrl() {
      return config.publicUrl;
    },
    isTls: config.tls !== null,
  };
  const own: OwnProcess = { limits, clock, log, counts, origin, publicUrl, processId: () => nodes.peers.id };
  server.route(callStatusRoute({ calls, token: () => config.telephony?.token ?? null, limits }));
  addCustomersAndBots(adapters, inner, server);
  const desk = registerDesk(server, {
    domain: { runtime, accounts, calls, archive, openChats, waiting: domain.waiting },
    stored: { store, files: stored.files },
    tasks: { thumbnailer: tasks.thumbnailer, chatLog: tasks.chatLog },
    telephony: others.telephony,
    hasMail: () => config.smtp !== null,
    bounds,
    own,
  });
  const { transfers } = desk;
  const visitors = registerVisitors(server, {
    domain: { runtime, calls, proofs: visitorProofs },
    stored: { store, files: stored.files },
    geo: others.geo,
    transfers,
    bounds,
    own,
  });
  nodes.peers.onLeftBehind(() => {
    // The other processes gave this one up and marked its agents as away. The sockets return under its new id.
    const reason = "This process did not respond for too long; connect again.";
    desk.closeSockets(reason);
    visitors.closeSockets(reason);
  });
  const { pictures, linkPreviews } = outside;
  registerPictures(server, { directory, accounts, store, pictures, linkPreviews, visitorPictures, transfers, own });
  registerPages(server, { web: host.web, directory, calls, publicUrl, shown: config });
  const reload = addAdmin(adapters, inner, { server, own, desk });
  const inspector = createInspector(adapters, domain);
  const inspect = registerInspect(server, { inspector, directory, accounts, own });
  const sockets = { desk: desk.socketCount, visitor: visitors.socketCount, inspect: inspect.socketCount };
  const operations = addOperations(adapters, inner, { server, inspector, sockets });
  return { server, desk, visitors, inspector, inspect, operations, reload };
}

/** The routes that customer systems and bots post to. */
function addCustomersAndBots(adapters: Adapters, inner: InnerParts, server: HttpServer): void {
  const { shared, bounds, outside, domain } = inner;
  const { config, clock, tasks, host } = adapters;
  const { limits } = config;
  const { store, counts } = shared;
  const { runtime } = domain;
  // Shared by both surfaces: an address that guesses at one guesses at the other.
  const badPaths = createBadPathGuard({
    get perMinute() {
      return limits.badPathsPerMinute;
    },
    addressesMax: limits.rateBucketsMax,
    clock,
    counts,
  });
  const rated = { limits, clock, counts };
  const surface = { channels: runtime.directory, badPaths, channelRate: limiterOf("channel", "channel", rated) };
  const { sampleCustomer } = outside;
  const intake = {
    inbox: createCustomerInbox({ post: runtime.post, clock }),
    senderRate: limiterOf("sender", "sender", rated),
    floors: bounds.floors,
    store,
  };
  server.route(channelStatusRoute(surface));
  const keyedRequests = createKeyedRequests(store, clock, limits.mailboxDepthMax);
  server.route(customerMessageRoute({ surface, intake, bodyParser: tasks.bodyParser, keyedRequests, limits, clock }));
  const addressRate = limiterOf("sample", "sample", rated);
  const isOn = (): boolean => config.sampleCustomer;
  server.route(samplePageRoute({ surface, addressRate, isOn, web: host.web, publicUrl: host.address.publicUrl }));
  server.route(sampleMessagesRoute({ surface, addressRate, isOn, intake, store, sampleCustomer, limits }));
  addBots(adapters, inner, server, badPaths);
}

/** The routes that bots post to. */
function addBots(
  { config, clock, tasks }: Adapters,
  { shared, outside, domain }: InnerParts,
  server: HttpServer,
  badPaths: BadPathGuard,
): void {
  const { limits } = config;
  const { store, counts } = shared;
  const { runtime, warn, botTests } = domain;
  const rated = { limits, clock, counts };
  const routes = providerEventRoutes({
    surface: {
      bots: runtime.directory,
      access: outside.botAccess,
      badPaths,
      botRate: limiterOf("bot", "bot", rated),
      chatRate: limiterOf("sender", "bot chat", rated),
      findChat: createBotChats(store, limits.rateBucketsMax),
      botTests,
      noteRefused: createRefusedPosts({ post: runtime.post, clock, warn }),
    },
    bodyParser: tasks.eventParser,
    inbox: createBotInbox(runtime.post, clock, runtime.providers, runtime.botTurns),
    keyedRequests: createKeyedRequests(store, clock, limits.mailboxDepthMax),
    limits,
  });
  for (const route of routes) server.route(route);
}

interface AdminEdge {
  readonly server: HttpServer;
  readonly own: OwnProcess;
  readonly desk: Desk;
}

/** The routes of administrators. Returns what they and SIGHUP call to read the config file again. */
function addAdmin(adapters: Adapters, inner: InnerParts, { server, own, desk }: AdminEdge): Reload {
  const { config, log, stored, tasks, host, others } = adapters;
  const { shared, domain } = inner;
  const { runtime, accounts, photos, botTests } = domain;
  const { mailer } = others;
  const { outbound, checkTarget, localAddresses } = inner.outside;
  const declared = declaredBy(config);
  const { reloading } = host.operator;
  const reload = createReload({ reloading, config, declared, domain, server, shared, log });
  registerAdmin(server, {
    domain: { runtime, accounts, photos, waiting: domain.waiting },
    shared,
    outside: { outbound, botTests, previews: requestPreviews, mailer, checkTarget, localAddresses },
    configured: {
      declared,
      reload,
      backups: stored.backups,
      hasMail: () => config.smtp !== null,
      hasSampleCustomer: () => config.sampleCustomer,
      operatorToken: host.operator.token,
    },
    desk,
    receiving: { thumbnailer: tasks.thumbnailer, floors: inner.bounds.floors },
    own,
  });
  return reload;
}

/** The inspector, where administrators look into actors. */
function createInspector({ config, log, nodes, tasks }: Adapters, { runtime, archive }: Domain): OpenInspector {
  const { limits } = config;
  const inspector = openInspector({
    runtime,
    peers: nodes.peers,
    log,
    processId: nodes.peers.id,
    waitingBytesMax: limits.socketBackpressureBytesMax,
    settings: () => settingsWithSecrets(config),
    drawer: tasks.charts,
    searchClosed: searchClosedIn(archive),
    maskAddress: (address) => maskAddress(address, ""),
    secretsInAddress: (address) => secretsInAddress(address, ""),
  });
  runtime.erasures.onDone(() => inspector.forgetShown());
  return inspector;
}

/** People's passwords are not among them: they are never sent on, and a word that comes out masked would confirm a guess. */
const settingsWithSecrets = ({ telephony, smtp, metrics, traces, store, filesBucket, apiKeys }: Config) =>
  [telephony, smtp, metrics, traces, store, filesBucket, apiKeys] as const;

/** Finds closed chats of any age by words, in the archive. */
const searchClosedIn =
  ({ search }: Archive): SearchClosedChats =>
  async ({ text, channelIds, after }) => {
    const channels = channelIds?.map(asChannelId) ?? null;
    const found = await search({
      text,
      channelIds: channels,
      after,
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER - 1,
      agentId: null,
      isOldestFirst: false,
    });
    if (!found.ok) return found;
    const chats = found.value.chats.map(({ context: { id, closedAtMs, updatedAtMs } }) => ({
      closedAtMs: closedAtMs ?? updatedAtMs,
      chatNumber: Number(id),
    }));
    return ok({ chats, next: found.value.next });
  };

interface OperationsEdge {
  readonly server: HttpServer;
  readonly inspector: OpenInspector;
  /** The numbers of open sockets. */
  readonly sockets: Readonly<Record<string, () => number>>;
}

/** Health, metrics and the schemas, for operators. Returns the server at the metrics' own address. */
function addOperations(
  adapters: Adapters,
  { shared, bounds, domain }: InnerParts,
  { server, inspector, sockets }: OperationsEdge,
): OperationsServer {
  const { config, clock, log, stored, nodes, tasks, host } = adapters;
  const { store, isBehind } = shared;
  const { refusals, floors, diskWarnings } = bounds;
  const metrics = createMetrics();
  const operations = addOperationRoutes(server, metrics, {
    address: config,
    clock,
    log: host.operator.logHealth,
    serverLog: log,
    isBehind,
    limits: config.limits,
    metrics: config.metrics,
    store: () => store.health(),
    peers: nodes.health ?? undefined,
    diskWarnings: () => diskWarnings?.list() ?? [],
  });
  addRuntimeMetrics(metrics, domain.runtime, stored.damagedRows);
  addInspectMetrics(metrics, inspector);
  addBoundMetrics(metrics, { refusals, floors, disk: host.disk ?? undefined });
  addServiceMetrics(metrics, {
    commits: store.commits,
    journal: stored.journal ?? undefined,
    workerWaits: tasks.workerWaits,
    sockets,
    build: buildOf(config),
    spans: host.spans ?? undefined,
    certificateEndsAtMs: createCertificateEnd(config),
  });
  server.route(configSchemaRoute());
  server.route(asyncApiRoute(host.address.publicUrl));
  for (const route of openApiRoutes(server.routes, host.address.publicUrl)) server.route(route);
  return operations;
}

/** Only operators may see the version of the runtime, so it is shown only where the metrics are private. Source: VER-01. */
function buildOf({ store, tls, metrics: { address, token } }: Config): Readonly<Record<string, string>> {
  const isGuarded = address !== null || token !== null;
  const [node = ""] = process.versions.node.split(".");
  const shown = { store: store.kind, tls: String(tls !== null) };
  return isGuarded ? Object.assign(shown, { node }) : shown;
}

/** The paths of the file as it was read last. A reload replaces the object that holds them. */
function createCertificateEnd(config: Config): () => number | null {
  let read: { readonly tls: Config["tls"]; readonly endsAtMs: number | null } | null = null;
  return () => {
    const { tls } = config;
    if (read?.tls !== tls)
      read = {
        tls,
        endsAtMs: tls === null ? null : Date.parse(new X509Certificate(readFileSync(tls.certFile)).validTo),
      };
    return read?.endsAtMs ?? null;
  };
}
