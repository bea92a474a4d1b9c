import { isDeepStrictEqual } from "node:util";
import type { VisitorChange } from "../../../../machines/chat/client.types.ts";
import type { ChannelId, ConversationKey } from "../../../../machines/ids.ts";
import type { VisitorHello, VisitorRequest } from "../../../codec/visitor/visitor-received.ts";
import { parseVisitorFrame } from "../../../codec/visitor/visitor-received.ts";
import { encodeDoneFrame, encodeVisitorFrame } from "../../../codec/visitor/visitor-sent.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { KeyCounts } from "../../../core/bounds/key-counts.ts";
import { createFreshReads } from "../../../core/fresh-reads.ts";
import { InOrder } from "../../../core/in-order.ts";
import { assert } from "../../../core/result.ts";
import { isProvedSecret } from "../../../core/visitor-secret.ts";
import type { Calls } from "../../../domain/call/calls.ts";
import { createAnswerTimes } from "../../../domain/chat/answer-times.ts";
import type { Visitor } from "../../../domain/chat/visitor-inbox.ts";
import { createVisitorInbox } from "../../../domain/chat/visitor-inbox.ts";
import type { VisitorProofs } from "../../../domain/client/visitor-proofs.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Wake } from "../../../ports/clock.ts";
import type { FileStore } from "../../../ports/file-store.ts";
import type { Geo } from "../../../ports/geo.ts";
import type { Store } from "../../../ports/store.ts";
import { StoreAwayError } from "../../../ports/store-errors.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { Bounds } from "../../limits/bounds.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { limiterOf } from "../../limits/rate-limiter.ts";
import type { OwnProcess } from "../../routes/desk/request/own-origin.ts";
import type { Transfers } from "../../routes/files/transfers.ts";
import { visitorFileRoute } from "../../routes/files/visitor-file.ts";
import { createVisitorFileQuotas } from "../../routes/files/visitor-file-quotas.ts";
import type { HttpServer } from "../../server/server.ts";
import type { Refusal } from "../close-codes.ts";
import { closeCodes } from "../close-codes.ts";
import { isSession } from "../live-link.ts";
import { SocketHub } from "../socket-hub.ts";
import type { Begin, SocketKind } from "../socket-kind.ts";
import { pageOf, refuseWidget } from "./visitor-admission.ts";
import type { VisitorContext } from "./visitor-context.ts";
import type { Entering } from "./visitor-entry.ts";
import { enterVisitor, readHello } from "./visitor-entry.ts";
import type { Claim } from "./visitor-identity.ts";
import { noClaim, readClaim, VisitorHellos } from "./visitor-identity.ts";
import type { GreetingVisitor, VisitorBrowser, VisitorLink, VisitorSession } from "./visitor-link.ts";
import { carryOutRequest, createRequestRate } from "./visitor-requests.ts";

export interface Visitors {
  /** The number of open sockets. */
  socketCount(): number;
  /** Closes every socket with 1001. By default the reason is that the service stops. */
  closeSockets(reason?: string): void;
}

/** Registers the socket and routes of visitors' pages. */
export function registerVisitors(
  server: HttpServer,
  parts: {
    readonly domain: { readonly runtime: Runtime; readonly calls: Calls; readonly proofs: VisitorProofs };
    readonly stored: { readonly store: Store; readonly files: FileStore };
    readonly geo: Geo;
    /** The transfers of all files. */
    readonly transfers: Transfers;
    readonly bounds: Bounds;
    readonly own: OwnProcess;
  },
): Visitors {
  const { domain, stored, geo, transfers, bounds, own } = parts;
  const { runtime, calls, proofs } = domain;
  const { store, files } = stored;
  const { limits, clock, log, origin, publicUrl } = own;
  /** For each visitor, over all pages and kinds of requests. Source: LIM-02. */
  const rate = limiterOf("sender", "visitor", own);
  const inbox = createVisitorInbox({ post: runtime.post, clock });
  const answerTimes = createAnswerTimes(store, clock, log);
  const sockets = new VisitorSockets({ runtime, calls, store, proofs, inbox, answerTimes, bounds, own }, geo, rate);
  sockets.hub.register(server);
  const { floors, addresses, refusals } = bounds;
  const { channelFileBytes } = runtime;
  const quotas = createVisitorFileQuotas({ limits, store, clock, floors, addresses, refusals, channelFileBytes });
  server.route(
    visitorFileRoute({ runtime, store, proofs, origin, rate, files, limits, transfers, clock, quotas, publicUrl }),
  );
  return { socketCount: () => sockets.hub.links.size, closeSockets: (reason) => sockets.hub.closeAll(reason) };
}

/** The limit for one page; while the store responds, the rate limit is reached long before. */
const requestsWaitingMax = 64;

type VisitorKind = SocketKind<VisitorBrowser, VisitorSession, VisitorHello, VisitorRequest>;

/** Every live page with a widget. */
class VisitorSockets {
  readonly #context: VisitorContext;
  readonly #geo: Geo;
  readonly #callback: CallbackNews;
  readonly #hellos: VisitorHellos;
  /** Sockets of each address, and pages of each visitor. */
  readonly #socketsOf = new KeyCounts();
  readonly hub: SocketHub<VisitorBrowser, VisitorSession, VisitorHello, VisitorRequest>;

  constructor(context: VisitorContext, geo: Geo, rate: RateLimiter) {
    const { runtime, bounds, own } = context;
    this.#context = context;
    this.#geo = geo;
    this.#hellos = new VisitorHellos(own, bounds, (conversation) => this.#socketsOf.count(conversation));
    this.hub = new SocketHub(this.#kindOf(rate), own);
    this.#callback = createCallbackNews(context);
    runtime.directory.onChannelChange((channelId, before, after) => this.#channelChanged(channelId, before, after));
    runtime.feed.onSkipped(() => this.#haveComeBack());
  }

  #kindOf(rate: RateLimiter): VisitorKind {
    const { limits } = this.#context.own;
    const { refusals } = this.#context.bounds;
    return {
      path: "/ws/widget",
      idMark: "v",
      frameBytesMax: limits.frameBytesMax,
      // A page would not notice a missing message, so it is closed and reconnects with its `since`.
      waitingBytesMax: limits.visitorBackpressureBytesMax,
      silenceMs: limits.visitorSilenceMs,
      backlog: {
        groupOf: (link) => link.upgrade.group,
        groupBytesMax: limits.addressWaitingBytesMax,
        idleMs: limits.takeIdleMs,
        onDrop: (reason) => refusals.count(reason === "idle" ? "takeIdleMs" : "addressWaitingBytesMax"),
      },
      rate: createRequestRate(rate),
      entry: {
        by: "hello",
        withinMs: limits.requestTimeoutMs,
        secondHello: "Field type must be another type than hello: the hello was already received.",
        greet: (link, hello) => this.#greet(link, hello),
      },
      admit: (exchange) => this.#readBrowser(exchange),
      refuseRoom: (link) => this.#refuseRoom(link),
      mayStay: null,
      parse: (bytes) => parseVisitorFrame(bytes, limits),
      onMistake: (link, message) => link.end(closeCodes.badFrame, message),
      take: (link, session, request, frameBytes) => this.#take(link, session, request, frameBytes),
      onTaken: null,
      onClosed: (link, last) => this.#closed(link, last),
    };
  }

  #readBrowser(exchange: HttpExchange): VisitorBrowser {
    const address = exchange.remoteAddress();
    return {
      page: pageOf(this.#context.own.origin, exchange),
      address,
      group: addressGroup(address),
      userAgent: exchange.header("user-agent"),
    };
  }

  #refuseRoom({ upgrade: { group } }: VisitorLink): Refusal | null {
    const { limits } = this.#context.own;
    const { refusals } = this.#context.bounds;
    if (this.#socketsOf.add(group) <= limits.addressSocketsMax) return null;
    refusals.count("addressSocketsMax");
    const reason = `One address may have ${limits.addressSocketsMax} pages open (addressSocketsMax).`;
    return { code: closeCodes.tryAgainLater, reason };
  }

  #closed(link: VisitorLink, last: VisitorSession | null): void {
    this.#socketsOf.remove(link.upgrade.group);
    if (last === null) return;
    this.#socketsOf.remove(last.visitor.conversation);
    this.#callback.remove(link, last.visitor);
    if (last.name === "greeting") last.entrance?.leave();
  }

  /**
   * Closes the pages after the feed has skipped entries. The pages reconnect with their `since` and receive the messages that
   * were stored meanwhile.
   */
  #haveComeBack(): void {
    for (const link of this.hub.links) {
      if (isSession(link.state)) link.end(closeCodes.tryAgainLater, "Messages may have been missed; connect again.");
    }
  }

  #channelChanged(channelId: ChannelId, before: ChannelEntry | undefined, after: ChannelEntry | undefined): void {
    const { proofs } = this.#context;
    const identity = after?.settings.widget?.identity;
    const hasOtherProofs = after !== undefined && !isDeepStrictEqual(identity, before?.settings.widget?.identity);
    for (const link of this.hub.links) {
      const { state } = link;
      if (!isSession(state) || state.visitor.channelId !== channelId) continue;
      const refusal = refuseWidget(after, link.upgrade.page);
      if (refusal !== null) link.end(refusal.code, refusal.reason);
      else if (hasOtherProofs && isProvedSecret(state.secret) && proofs.idIn(after.settings, state.secret) === null)
        link.end(closeCodes.tryAgainLater, "What the page has proved no longer counts; connect again.");
    }
  }

  #greet(link: VisitorLink, hello: VisitorHello): Begin | Promise<Begin> {
    const entry = this.#context.runtime.directory.find(hello.widget);
    const begin = (claim: Claim) => () => this.#begin(link, hello, claim);
    const isRefused = entry === undefined || refuseWidget(entry, link.upgrade.page) !== null;
    if (isRefused || (hello.visitor === undefined && hello.identity === undefined)) return begin(noClaim);
    return readClaim(entry.settings, hello, `socket ${link.id}`, this.#context).then(begin);
  }

  /** Stores the page's data at once, also for a visitor who never writes, because the page may need the number. Source: WJ-12, WJ-13. */
  #begin(link: VisitorLink, hello: VisitorHello, { claimed, proof }: Claim): void | Promise<void> {
    const { page, group } = link.upgrade;
    const entry = this.#context.runtime.directory.find(hello.widget);
    const refusal = refuseWidget(entry, page);
    if (refusal !== null) return link.end(refusal.code, refusal.reason);
    assert(entry !== undefined, "Expected an existing widget after the check of the hello");
    const identity = this.#hellos.identify(group, claimed, entry.settings.id);
    if (!identity.ok) return link.end(closeCodes.tryAgainLater, identity.failure.message);
    const read = readHello(hello, link.upgrade, claimed?.client?.session ?? null, this.#geo);
    if (!read.ok) return link.end(closeCodes.badFrame, read.failure.message);
    const change = proof?.ok === true ? { ...read.value, proved: proof.value.facts } : read.value;
    const { visitor, secret } = identity.value;
    const proved = change.proved ?? claimed?.client?.proved;
    const reported = { facts: change.session, contact: {}, proved };
    const requests = new InOrder();
    const greeting: GreetingVisitor = { name: "greeting", visitor, secret, reported, requests, entrance: null };
    link.become(greeting);
    this.#socketsOf.add(visitor.conversation);
    return greeting.requests.run(() => this.#enter({ link, greeting, hello, proof }, change));
  }

  /** Resolves when the page is live or has disconnected. */
  async #enter(hello: Omit<Entering, "outcome">, change: VisitorChange): Promise<void> {
    const { link, greeting } = hello;
    const { visitor } = greeting;
    const letter = { visitor, cause: `socket ${link.id}` };
    const entered = new Promise<void>((resolve, reject) => {
      this.#context.inbox.change(letter, change, (outcome) => {
        if (!outcome.ok) link.end(closeCodes.tryAgainLater, outcome.failure.message);
        if (!outcome.ok || !link.isOpen) return resolve();
        const onLive = (): void => this.#callback.add(link, visitor);
        enterVisitor({ ...hello, outcome }, this.#context, onLive).then(resolve, reject);
      });
    });
    try {
      await entered;
    } catch (error) {
      link.end(closeCodes.internal, "The socket could not be served.");
      throw error;
    }
  }

  /** A browser hides pings from the page, so a beat is answered at once, even while other requests wait. */
  #take(link: VisitorLink, session: VisitorSession, request: VisitorRequest, frameBytes: number): void | Promise<void> {
    if (request.type === "beat") return link.send(encodeDoneFrame(request.id, 0));
    if (session.requests.waiting < requestsWaitingMax)
      return carryOutRequest({ link, session, request, frameBytes }, this.#context);
    const reason = `More than ${requestsWaitingMax} requests wait for earlier requests.`;
    return link.end(closeCodes.tryAgainLater, reason);
  }
}

/** Notifies pages whether their visitor can request a call, so that they need not poll. Source: WJ-27, WJ-28. */
interface CallbackNews {
  /** Called at its `ready`. */
  add(link: VisitorLink, visitor: Visitor): void;
  /** Removes the link of this visitor. */
  remove(link: VisitorLink, visitor: Visitor): void;
}

const minuteMs = 60_000;

/** Sends changes caused by the channel's settings and call balance, by a call that starts or ends, or by the time of day. */
function createCallbackNews({ runtime, calls, own: { clock, log } }: VisitorContext): CallbackNews {
  const links = new Map<ConversationKey, Set<VisitorLink>>();
  let wake: Wake | null = null;

  /** The results for one page arrive in the order of the calls. */
  const readRefusal = createFreshReads(({ state }: VisitorLink) =>
    state.name === "live"
      ? calls.callbackRefusal(state.visitor.channelId, state.visitor.conversation)
      : Promise.resolve(null),
  );
  const notifyNow = async (link: VisitorLink): Promise<void> => {
    const refusal = await readRefusal(link);
    const { state } = link;
    if (state.name !== "live" || refusal === state.callback) return;
    state.callback = refusal;
    link.send(encodeVisitorFrame({ type: "callback", callback: refusal }));
  };
  const notify = (link: VisitorLink, isConcerned: (channelId: ChannelId) => boolean): void => {
    if (link.state.name !== "live" || !isConcerned(link.state.visitor.channelId)) return;
    notifyNow(link).catch((error: unknown) => {
      // A database that is away is logged once, and not for each page.
      if (!(error instanceof StoreAwayError))
        log.error({ err: error, socket: link.id }, "a page could not be notified whether callbacks are available");
    });
  };
  const notifyAll = (isConcerned: (channelId: ChannelId) => boolean): void => {
    for (const ofVisitor of links.values()) for (const link of ofVisitor) notify(link, isConcerned);
  };
  const hasHours = (channelId: ChannelId): boolean =>
    (runtime.directory.find(channelId)?.settings.widget?.callback.hours.length ?? 0) > 0;
  /** Hours start and end at full minutes. */
  const arm = (): void => {
    const nowMs = clock.nowMs();
    wake = clock.wakeAt(nowMs - (nowMs % minuteMs) + minuteMs, () => {
      notifyAll(hasHours);
      arm();
    });
  };

  const notifyChannel = (channelId: ChannelId): void => notifyAll((id) => id === channelId);

  runtime.directory.onChannelChange(notifyChannel);
  runtime.runningCalls.onUnansweredChange(notifyChannel);
  runtime.visitorFeed.onChatShown((conversation) => {
    for (const link of links.get(conversation) ?? []) notify(link, () => true);
  });
  return {
    add(link, { conversation }) {
      const ofVisitor = links.get(conversation);
      if (ofVisitor === undefined) links.set(conversation, new Set([link]));
      else ofVisitor.add(link);
      if (wake === null) arm();
      // It may have changed since it was looked up for `ready`.
      notify(link, () => true);
    },
    remove(link, { conversation }) {
      const ofVisitor = links.get(conversation);
      ofVisitor?.delete(link);
      if (ofVisitor?.size === 0) links.delete(conversation);
      if (links.size > 0) return;
      wake?.cancel();
      wake = null;
    },
  };
}
