import type { AgentId } from "../../../../machines/ids.ts";
import type { InspectFrame } from "../../../codec/inspect/inspect-received.ts";
import { parseInspectFrame, refuseWatchedKeys } from "../../../codec/inspect/inspect-received.ts";
import { encodeBeatAnswer, encodeErrorFrame } from "../../../codec/inspect/inspect-sent.ts";
import type { Limits } from "../../../config/limits.ts";
import { InOrder } from "../../../core/in-order.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { isApiKey } from "../../../domain/agent/accounts/api-keys.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Wake } from "../../../ports/clock.ts";
import type { Inspector, InspectorPeer, InspectorSubscription } from "../../../ports/inspector.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { mustChangeFirst, noKey, readBearer, refuseKey } from "../../routes/desk/desk-caller.ts";
import type { OwnOrigin, OwnProcess } from "../../routes/desk/request/own-origin.ts";
import { refuseForeignOrigin } from "../../routes/desk/request/own-origin.ts";
import { cookieNameAt, readSessionCookie, sessionCookieName } from "../../routes/desk/session/session-cookie.ts";
import type { HttpServer } from "../../server/server.ts";
import { closeCodes } from "../close-codes.ts";
import type { LiveLink } from "../live-link.ts";
import { isSession } from "../live-link.ts";
import { SocketHub } from "../socket-hub.ts";
import type { SocketKind } from "../socket-kind.ts";

type InspectKind = SocketKind<InspectUpgrade, InspectSession, never, InspectFrame>;

/** The bytes of one frame: inspectors of other programs send whole definitions and contexts. */
const frameBytesMax = 256 * 1024;
/** The bytes that may be sent at once to a watcher that was not too slow yet. */
const lastFramesBytesMax = 8 * 1024 * 1024;
/** The waiting frames of one socket; a peer that sends more does not wait for responses. */
const waitingFramesMax = 64;
/** The invalid frames of one socket before it is closed. */
const badFramesMax = 100;

/** What the sockets of inspectors use. */
interface InspectContext {
  readonly inspector: Inspector;
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly own: OwnProcess;
}

/** Every live socket of an inspector. */
export class InspectSockets {
  readonly #context: InspectContext;
  readonly #hub: SocketHub<InspectUpgrade, InspectSession, never, InspectFrame>;

  constructor(context: InspectContext) {
    this.#context = context;
    this.#hub = new SocketHub(this.#kindOf(context.own.limits), context.own);
    context.directory.onAgentChange(() => this.#review());
  }

  get count(): number {
    return this.#hub.links.size;
  }

  /** Serves `/ws/inspect`. */
  register(server: HttpServer): void {
    this.#hub.register(server);
  }

  /** Closes every socket, because the service stops. */
  closeAll(): void {
    this.#hub.closeAll();
  }

  #kindOf(limits: Limits): InspectKind {
    return {
      path: "/ws/inspect",
      idMark: "inspect.",
      frameBytesMax,
      // The hub closes a slow watcher, with a reason, long before this bound.
      waitingBytesMax: limits.socketBackpressureBytesMax + lastFramesBytesMax,
      silenceMs: limits.socketSilenceMs,
      backlog: null,
      rate: null,
      entry: { by: "upgrade", begin: (link) => this.#begin(link) },
      admit: (exchange, search) => this.#admit(exchange, search),
      refuseRoom: null,
      mayStay: (link) => this.#mayStay(link),
      parse: (bytes) => parseInspectFrame(bytes, limits),
      onMistake: (link, message) => this.#mistake(link, message),
      take: (link, session, frame) => this.#take(link, session, frame),
      onTaken: (link) => this.#taken(link),
      onClosed: (_link, last) => this.#closed(last),
    };
  }

  #admit(exchange: HttpExchange, search: string): InspectUpgrade | null {
    const caller = admitInspector(this.#context, exchange);
    if (!caller.ok) {
      exchange.answerFailure(caller.failure);
      return null;
    }
    exchange.subject = `agent/${caller.value.agentId}`;
    const watchedFirst = new URLSearchParams(search).getAll("watch").filter((key) => key !== "");
    const refusal = refuseWatchedKeys("Parameter", watchedFirst);
    if (refusal !== null) {
      exchange.answerFailure({ code: "invalid_request", message: refusal });
      return null;
    }
    return { caller: caller.value, watchedFirst };
  }

  #begin(link: InspectLink): void {
    const subscription = this.#context.inspector.enter(this.#peerOf(link));
    if (subscription === null) {
      link.end(closeCodes.tryAgainLater, "Too many inspectors are connected.");
      return;
    }
    const order = new InOrder();
    link.become({ name: "live", subscription, order, badFrames: 0 });
    void order.run(() => subscription.watch(link.upgrade.watchedFirst, null));
  }

  #peerOf(link: InspectLink): InspectorPeer {
    return {
      get waitingBytes() {
        return link.waitingBytes;
      },
      send: (frame) => {
        if (this.#mayStay(link)) link.send(frame);
      },
      cut: (reason) => this.#cut(link, reason),
      fail: () => link.end(closeCodes.internal, "internal error"),
    };
  }

  /**
   * Sends the reason after the waiting bytes. A peer that does not read these in time is dropped without the reason, because an ended
   * socket would wait for its peer forever.
   */
  #cut(link: InspectLink, reason: string): void {
    const { clock, limits } = this.#context.own;
    const { state } = link;
    if (state.name !== "live") return;
    const { subscription, order, badFrames } = state;
    const dropWake = clock.wakeAt(clock.nowMs() + limits.requestTimeoutMs, () => link.drop());
    link.become({ name: "closing", subscription, order, badFrames, reason, dropWake });
    this.#hub.stopPings(link);
  }

  #taken(link: InspectLink): void {
    const { state } = link;
    if (state.name === "closing" && link.waitingBytes === 0) link.end(closeCodes.tooSlow, state.reason);
  }

  #closed(last: InspectSession | null): void {
    if (last === null) return;
    if (last.name === "closing") last.dropWake.cancel();
    last.subscription.leave();
  }

  /** Ends a socket whose session has ended, or whose agent is no longer an administrator; returns whether it may stay. */
  #mayStay(link: InspectLink): boolean {
    const refusal = refuseToStay(this.#context, link.upgrade.caller);
    if (refusal !== null) link.end(closeCodes.badToken, refusal);
    return refusal === null;
  }

  #review(): void {
    for (const link of this.#hub.links) this.#mayStay(link);
  }

  /** Processes frames in the order of arrival, even when some have to wait. */
  #take(link: InspectLink, session: InspectSession, frame: InspectFrame): void | Promise<void> {
    return this.#inOrder(link, session, () => this.#carryOut(link, session.subscription, frame));
  }

  #mistake(link: InspectLink, message: string): void {
    const { state } = link;
    if (isSession(state)) void this.#inOrder(link, state, () => this.#refuse(link, message));
  }

  #inOrder(link: InspectLink, { order }: InspectSession, task: () => void | Promise<void>): void | Promise<void> {
    if (order.waiting < waitingFramesMax) return order.run(task);
    link.end(closeCodes.tryAgainLater, `More than ${waitingFramesMax} frames came before others were answered.`);
  }

  #carryOut(link: InspectLink, subscription: InspectorSubscription, frame: InspectFrame): void | Promise<void> {
    if (!link.isOpen) return;
    if (frame.type === "watch") return subscription.watch(frame.watch, frame.since ?? null);
    if (frame.type === "beat") return link.send(encodeBeatAnswer());
    const mistake = subscription.feed(frame);
    if (mistake !== null) this.#refuse(link, mistake);
  }

  /** Several mistakes are allowed, so that a developer can find the cause. */
  #refuse(link: InspectLink, message: string): void {
    const { state } = link;
    if (!isSession(state)) return;
    state.badFrames += 1;
    link.send(encodeErrorFrame(message));
    if (state.badFrames > badFramesMax)
      link.end(closeCodes.badFrame, `More than ${badFramesMax} frames were wrong; the last one: ${message}`);
  }
}

/** The data of the upgrade request. */
interface InspectUpgrade {
  readonly caller: InspectCaller;
  /** The topics that it watches from the start. */
  readonly watchedFirst: readonly string[];
}

interface SubscribedInspector {
  readonly subscription: InspectorSubscription;
  /** Its requests, which are processed in order. */
  readonly order: InOrder;
  /** The number of invalid frames. */
  badFrames: number;
}

interface LiveInspector extends SubscribedInspector {
  readonly name: "live";
}

/** It was too slow and receives nothing more. It ends when the peer has read the waiting bytes. */
interface ClosingInspector extends SubscribedInspector {
  readonly name: "closing";
  readonly reason: string;
  /** Drops a peer that reads nothing. */
  readonly dropWake: Wake;
}

type InspectSession = LiveInspector | ClosingInspector;

/** One inspector's socket. */
type InspectLink = LiveLink<InspectUpgrade, InspectSession>;

/** The administrator's session of an inspector. */
interface InspectCaller {
  readonly agentId: AgentId;
  readonly token: string;
}

/**
 * Admits an administrator by the session's token: as `Bearer`, as the password of `Basic` (for a peer that can only use a URL),
 * or in the cookie of the service's own page. Fails with `unauthorized` or `access_denied`. Call it before the handler returns.
 */
function admitInspector(context: InspectContext, exchange: HttpExchange): Result<InspectCaller> {
  const { directory, accounts } = context;
  const { origin } = context.own;
  const headers = exchange.headerCount("authorization");
  if (headers > 1) return fail("unauthorized", "Header Authorization must be sent once.");
  const token =
    headers === 1
      ? (readBearer(exchange) ?? readPassword(exchange))
      : readSessionCookie(exchange, { accounts, origin });
  const agentId = token === undefined ? undefined : accounts.authenticate(token);
  const key = token !== undefined && isApiKey(token) ? accounts.apiKeys.find(token) : null;
  if (key === undefined || (key !== null && headers === 0)) return fail("unauthorized", noKey);
  if (token === undefined || agentId === undefined) return fail("unauthorized", noSession(origin));
  const keyRefusal = key === null ? null : refuseKey(key, "administrator", "inspect");
  if (keyRefusal !== null) return { ok: false, failure: keyRefusal };
  const refusal = headers === 0 ? refuseForeignOrigin(origin, exchange) : null;
  if (refusal !== null) return { ok: false, failure: refusal };
  const email = directory.agent(agentId)?.profile.email ?? "";
  if (headers === 0 && accounts.mustChangePassword(email)) return fail("access_denied", mustChangeFirst);
  const caller = { agentId, token };
  return isAdministrator(directory, caller) ? ok(caller) : fail("access_denied", "This address is for administrators.");
}

/** Returns why an admitted inspector may not stay; null while it may. */
function refuseToStay({ accounts, directory }: InspectContext, caller: InspectCaller): string | null {
  if (accounts.authenticate(caller.token) !== caller.agentId) return "The session has ended.";
  const key = isApiKey(caller.token) ? accounts.apiKeys.find(caller.token) : null;
  if (key === undefined) return noKey;
  const keyRefusal = key && refuseKey(key, "administrator", "inspect");
  if (keyRefusal !== null) return keyRefusal.message;
  return isAdministrator(directory, caller) ? null : "The agent is no administrator any more.";
}

const isAdministrator = (directory: Directory, { agentId }: InspectCaller): boolean =>
  directory.agent(agentId)?.profile.role === "admin";

/** The password of `Basic`, with any user name. Source: RFC 7617, section 2. */
function readPassword(exchange: HttpExchange): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(exchange.header("authorization"))?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const nameEnd = decoded.indexOf(":");
  return nameEnd < 0 ? undefined : decoded.slice(nameEnd + 1);
}

const noSession = (origin: OwnOrigin): string =>
  `Header Authorization must be Bearer and the token of a live session, or Basic with it as the password, or the cookie ${cookieNameAt(origin, sessionCookieName)} must carry one.`;
