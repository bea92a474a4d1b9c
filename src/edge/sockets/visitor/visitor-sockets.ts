import type { ChannelId } from "../../../../machines/ids.ts";
import type { VisitorHello, VisitorRequest } from "../../../codec/visitor/visitor-frame.ts";
import { parseVisitorFrame } from "../../../codec/visitor/visitor-frame.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { assert } from "../../../core/assert.ts";
import { KeyCounts } from "../../../core/bounds/key-counts.ts";
import { createVisitorInbox } from "../../../domain/chat/visitor-inbox.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { HttpServer } from "../../server/server.ts";
import { closeCodes } from "../close-codes.ts";
import { SocketHall } from "../hall.ts";
import { isSession } from "../live-link.ts";
import type { SocketKind } from "../socket-kind.ts";
import type { Refusal } from "../unreadable-frame.ts";
import { pageOf, refuseWidget } from "./visitor-admission.ts";
import type { CallbackNews } from "./visitor-callback.ts";
import { createCallbackNews } from "./visitor-callback.ts";
import { enterVisitor, readHello } from "./visitor-entry.ts";
import { VisitorHellos } from "./visitor-hellos.ts";
import type { VisitorIdentity } from "./visitor-identity.ts";
import type { GreetingVisitor, VisitorBrowser, VisitorLink, VisitorSession } from "./visitor-link.ts";
import type { VisitorParts } from "./visitor-parts.ts";
import type { RequestParts } from "./visitor-requests.ts";
import { carryOutRequest, createRequestRate } from "./visitor-requests.ts";

type VisitorKind = SocketKind<VisitorBrowser, VisitorSession, VisitorHello, VisitorRequest>;

/** Every live page with a widget. */
export class VisitorSockets {
  readonly #parts: RequestParts;
  readonly #callback: CallbackNews;
  readonly #hellos: VisitorHellos;
  /** Sockets of each address, and pages of each visitor. */
  readonly #socketsOf = new KeyCounts();
  readonly #hall: SocketHall<VisitorBrowser, VisitorSession, VisitorHello, VisitorRequest>;

  constructor(parts: VisitorParts) {
    const { runtime, clock } = parts;
    this.#parts = { ...parts, inbox: createVisitorInbox({ post: runtime.post, clock }) };
    this.#hellos = new VisitorHellos({ ...parts, pagesOf: (conversation) => this.#socketsOf.count(conversation) });
    this.#hall = new SocketHall(this.#kindOf(parts), parts);
    this.#callback = createCallbackNews(parts);
    runtime.directory.onChannelChange((channelId, _before, after) => this.#channelChanged(channelId, after));
  }

  /** Serves `/ws/widget`. */
  register(server: Pick<HttpServer, "ws">): void {
    this.#hall.register(server);
  }

  /** The service stops. */
  closeAll(): void {
    this.#hall.closeAll();
  }

  #kindOf({ limits, rate, refusals }: VisitorParts): VisitorKind {
    return {
      path: "/ws/widget",
      idMark: "v",
      frameBytesMax: limits.frameBytesMax,
      // A page that was left a message out would never know: it comes back with its `since` instead.
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
        secondHello: "Field type must be another than hello: hello was said.",
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
      page: pageOf(this.#parts.origin, exchange),
      address,
      group: addressGroup(address),
      userAgent: exchange.header("user-agent"),
    };
  }

  #refuseRoom({ upgrade: { group } }: VisitorLink): Refusal | null {
    const { limits, refusals } = this.#parts;
    if (this.#socketsOf.add(group) <= limits.addressSocketsMax) return null;
    refusals.count("addressSocketsMax");
    const reason = `From one address ${limits.addressSocketsMax} pages may be open (addressSocketsMax).`;
    return { code: closeCodes.tryAgainLater, reason };
  }

  #closed(link: VisitorLink, last: VisitorSession | null): void {
    this.#socketsOf.remove(link.upgrade.group);
    if (last === null) return;
    this.#socketsOf.remove(last.visitor.conversation);
    this.#callback.remove(link, last.visitor);
  }

  #channelChanged(channelId: ChannelId, after: ChannelEntry | undefined): void {
    for (const link of this.#hall.links) {
      const { state } = link;
      if (!isSession(state) || state.visitor.channelId !== channelId) continue;
      const refusal = refuseWidget(after, link.upgrade.page);
      if (refusal !== null) link.end(refusal.code, refusal.reason);
    }
  }

  #greet(link: VisitorLink, hello: VisitorHello): void {
    const { page, group } = link.upgrade;
    const entry = this.#parts.runtime.directory.find(hello.widget);
    const refusal = refuseWidget(entry, page);
    if (refusal !== null) {
      link.end(refusal.code, refusal.reason);
      return;
    }
    assert(entry !== undefined, "Expected that a widget that is not there is refused");
    const identity = this.#hellos.identify(group, hello.visitor, entry.settings.id);
    if (identity.ok) this.#enter(link, hello, identity.value);
    else link.end(closeCodes.tryAgainLater, identity.failure.message);
  }

  /** What the page tells is kept at once, also of a visitor who never writes: the page may ask for the number. Source: WJ-12, WJ-13. */
  #enter(link: VisitorLink, hello: VisitorHello, identity: VisitorIdentity): void {
    const { store, inbox } = this.#parts;
    const { visitor } = identity;
    const before = store.read("client", [visitor.conversation])?.client.session ?? null;
    const told = readHello(hello, link.upgrade, before, this.#parts);
    if (!told.ok) {
      link.end(closeCodes.badFrame, told.failure.message);
      return;
    }
    const greeting: GreetingVisitor = { name: "greeting", visitor, facts: told.value.session, contact: {} };
    link.become(greeting);
    this.#socketsOf.add(visitor.conversation);
    inbox.change({ visitor, cause: `socket ${link.id}` }, told.value, (outcome) => {
      if (outcome.ok && link.isOpen) {
        enterVisitor(link, greeting, hello, identity.secret, outcome, this.#parts);
        this.#callback.add(link, visitor);
      }
      if (!outcome.ok) link.end(closeCodes.tryAgainLater, outcome.failure.message);
    });
  }

  #take(link: VisitorLink, session: VisitorSession, request: VisitorRequest, frameBytes: number): void | Promise<void> {
    const entry = this.#parts.runtime.directory.find(session.visitor.channelId);
    // Its sockets are being closed.
    if (entry === undefined) return;
    return carryOutRequest(link, session, entry, request, frameBytes, this.#parts);
  }
}
