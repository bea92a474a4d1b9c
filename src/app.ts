import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Bounds } from "./app-bounds.ts";
import { createBounds } from "./app-bounds.ts";
import { declaredBy, takeUp } from "./app-declared.ts";
import { beginFirstPassword } from "./app-first.ts";
import type { ConfigReading } from "./app-followed.ts";
import { openMailer, openReloading, openTelephony } from "./app-followed.ts";
import { addInspector } from "./app-inspector.ts";
import { addOperations } from "./app-operations.ts";
import type { Outside } from "./app-outside.ts";
import { openOutside } from "./app-outside.ts";
import type { AppParts } from "./app-parts.ts";
import { createReload } from "./app-reload.ts";
import type { Shares } from "./app-shares.ts";
import { createShares } from "./app-shares.ts";
import { openStore } from "./app-store.ts";
import { addSurfaces } from "./app-surfaces.ts";
import { createArchive } from "./archive/archive.ts";
import { EmbeddedIndex } from "./archive/embedded-index.ts";
import { createOpenChats } from "./archive/open-chats.ts";
import type { Config } from "./config/config.types.ts";
import type { CreateTargetCheck } from "./config/cross-checks.ts";
import { asChannelId } from "./core/ids.ts";
import type { OneAtATime } from "./core/one-at-a-time.ts";
import { createAddressGuard } from "./delivery/address/address-guard.ts";
import { withSampleCustomer } from "./delivery/customer/sample-customer.ts";
import { requestPreviews } from "./delivery/request-previews.ts";
import type { Accounts } from "./domain/agent/accounts/accounts.ts";
import { createAccounts } from "./domain/agent/accounts/accounts.ts";
import type { MadePassword } from "./domain/agent/accounts/one-time-password.ts";
import type { Sessions } from "./domain/agent/accounts/sessions.ts";
import { createSessions } from "./domain/agent/accounts/sessions.ts";
import { createPhotos } from "./domain/agent/photos.ts";
import { SharedBotError } from "./domain/bot/declared-bots.ts";
import type { Calls } from "./domain/call/calls.ts";
import { createCalls } from "./domain/call/calls.ts";
import { watchBalances } from "./domain/call/low-balance.ts";
import type { VisitorPicturesParts } from "./domain/feed/visitor-pictures.ts";
import { createVisitorPictures, openPictureKey } from "./domain/feed/visitor-pictures.ts";
import type { Runtime } from "./domain/runtime.ts";
import { createRuntime } from "./domain/runtime.ts";
import type { AdminParts } from "./edge/routes/admin/admin-parts.ts";
import { registerAdmin } from "./edge/routes/admin/register-admin.ts";
import { callStatusRoute } from "./edge/routes/call-status.ts";
import { registerDesk } from "./edge/routes/desk/register-desk.ts";
import type { OwnOrigin } from "./edge/routes/desk/request/own-origin.ts";
import { isServedSecurely } from "./edge/routes/desk/request/own-origin.ts";
import { registerPictures } from "./edge/routes/pictures/register-pictures.ts";
import { ListenError } from "./edge/server/listen.ts";
import type { Route } from "./edge/server/router.ts";
import type { HttpServer } from "./edge/server/server.ts";
import { createHttpServer } from "./edge/server/server.ts";
import { registerVisitors } from "./edge/sockets/visitor/register-visitors.ts";
import type { OperationsServer } from "./edge/telemetry/operations.ts";
import { registerPages } from "./edge/web/register-pages.ts";
import { builtFolder, openWebFiles } from "./edge/web/web-files.ts";
import { openDiskSpace } from "./files/disk-space.ts";
import { openRenewedGeo } from "./geo/renewed-geo.ts";
import type { OperatorDoor } from "./operator/operator-door.ts";
import { createOperatorDoor } from "./operator/operator-door.ts";
import type { KnownTokens } from "./ports/bot-access.ts";
import type { Clock } from "./ports/clock.ts";
import type { LogHealth } from "./ports/log.ts";
import type { Peers } from "./ports/peers.ts";
import type { Reload } from "./ports/reload.ts";
import type { Store } from "./ports/store.ts";
import { StoreError } from "./ports/store-errors.ts";
import { watchStore } from "./store/watched-store.ts";
import { createTasks } from "./tasks/create-tasks.ts";
import { openSpans } from "./traces/open-spans.ts";

/** The whole service behind one address. */
export interface App {
  readonly runtime: Runtime;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly calls: Calls;
  readonly store: Store;
  /** The access tokens that may be sent to bots. */
  readonly knownTokens: KnownTokens;
  /** Runs tasks that change settings, one at a time in all processes on the store. */
  readonly oneAtATime: OneAtATime;
  /** Every route that is served over HTTP. */
  readonly routes: readonly Route[];
  /** The address on which the app listens, `""` before it listens. */
  url(): string;
  /** Binds the address (503 until `serve`), and loads what is stored and configured. */
  listen(): Promise<{ readonly url: string }>;
  serve(): void;
  /** Reloads the config file. While the app does not serve, it refuses and writes a log entry. */
  readonly reload: Reload;
  /** Stops accepting, finishes and commits what is in progress, and closes everything. */
  stop(): Promise<void>;
}

/** Opens the service as it is deployed: the store that the config names, and requests to customer systems over the network. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, clock: base, log, logHealth, signal, reading } = options;
  const firstPassword = beginFirstPassword(config, options.firstPassword);
  const web = openWebFiles(builtFolder());
  // `npm run dev` sends a message when it has built pages. No other parent of the process has a channel to it.
  process.on("message", web.forget);
  const geo = await openRenewedGeo(config.geoDatabase, log);
  const opened = await openStore({ config, clock: base, log, signal });
  const { clock } = opened;
  let publicUrlOf = (): string => config.publicUrl ?? "";
  const telephony = openTelephony({ config, clock, log, publicUrl: () => publicUrlOf() });
  const mailer = openMailer({ config, clock, log });
  const disk = await openDiskSpace({ dir: config.dataDir, clock, log });
  const archiveFolder = join(config.dataDir, "archive");
  const operatorToken = randomBytes(32).toString("base64url");
  const door = createOperatorDoor({ ...config, token: operatorToken, log });
  // A file that a killed process left must not be read after this process owns the folder.
  await door.close();
  const app = await createApp({
    ...opened,
    ...{ config, log, logHealth, firstPassword },
    telephony,
    mailer,
    ...createTasks({ ...config, clock, log }),
    ...(config.traces !== null && { spans: await openSpans({ ...opened, collector: config.traces, clock, log }) }),
    geo,
    disk,
    archiveFolder,
    operatorToken,
    web,
    ...(reading && { reloading: openReloading(reading, geo) }),
  });
  publicUrlOf = () => config.publicUrl ?? app.url();
  return withDoor(app, door);
}

export interface AppOptions {
  readonly config: Config;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly logHealth: () => LogHealth;
  /** How the config file is reloaded. Absent without a config file. */
  readonly reading?: ConfigReading;
  /** Called early when a first start is likely. Without it, the first administrator's password is created when it is stored. */
  readonly firstPassword?: () => MadePassword;
  /** Stops waiting for a database that is not reachable yet. */
  readonly signal: AbortSignal;
}

/** The operator's commands find the app as long as it listens. Source: BOT-03. */
const withDoor = (app: App, door: OperatorDoor): App => ({
  ...app,
  async listen() {
    const listening = await app.listen();
    await door.open(listening.url);
    return listening;
  },
  async stop() {
    await door.close();
    await app.stop();
  },
});

/** Says whether requests to an address are allowed, for the code that saves an address. Source: AUTH-06. */
export const createTargetCheck: CreateTargetCheck = (outbound) => createAddressGuard(outbound).checkTarget;

/** Whether the operator can fix the error: the data folder, the address or something in the config file cannot be used. The message is complete. */
export const isOperatorsMistake = (error: unknown): error is Error =>
  error instanceof StoreError || error instanceof ListenError || error instanceof SharedBotError;

export async function createApp(given: AppParts): Promise<App> {
  const { config, clock, log, files, archiveFolder: folder } = given;
  const store = watchStore(given);
  const shares = createShares({ ...given, store });
  const { peers, oneAtATime } = shares;
  const parts = await withOutside(given, shares);
  const { limits } = config;
  const server = openServer(parts, () => runtime.registry.counts().pending >= limits.pendingEventsMax);
  let url = "";
  const publicUrl = (): string => config.publicUrl ?? url;
  const visitorPictures = await openVisitorPictures({ ...parts, publicUrl });
  const runtime = await createRuntime({ ...parts, broadcaster: server, limits, visitorPictures });
  const sessions = await createSessions(store, clock, limits.sessionsMax, shares);
  const accounts = await createAccounts({ ...parts, ...runtime, sessions, configAgents: config.agents, limits });
  const { archiveIndex: index = await EmbeddedIndex.find(folder, limits.archiveSearchesMax) } = given;
  const archive = createArchive({ ...parts, index, directory: runtime.directory, limits });
  const openChats = createOpenChats({ store, directory: runtime.directory, feed: runtime.feed, clock, limits, log });
  const calls = addCalls(server, runtime, parts);
  const bounds = createBounds({ ...parts, limits });
  addSurfaces(server, runtime, { ...parts, ...bounds, publicUrl });
  const own = { ...asTold(config), origin: originOf(config), processId: () => peers.id, publicUrl };
  const shared = { ...parts, ...bounds, ...own, runtime, calls, limits, broadcaster: server };
  const desk = registerDesk(server, { ...shared, accounts, archive, openChats });
  const visitors = registerVisitors(server, { ...shared, transfers: desk.transfers });
  closeWhenLeftBehind(peers, [desk, visitors]);
  registerPictures(server, { ...shared, accounts, archive, openChats, transfers: desk.transfers, visitorPictures });
  registerPages(server, { ...shared, directory: runtime.directory });
  const photos = createPhotos(shared);
  const reload = addAdmin(server, parts, { ...shared, ...desk, accounts, photos, oneAtATime });
  const inspect = addInspector(server, { ...shared, accounts, archive, drawer: parts.charts });
  const operations = addOperations(server, runtime, { ...parts, ...bounds, store, desk, visitors, inspect, publicUrl });

  return {
    ...{ runtime, accounts, sessions, calls, store, oneAtATime, reload, knownTokens: parts.botAccess },
    routes: server.routes,
    url: () => url,
    async listen() {
      url = urlOf(config, await operations.listen());
      await takeUpStored({ ...parts, runtime, accounts });
      await calls.start();
      await desk.start();
      await oneAtATime(() => photos.start());
      await runtime.startDeadlines();
      archive.start();
      return { url };
    },
    serve: () => server.startServing(),
    async stop() {
      const untilMs = clock.nowMs() + limits.drainTimeoutMs;
      const drained = server.drain();
      desk.closeSockets();
      visitors.closeSockets();
      inspect.closeSockets();
      await drained;
      await Promise.all([parts.bodyParser.close(), parts.eventParser.close(), archive.stop(), openChats.stop()]);
      await runtime.stop(untilMs);
      inspect.inspector.close();
      await Promise.all([photos.stop(), files.whenQuiet()]);
      await closeOutside({ ...parts, ...bounds }, operations, untilMs);
      shares.freshRows.stop();
      await peers.stop();
      await store.close();
    },
  };
}

/** The outbound side is on the watched store, and its kept rows are caught up together with all others. */
async function withOutside(given: AppParts, shares: Shares) {
  const outside = await openOutside({ ...given, ...shares });
  return { ...given, ...shares, ...outside, ...withSampleCustomer(outside.outbound, given.clock, given.config) };
}

type TakingUp = Pick<AppParts, "config" | "store"> &
  Shares & { readonly runtime: Runtime; readonly accounts: Accounts };

/** Processes that start at the same time declare one after the other. None adopts an account whose agent another one is creating. */
async function takeUpStored({ runtime, accounts, ...parts }: TakingUp): Promise<void> {
  await runtime.erasures.start();
  await parts.oneAtATime(() => takeUp(parts, runtime, accounts));
}

/** Processes that start at the same time get the same key. */
const openVisitorPictures = async (parts: Omit<VisitorPicturesParts, "key"> & Shares & Pick<AppParts, "store">) =>
  createVisitorPictures({ ...parts, key: await parts.oneAtATime(() => openPictureKey(parts.store)) });

/** The other processes gave this one up and marked its agents as away. It closes its sockets, and they return under its new id. */
function closeWhenLeftBehind(peers: Peers, surfaces: readonly { closeSockets(reason: string): void }[]): void {
  peers.onLeftBehind(() => {
    for (const { closeSockets } of surfaces) closeSockets("This process did not respond for too long; connect again.");
  });
}

/** Ends requests to others, the workers, the disk watcher and the operators' routes, and exports the last spans. */
const closeOutside = (
  parts: AppParts & Outside & Pick<Bounds, "diskWarnings">,
  operations: OperationsServer,
  untilMs: number,
) => {
  parts.diskWarnings?.stop();
  const { outbound, pictures, telephony, mailer, chatLog, charts, thumbnailer, disk } = parts;
  const all = [outbound, pictures, telephony, mailer, chatLog, charts, thumbnailer, disk, operations];
  return Promise.all([...all.map((one) => one?.close()), parts.spans?.close(untilMs)]);
};

type ServerParts = Pick<AppParts, "config" | "clock" | "log" | "spans"> & Pick<Shares, "isBehind">;

function openServer({ config, clock, log, isBehind, spans }: ServerParts, isOverloaded: () => boolean): HttpServer {
  const { tls, limits, trustedProxies } = config;
  const origin = originOf(config);
  return createHttpServer({
    ...(tls === null ? {} : { tls: { certPath: tls.certFile, keyPath: tls.keyFile } }),
    limits,
    clock,
    log,
    trustedProxies,
    isOverloaded,
    isBehind,
    isSecure: () => isServedSecurely(origin),
    ...(spans && { spans }),
  });
}

function addCalls(
  server: HttpServer,
  runtime: Runtime,
  { config, telephony, log, peers }: AppParts & { readonly peers: Peers },
): Calls {
  const calls = createCalls({
    ...{ runtime, peers, telephony, log },
    get incomingChannelId() {
      const channel = config.telephony?.channel;
      return channel === undefined ? null : asChannelId(channel);
    },
  });
  watchBalances(runtime.directory, log);
  server.route(callStatusRoute({ calls, token: () => config.telephony?.token ?? null, limits: config.limits }));
  return calls;
}

interface AdminNeeds
  extends Omit<AdminParts, "declared" | "reload" | "store" | "previews" | "operatorToken" | "backups"> {
  readonly calls: Calls;
}

function addAdmin(
  server: HttpServer,
  parts: Omit<AppParts, "store"> & Outside & Pick<AdminParts, "store" | "oneAtATime">,
  needs: AdminNeeds,
): Reload {
  const { config, operatorToken = null } = parts;
  const declared = declaredBy(config);
  const reload = createReload({ ...parts, ...needs, server, declared });
  registerAdmin(server, {
    ...{ ...parts, ...needs, previews: requestPreviews, operatorToken, declared, reload },
    backups: parts.backups ?? null,
  });
  return reload;
}

/** Values that a reload can change are read each time. */
const asTold = (config: Config) => ({
  hasMail: () => config.smtp !== null,
  hasSampleCustomer: () => config.sampleCustomer,
  remotePictures: () => config.remotePictures,
});

const originOf = (config: Config): OwnOrigin => ({
  get publicUrl() {
    return config.publicUrl;
  },
  isTls: config.tls !== null,
});

function urlOf({ tls }: Config, { host, port }: { readonly host: string; readonly port: number }): string {
  const scheme = tls === null ? "http" : "https";
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
