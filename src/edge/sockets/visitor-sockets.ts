import type { ChannelId } from "../../../machines/ids.ts";
import type { VisitorFrame, VisitorHello } from "../../codec/visitor/visitor-frame.ts";
import { parseVisitorFrame } from "../../codec/visitor/visitor-frame.ts";
import { addressGroup } from "../../core/addresses/address-group.ts";
import { assert } from "../../core/assert.ts";
import { KeyCounts } from "../../core/bounds/key-counts.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { createVisitorInbox } from "../../domain/chat/visitor-inbox.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import type { HttpServer } from "../server/server.ts";
import { closeCodes } from "./close-codes.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { PeerBacklogs } from "./peer-backlogs.ts";
import { refuseUnreadable } from "./unreadable-frame.ts";
import { pageOf, refuseWidget } from "./visitor-admission.ts";
import type { CallbackNews } from "./visitor-callback.ts";
import { createCallbackNews } from "./visitor-callback.ts";
import { enterVisitor, readHello } from "./visitor-entry.ts";
import type { VisitorIdentity } from "./visitor-identity.ts";
import { findIdentity, newIdentity } from "./visitor-identity.ts";
import type { VisitorHolder } from "./visitor-link.ts";
import { VisitorLink } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";
import type { RequestParts } from "./visitor-requests.ts";
import { carryOutRequest } from "./visitor-requests.ts";

/** How much longer than allowed a frame may be to be refused with a reason; the server underneath gives none. */
const readFrameFactor = 4;

const tooManyHellos = fail("rate_limited", "Too many pages say hello from here; try again later.");

/** Every live page with a widget. */
export class VisitorSockets {
  readonly #parts: RequestParts;
  readonly #heartbeat: Heartbeat;
  readonly #callback: CallbackNews;
  /** Of one visitor, and new visitors of one address: each takes a number and a record. */
  readonly #hellos: RateLimiter;
  /** New visitors of all addresses. */
  readonly #newcomers: RateLimiter;
  readonly #socketsOf: KeyCounts;
  readonly #backlogs: PeerBacklogs;
  readonly #links = new Set<VisitorLink>();
  #lastNumber = 0;

  constructor(parts: VisitorParts) {
    const { runtime, clock, limits, refusals } = parts;
    const { senderPerSecond: perSecond, senderBurst: burst, rateBucketsMax: bucketsMax } = limits;
    this.#hellos = createRateLimiter({ perSecond, burst, bucketsMax, clock });
    const { newVisitorsPerSecond, newVisitorsBurst } = limits;
    const newcomers = { perSecond: newVisitorsPerSecond, burst: newVisitorsBurst, bucketsMax: 1 };
    this.#newcomers = createRateLimiter({ ...newcomers, clock });
    this.#socketsOf = new KeyCounts();
    this.#backlogs = new PeerBacklogs({
      clock,
      groupBytesMax: limits.addressWaitingBytesMax,
      idleMs: limits.takeIdleMs,
      onDrop: (reason) => refusals.count(reason === "idle" ? "takeIdleMs" : "addressWaitingBytesMax"),
    });
    this.#parts = { ...parts, inbox: createVisitorInbox({ post: runtime.post, clock }) };
    this.#heartbeat = createHeartbeat({ clock, silenceMs: limits.visitorSilenceMs });
    this.#callback = createCallbackNews(parts);
    runtime.directory.onChannelChange((channelId, _before, after) => {
      for (const link of this.#links) {
        if (link.visitor?.channelId !== channelId) continue;
        const refusal = refuseWidget(after, link.browser.page);
        if (refusal !== null) link.end(refusal.code, refusal.reason);
      }
    });
  }

  /** Serves `/ws/widget`. */
  register(server: Pick<HttpServer, "ws">): void {
    const { limits } = this.#parts;
    server.ws<VisitorHolder>("/ws/widget", {
      maxPayloadLength: limits.frameBytesMax * readFrameFactor,
      maxBackpressure: limits.visitorBackpressureBytesMax,
      // A page that was left a message out would never know: it comes back with its `since` instead.
      closeOnBackpressureLimit: true,
      // Its timer is too coarse; see the heartbeat.
      idleTimeout: 0,
      sendPingsAutomatically: false,
      accept: (exchange) => ({ link: this.#accept(exchange) }),
      open: (socket) => {
        const { link } = socket.getUserData();
        link.attach(socket);
        this.#opened(link);
      },
      message: (socket, frame, isBinary) => this.#received(socket.getUserData().link, new Uint8Array(frame), isBinary),
      pong: (socket) => {
        socket.getUserData().link.silentRounds = 0;
      },
      drain: (socket) => this.#backlogs.noteTaken(socket.getUserData().link),
      close: (socket) => this.#closed(socket.getUserData().link),
    });
  }

  /** The service stops. */
  closeAll(): void {
    for (const link of this.#links) link.end(closeCodes.goingAway, "The service is shutting down.");
  }

  #accept(exchange: HttpExchange): VisitorLink {
    this.#lastNumber += 1;
    const address = exchange.remoteAddress();
    return new VisitorLink(`${this.#parts.processId}.v${this.#lastNumber}`, {
      page: pageOf(this.#parts.origin, exchange),
      address,
      group: addressGroup(address),
      userAgent: exchange.header("user-agent"),
    });
  }

  #opened(link: VisitorLink): void {
    const { clock, limits, refusals } = this.#parts;
    this.#links.add(link);
    if (this.#socketsOf.add(link.browser.group) > limits.addressSocketsMax) {
      refusals.count("addressSocketsMax");
      const reason = `From one address ${limits.addressSocketsMax} pages may be open (addressSocketsMax).`;
      link.end(closeCodes.tryAgainLater, reason);
      return;
    }
    this.#heartbeat.add(link);
    this.#backlogs.add(link);
    link.onWaiting = () => this.#backlogs.noteWaiting(link);
    link.helloWake = clock.wakeAt(clock.nowMs() + limits.requestTimeoutMs, () =>
      link.end(closeCodes.silent, `No hello frame came within ${limits.requestTimeoutMs} ms.`),
    );
  }

  #closed(link: VisitorLink): void {
    link.detach();
    link.helloWake?.cancel();
    this.#links.delete(link);
    this.#socketsOf.remove(link.browser.group);
    if (link.visitor !== null) this.#socketsOf.remove(link.visitor.conversation);
    this.#heartbeat.remove(link);
    this.#backlogs.remove(link);
    this.#callback.remove(link);
  }

  #received(link: VisitorLink, bytes: Uint8Array, isBinary: boolean): void | Promise<void> {
    const { limits } = this.#parts;
    const refusal = refuseUnreadable(bytes, isBinary, limits);
    if (refusal !== null) return link.end(refusal.code, refusal.reason);
    const parsed = parseVisitorFrame(bytes, limits);
    if (!parsed.ok) return link.end(closeCodes.badFrame, parsed.failure.message);
    return this.#take(link, parsed.value, bytes.length);
  }

  #take(link: VisitorLink, frame: VisitorFrame, frameBytes: number): void | Promise<void> {
    const { visitor } = link;
    if (frame.type === "hello") {
      if (visitor === null) return this.#greeted(link, frame);
      return link.end(closeCodes.badFrame, "Field type must be another than hello: hello was said.");
    }
    if (visitor === null)
      return link.end(closeCodes.badFrame, `Field type of the first frame must be "hello", got "${frame.type}".`);
    const entry = this.#parts.runtime.directory.find(visitor.channelId);
    // Its sockets are being closed.
    if (entry === undefined) return;
    return carryOutRequest(link, visitor, entry, frame, frameBytes, this.#parts);
  }

  #greeted(link: VisitorLink, hello: VisitorHello): void {
    const { runtime } = this.#parts;
    const entry = runtime.directory.find(hello.widget);
    const refusal = refuseWidget(entry, link.browser.page);
    if (refusal !== null) {
      link.end(refusal.code, refusal.reason);
      return;
    }
    assert(entry !== undefined, "Expected that a widget that is not there is refused");
    const identity = this.#identify(link, hello, entry.settings.id);
    if (identity.ok) this.#enter(link, hello, identity.value);
    else link.end(closeCodes.tryAgainLater, identity.failure.message);
  }

  /** Who says hello to the widget, or why not now. */
  #identify(link: VisitorLink, { visitor: secret }: VisitorHello, channelId: ChannelId): Result<VisitorIdentity> {
    const known = secret === undefined ? null : findIdentity(channelId, secret, this.#parts.store);
    if (this.#hellos.take(known?.visitor.conversation ?? link.browser.group) > 0) return tooManyHellos;
    if (known === null) return this.#begin(link, channelId);
    const { limits, refusals } = this.#parts;
    const { visitorSocketsMax } = limits;
    if (this.#socketsOf.count(known.visitor.conversation) < visitorSocketsMax) return ok(known);
    refusals.count("visitorSocketsMax");
    return fail("rate_limited", `One visitor may have ${visitorSocketsMax} pages open (visitorSocketsMax).`);
  }

  /** One more visitor, where there may be one. */
  #begin({ browser }: VisitorLink, channelId: ChannelId): Result<VisitorIdentity> {
    const { addresses, floors } = this.#parts;
    // The bound of all comes last: who may bring no more visitors takes no turn from others.
    const refusal = floors.refuseChat() ?? addresses.refuseVisitor(browser.group) ?? this.#refuseNewcomer();
    if (refusal !== null) return { ok: false, failure: refusal };
    addresses.useVisitor(browser.group);
    return ok(newIdentity(channelId));
  }

  #refuseNewcomer(): Failure | null {
    const retryAfterSeconds = this.#newcomers.take("");
    if (retryAfterSeconds === 0) return null;
    this.#parts.refusals.count("newVisitorsPerSecond");
    const message = `Too many new visitors come at once (newVisitorsPerSecond). Try again in ${retryAfterSeconds} seconds.`;
    return { code: "rate_limited", message, retryAfterSeconds };
  }

  /** What the page tells is kept at once, also of a visitor who never writes: the page may ask for the number. Source: WJ-12, WJ-13. */
  #enter(link: VisitorLink, hello: VisitorHello, identity: VisitorIdentity): void {
    const { store, inbox } = this.#parts;
    const { visitor } = identity;
    const before = store.read("client", [visitor.conversation])?.client.session ?? null;
    const told = readHello(hello, link, before, this.#parts);
    link.helloWake?.cancel();
    if (!told.ok) {
      link.end(closeCodes.badFrame, told.failure.message);
      return;
    }
    link.visitor = visitor;
    this.#socketsOf.add(visitor.conversation);
    link.session = told.value.session;
    inbox.change({ visitor, cause: `socket ${link.id}` }, told.value, (outcome) => {
      if (outcome.ok && link.isOpen) {
        enterVisitor(link, hello, identity, outcome, this.#parts);
        this.#callback.add(link);
      }
      if (!outcome.ok) link.end(closeCodes.tryAgainLater, outcome.failure.message);
    });
  }
}
