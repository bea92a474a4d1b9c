import { randomBytes } from "node:crypto";
import type { CreateTargetCheck } from "../config/cross-checks.ts";
import type { OneAtATime } from "../core/one-at-a-time.ts";
import { createAddressGuard } from "../delivery/address/address-guard.ts";
import type { Accounts } from "../domain/agent/accounts/accounts.ts";
import type { Sessions } from "../domain/agent/accounts/sessions.ts";
import { SharedBotError } from "../domain/bot/declared-bots.ts";
import type { Calls } from "../domain/call/calls.ts";
import type { Runtime } from "../domain/runtime.ts";
import { ListenError } from "../edge/server/listen.ts";
import type { Route } from "../edge/server/router.ts";
import { createOperatorDoor } from "../operator/operator-door.ts";
import type { KnownTokens } from "../ports/bot-access.ts";
import type { Reload } from "../ports/reload.ts";
import type { Store } from "../ports/store.ts";
import { StoreError } from "../ports/store-errors.ts";
import { takeUp } from "./declare.ts";
import type { Adapters, Start } from "./open.ts";
import { openAdapters } from "./open.ts";
import type { Parts } from "./wire.ts";
import { wire } from "./wire.ts";

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

/** Says whether requests to an address are allowed, for the code that saves an address. Source: AUTH-06. */
export const createTargetCheck: CreateTargetCheck = (outbound) => createAddressGuard(outbound).checkTarget;

/** Whether the operator can fix the error: the data folder, the address or something in the config file cannot be used. The message is complete. */
export const isOperatorsMistake = (error: unknown): error is Error =>
  error instanceof StoreError || error instanceof ListenError || error instanceof SharedBotError;

/** Opens the service as it is deployed: the adapters that the config names, and the operator's way to this process. */
export async function openApp(start: Start): Promise<App> {
  const { config, log } = start;
  const token = randomBytes(32).toString("base64url");
  const adapters = await openAdapters(start, token);
  const door = createOperatorDoor({ dataDir: config.dataDir, tls: config.tls, token, log });
  // A file that a killed process left must not be read after this process owns the folder.
  door.close();
  const app = await createApp(adapters);
  const { listen, stop } = app;
  const { forget } = adapters.host.web;
  // `npm run dev` sends a message when it has built pages. No other parent of the process has a channel to it.
  process.on("message", forget);
  // The operator's commands find the app as long as it listens. Source: BOT-03.
  return Object.assign(app, {
    async listen() {
      const listening = await listen();
      await door.open(listening.url);
      return listening;
    },
    async stop() {
      process.off("message", forget);
      door.close();
      await stop();
    },
  });
}

export async function createApp(adapters: Adapters): Promise<App> {
  const parts = await wire(adapters);
  const { address } = adapters.host;
  const { shared, outside, domain } = parts.inner;
  const { server, reload } = parts.edge;
  return {
    runtime: domain.runtime,
    accounts: domain.accounts,
    sessions: domain.sessions,
    calls: domain.calls,
    store: shared.store,
    knownTokens: outside.botAccess,
    oneAtATime: shared.oneAtATime,
    routes: server.routes,
    reload,
    url: () => address.url,
    async listen() {
      await begin(adapters, parts);
      return { url: address.url };
    },
    serve: () => server.startServing(),
    stop: () => stop(adapters, parts),
  };
}

/** The order of a start. Requests are answered 503 meanwhile. */
async function begin({ config, nodes, host }: Adapters, { inner, edge }: Parts): Promise<void> {
  const { runtime, accounts, calls, photos, archive } = inner.domain;
  const { store, oneAtATime } = inner.shared;
  const listening = await edge.operations.listen();
  host.address.url = urlOf(config.tls !== null, listening);
  await runtime.erasures.start();
  // Processes that start at the same time declare one after the other. None adopts an account whose agent another one is creating.
  await oneAtATime(() => takeUp({ config, store, peers: nodes.peers }, runtime, accounts));
  await calls.start();
  await edge.desk.start();
  await oneAtATime(() => photos.start());
  await runtime.startDeadlines();
  archive.start();
}

const urlOf = (isTls: boolean, { host, port }: { readonly host: string; readonly port: number }): string =>
  `${isTls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The order of ending. What was accepted is finished and committed, before anything that it uses is closed. */
async function stop(adapters: Adapters, { inner, edge }: Parts): Promise<void> {
  const { config, clock, stored, nodes, tasks } = adapters;
  const { runtime, photos, archive, openChats } = inner.domain;
  const untilMs = clock.nowMs() + config.limits.drainTimeoutMs;
  const drained = edge.server.drain();
  // In the same tick, so that the last commits include that the agents have gone.
  edge.desk.closeSockets();
  edge.visitors.closeSockets();
  edge.inspect.closeSockets();
  await drained;
  await Promise.all([tasks.bodyParser.close(), tasks.eventParser.close(), archive.stop(), openChats.stop()]);
  await runtime.stop(untilMs);
  edge.inspector.close();
  await Promise.all([photos.stop(), stored.files.whenQuiet()]);
  await closeOutside(adapters, { inner, edge }, untilMs);
  inner.shared.freshRows.stop();
  await nodes.peers.stop();
  await inner.shared.store.close();
}

/** Ends requests to others, the threads, the disk watcher and the operators' routes, and exports the last spans. */
async function closeOutside({ others, tasks, host }: Adapters, { inner, edge }: Parts, untilMs: number): Promise<void> {
  const { outbound, pictures, linkPreviews, identityTokens } = inner.outside;
  inner.bounds.diskWarnings?.stop();
  await Promise.all([
    outbound.close(),
    pictures.close(),
    linkPreviews.close(),
    identityTokens.close(),
    others.telephony.close(),
    others.mailer.close(),
    tasks.chatLog.close(),
    tasks.charts.close(),
    tasks.thumbnailer.close(),
    host.disk?.close(),
    edge.operations.close(),
    host.spans?.close(untilMs),
  ]);
}
