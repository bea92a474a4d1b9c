import { createArchive } from "../archive/archive.ts";
import { createOpenChats } from "../archive/open-chats.ts";
import { asChannelId } from "../core/ids.ts";
import { createOneEverywhere } from "../core/peers/one-everywhere.ts";
import { createSharedCounts } from "../core/peers/shared-counts.ts";
import { createUlids } from "../core/random/ulid.ts";
import { createFreshRows } from "../core/rows/fresh-rows.ts";
import { withoutRedaction } from "../core/telemetry/log.ts";
import { createAddressGuard } from "../delivery/address/address-guard.ts";
import { createOutbound } from "../delivery/create-outbound.ts";
import { withSampleCustomer } from "../delivery/customer/sample-customer.ts";
import { createIdentityTokens } from "../delivery/identity/identity-tokens.ts";
import { createLinkPreviews } from "../delivery/pictures/link-previews.ts";
import { createRemotePictures } from "../delivery/pictures/remote-pictures.ts";
import { createAccounts } from "../domain/agent/accounts/accounts.ts";
import { createSessions } from "../domain/agent/accounts/sessions.ts";
import { createPhotos } from "../domain/agent/photos.ts";
import { createBotTests } from "../domain/bot/bot-tests.ts";
import { createKnownTokens } from "../domain/bot/known-tokens.ts";
import { createSharedTokens } from "../domain/bot/shared-tokens.ts";
import { createCalls } from "../domain/call/calls.ts";
import { watchBalances } from "../domain/call/low-balance.ts";
import { createWarningLines } from "../domain/channel/warning-lines.ts";
import { createVisitorProofs } from "../domain/client/visitor-proofs.ts";
import { createVisitorPictures, openPictureKey } from "../domain/feed/visitor-pictures.ts";
import { openLocalAddresses } from "../domain/local-addresses.ts";
import { createRuntime } from "../domain/runtime.ts";
import { openWaitingSetting } from "../domain/waiting-limits.ts";
import { createAddressQuotas } from "../edge/limits/address-quotas.ts";
import { createAgentQuotas } from "../edge/limits/agent-quotas.ts";
import type { Bounds } from "../edge/limits/bounds.ts";
import { createDiskFloors, watchDisk } from "../edge/limits/disk-floors.ts";
import { Refusals } from "../edge/limits/refusals.ts";
import { isServedSecurely } from "../edge/routes/desk/request/own-origin.ts";
import type { HttpServer } from "../edge/server/server.ts";
import { createHttpServer } from "../edge/server/server.ts";
import type { Outbound } from "../ports/outbound.ts";
import { watchStore } from "../store/watched-store.ts";
import type { Adapters } from "./open.ts";
import type { Edge } from "./wire-edge.ts";
import { wireEdge } from "./wire-edge.ts";

/** The parts of the service, in the order in which they are made. Each takes from the ones before it. */
export interface Parts {
  readonly inner: InnerParts;
  readonly edge: Edge;
}

export interface InnerParts {
  readonly shared: Shared;
  readonly outside: Outside;
  readonly bounds: Bounds;
  readonly domain: Domain;
}

/** Who gets what: every part of the service is made here, once. Nothing listens, and nothing stored is loaded but settings. */
export async function wire(adapters: Adapters): Promise<Parts> {
  const shared = wireShared(adapters);
  const outside = await wireOutside(adapters, shared);
  const bounds = wireBounds(adapters, shared);
  const { limits } = adapters.config;
  const isOverloaded = (): boolean => domain.runtime.registry.counts().pending >= limits.pendingEventsMax;
  const server = wireServer(adapters, shared, isOverloaded);
  const domain = await wireDomain(adapters, shared, outside, server);
  const inner = { shared, outside, bounds, domain };
  return { inner, edge: wireEdge(adapters, inner, server) };
}

type Shared = Readonly<ReturnType<typeof wireShared>>;

/** What all processes on one store share. */
function wireShared({ clock, log, stored, nodes }: Adapters) {
  const { peers, rowNews } = nodes;
  const store = watchStore({ store: stored.store, clock, log });
  const freshRows = createFreshRows({ store, peers, rowNews, clock });
  const counts = createSharedCounts({ peers, clock });
  const catchUp = (): Promise<void> => freshRows.catchUp();
  // Runs changes by administrators and the tasks of a start, one at a time.
  const oneAtATime = createOneEverywhere({ peers, clock, name: "administration", catchUp });
  // Whether other processes may have answered from newer state than this process knows.
  const isBehind = (): boolean => peers.isBehind() || freshRows.isReloading();
  return { store, freshRows, counts, isBehind, oneAtATime };
}

type Outside = Readonly<Awaited<ReturnType<typeof wireOutside>>>;

/** Requests to addresses that administrators and clients gave. Source: AUTH-06, AUTH-10. */
async function wireOutside({ config, clock, log, nodes, others }: Adapters, shared: Shared) {
  const { store, freshRows } = shared;
  const { outbound: policy, limits } = config;
  const storedTokens = createKnownTokens(store, clock, freshRows);
  await storedTokens.load();
  const knownTokens = others.knownTokens ?? storedTokens;
  const isForbidden = (): boolean => config.localAddresses === "forbidden";
  const localAddresses = await openLocalAddresses(isForbidden, store, freshRows, clock, log);
  const guard = createAddressGuard(policy, others.resolver, localAddresses);
  const sharedTokens = nodes.peers.isAlone ? undefined : createSharedTokens({ store, peers: nodes.peers, clock });
  const plainLog = withoutRedaction(log);
  const hasThread = config.outboundThread;
  const overNetwork = (): Outbound =>
    createOutbound({ policy, limits, clock, log, plainLog, knownTokens, guard, sharedTokens, hasThread });
  const { outbound, sampleCustomer } = withSampleCustomer(others.outbound ?? overNetwork(), clock, config);
  // Clients choose the addresses of pictures. What an operator or administrator allowed is for configured targets only.
  const picturePolicy = {
    allow: others.pictureNetworks,
    get allowHttp() {
      return policy.allowHttp;
    },
  };
  const pictures = createRemotePictures({
    get remotePictures() {
      return config.remotePictures;
    },
    limits,
    guard: createAddressGuard(picturePolicy, others.resolver),
    clock,
  });
  const linkPreviews = createLinkPreviews({
    get linkPreviews() {
      return config.linkPreviews;
    },
    limits,
    guard: createAddressGuard(picturePolicy, others.resolver),
    clock,
  });
  return {
    outbound,
    sampleCustomer,
    botAccess: knownTokens,
    checkTarget: guard.checkTargetResolved,
    localAddresses,
    pictures,
    linkPreviews,
    identityTokens: createIdentityTokens(guard, clock),
  };
}

function wireBounds({ config, clock, log, host }: Adapters, { counts }: Shared): Bounds {
  const { limits } = config;
  const refusals = new Refusals();
  const floors = createDiskFloors({ disk: host.disk ?? undefined, limits, refusals });
  return {
    refusals,
    floors,
    addresses: createAddressQuotas({ limits, clock, refusals, counts }),
    agentQuotas: createAgentQuotas({ limits, clock, refusals, counts }),
    diskWarnings: host.disk === null ? undefined : watchDisk({ floors, clock, log }),
  };
}

function wireServer({ config, clock, log, host }: Adapters, shared: Shared, isOverloaded: () => boolean): HttpServer {
  const { tls, limits, trustedProxies } = config;
  return createHttpServer({
    tls: tls === null ? undefined : { certPath: tls.certFile, keyPath: tls.keyFile },
    limits,
    clock,
    log,
    trustedProxies,
    isOverloaded,
    isBehind: shared.isBehind,
    isSecure: () => isServedSecurely({ publicUrl: config.publicUrl, isTls: tls !== null }),
    spans: host.spans ?? undefined,
  });
}

export type Domain = Readonly<Awaited<ReturnType<typeof wireDomain>>>;

/** The actors, and what is kept of people and chats. */
async function wireDomain(adapters: Adapters, shared: Shared, outside: Outside, server: HttpServer) {
  const { config, clock, log, stored, nodes, others, tasks, host } = adapters;
  const { limits } = config;
  const { store, freshRows, counts, oneAtATime } = shared;
  const { peers, rowNews } = nodes;
  const { publicUrl } = host.address;
  // Processes that start at the same time get the same key.
  const key = await oneAtATime(() => openPictureKey(store));
  const visitorPictures = createVisitorPictures(key, outside.pictures, publicUrl);
  const runtime = await createRuntime({
    kept: { store, files: stored.files, freshRows, rowNews },
    nodes: { peers, counts, leftWork: nodes.leftWork ?? undefined },
    outward: {
      outbound: outside.outbound,
      telephony: others.telephony,
      mailer: others.mailer,
      chatLog: tasks.chatLog,
      spans: host.spans ?? undefined,
    },
    shown: { broadcaster: server, visitorPictures },
    clock,
    limits,
    log,
  });
  const { directory, feed } = runtime;
  const sessions = await createSessions(store, clock, limits.sessionsMax, { freshRows, peers });
  const accounts = await createAccounts({
    store,
    sessions,
    clock,
    limits,
    configAgents: config.agents,
    hashing: { passwordCost: host.operator.passwordCost, firstPassword: host.operator.firstPassword },
    others: { directory, freshRows, peers, counts },
  });
  await accounts.apiKeys.declare(config.apiKeys);
  watchBalances(directory, log);
  const newUlid = createUlids();
  const newLogId = (): string => newUlid(clock.nowMs());
  const { defects } = runtime;
  const warn = createWarningLines({ store, clock, defects, newLogId, keysMax: limits.rateBucketsMax });
  return {
    runtime,
    sessions,
    accounts,
    archive: createArchive({ index: stored.archiveIndex, peers, store, directory, clock, limits, log }),
    openChats: createOpenChats({ store, directory, feed, clock, limits, log }),
    calls: createCalls({
      runtime,
      peers,
      telephony: others.telephony,
      log,
      get incomingChannelId() {
        const channel = config.telephony?.channel;
        return channel === undefined ? null : asChannelId(channel);
      },
    }),
    photos: createPhotos(stored.photos, runtime, log, publicUrl),
    visitorPictures,
    visitorProofs: createVisitorProofs({ tokens: outside.identityTokens, key, clock, warn }),
    warn,
    botTests: createBotTests(clock),
    waiting: await openWaitingSetting(store, freshRows, directory),
  };
}
