import { assert } from "../../core/result.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { HttpServer } from "../server/server.ts";
import type { Socket } from "../server/socket-route.ts";
import type { Refusal } from "./close-codes.ts";
import { closeCodes } from "./close-codes.ts";
import type { LinkSession } from "./live-link.ts";
import { isSession, LiveLink } from "./live-link.ts";
import { PeerBacklogs } from "./peer-backlogs.ts";
import type { Begin, FirstFrame, HelloEntry, SocketKind, TypedFrame } from "./socket-kind.ts";

interface HubParts {
  readonly clock: Clock;
  /** The first part of the id of every new link. */
  readonly processId: () => string;
}

/** The data of a socket. It is a plain object, because uWebSockets.js copies fields and not class instances. */
interface Holder<Upgrade, Session extends LinkSession> {
  readonly link: LiveLink<Upgrade, Session>;
}

/** Frames up to this multiple of the limit are refused with a reason; uWebSockets.js closes longer ones without one. */
const readFrameFactor = 4;

/** Every live socket of one kind, from its upgrade to its clean-up. */
export class SocketHub<Upgrade, Session extends LinkSession, Hello extends FirstFrame, Request extends TypedFrame> {
  readonly #kind: SocketKind<Upgrade, Session, Hello, Request>;
  readonly #parts: HubParts;
  readonly #links = new Set<LiveLink<Upgrade, Session>>();
  readonly #heartbeat: Heartbeat<LiveLink<Upgrade, Session>>;
  readonly #backlogs: PeerBacklogs<LiveLink<Upgrade, Session>> | null;
  /** Frames of links whose hello is not answered yet. */
  readonly #kept = new FramesKept<LiveLink<Upgrade, Session>, Request>();
  #lastNumber = 0;

  constructor(kind: SocketKind<Upgrade, Session, Hello, Request>, parts: HubParts) {
    this.#kind = kind;
    this.#parts = parts;
    const { silenceMs, mayStay, backlog } = kind;
    const { clock } = parts;
    this.#heartbeat = createHeartbeat({ clock, silenceMs, mayStay });
    this.#backlogs = backlog === null ? null : new PeerBacklogs({ ...backlog, clock });
  }

  get links(): ReadonlySet<LiveLink<Upgrade, Session>> {
    return this.#links;
  }

  /** Serves the kind's address. */
  register(server: HttpServer): void {
    const { path, frameBytesMax, waitingBytesMax } = this.#kind;
    server.ws<Holder<Upgrade, Session>>(path, {
      maxPayloadLength: frameBytesMax * readFrameFactor,
      maxBackpressure: waitingBytesMax,
      closeOnBackpressureLimit: true,
      // The timer of uWebSockets.js is too coarse; see the heartbeat.
      idleTimeout: 0,
      sendPingsAutomatically: false,
      accept: (exchange, search) => this.#accept(exchange, search),
      open: (socket) => this.#opened(socket.getUserData().link, socket),
      message: (socket, frame, isBinary) => this.#received(socket.getUserData().link, new Uint8Array(frame), isBinary),
      pong: (socket) => {
        socket.getUserData().link.silentRounds = 0;
      },
      drain: (socket) => this.#taken(socket.getUserData().link),
      close: (socket) => this.#closed(socket.getUserData().link),
    });
  }

  /** Called when the service stops or was considered dead by other processes. Peers that reconnect receive the missed data. */
  closeAll(reason = "The service is shutting down."): void {
    for (const link of this.#links) link.end(closeCodes.goingAway, reason);
  }

  /** Called when the presence of the peer no longer matters. */
  stopPings(link: LiveLink<Upgrade, Session>): void {
    this.#heartbeat.remove(link);
  }

  #accept(exchange: HttpExchange, search: string): Holder<Upgrade, Session> | null {
    const upgrade = this.#kind.admit(exchange, search);
    if (upgrade === null) return null;
    this.#lastNumber += 1;
    const id = `${this.#parts.processId()}.${this.#kind.idMark}${this.#lastNumber}`;
    return { link: new LiveLink<Upgrade, Session>(id, upgrade) };
  }

  #opened(link: LiveLink<Upgrade, Session>, socket: Socket<unknown>): void {
    const { entry, refuseRoom } = this.#kind;
    link.attach(socket);
    this.#links.add(link);
    const refusal = refuseRoom === null ? null : refuseRoom(link);
    if (refusal !== null) {
      link.end(refusal.code, refusal.reason);
      return;
    }
    this.#heartbeat.add(link);
    this.#bound(link);
    if (entry.by === "upgrade") entry.begin(link);
    else this.#await(link, entry);
  }

  #bound(link: LiveLink<Upgrade, Session>): void {
    const backlogs = this.#backlogs;
    if (backlogs === null) return;
    backlogs.add(link);
    link.onWaiting = () => backlogs.noteWaiting(link);
  }

  #await(link: LiveLink<Upgrade, Session>, { withinMs }: HelloEntry<LiveLink<Upgrade, Session>, Hello>): void {
    const { clock } = this.#parts;
    const helloWake = clock.wakeAt(clock.nowMs() + withinMs, () =>
      link.end(closeCodes.silent, `No hello frame came within ${withinMs} ms.`),
    );
    link.become({ name: "awaited", helloWake });
  }

  #received(link: LiveLink<Upgrade, Session>, bytes: Uint8Array, isBinary: boolean): void | Promise<void> {
    const kind = this.#kind;
    if (kind.mayStay !== null && !kind.mayStay(link)) return;
    const refusal = refuseUnreadable(bytes, isBinary, kind.frameBytesMax);
    if (refusal !== null) return link.end(refusal.code, refusal.reason);
    const parsed = kind.parse(bytes);
    if (!parsed.ok) return kind.onMistake(link, parsed.failure.message);
    const frame = parsed.value;
    if (isHello(frame)) return this.#greet(link, frame);
    return this.#receive(link, frame, bytes.length);
  }

  #receive(link: LiveLink<Upgrade, Session>, request: Request, frameBytes: number): void | Promise<void> {
    const { state } = link;
    if (isSession(state)) return this.#take(link, state, request, frameBytes);
    if (state.name !== "greeted")
      return link.end(closeCodes.badFrame, `Field type of the first frame must be "hello", got "${request.type}".`);
    if (this.#kept.keep(link, { request, frameBytes })) return;
    const reason = `More than ${framesKeptMax} frames came before the answer to the hello.`;
    link.end(closeCodes.tryAgainLater, reason);
  }

  #greet(link: LiveLink<Upgrade, Session>, hello: Hello): void | Promise<void> {
    const { entry, path } = this.#kind;
    assert(entry.by === "hello", `${path} has no hello, and its parser gave one`);
    const { state } = link;
    if (state.name !== "awaited") return link.end(closeCodes.badFrame, entry.secondHello);
    state.helloWake.cancel();
    const begin = entry.greet(link, hello);
    if (!(begin instanceof Promise)) return begin();
    link.become({ name: "greeted" });
    return this.#begin(link, begin);
  }

  /** Starts the session, then processes the frames that arrived before it. */
  async #begin(link: LiveLink<Upgrade, Session>, looking: Promise<Begin>): Promise<void> {
    const running: (void | Promise<void>)[] = [];
    try {
      const begin = await looking;
      if (!link.isOpen) return;
      running.push(begin());
      for (const { request, frameBytes } of this.#kept.takeAll(link))
        if (isSession(link.state)) running.push(this.#take(link, link.state, request, frameBytes));
    } catch (error) {
      link.end(closeCodes.internal, "internal error");
      running.push(Promise.reject(error));
    }
    await allOf(running);
  }

  #take(
    link: LiveLink<Upgrade, Session>,
    session: Session,
    request: Request,
    frameBytes: number,
  ): void | Promise<void> {
    const { rate } = this.#kind;
    const waitSeconds = rate === null ? 0 : rate.take(session);
    if (rate !== null && waitSeconds > 0) return rate.refuse(link, request, waitSeconds);
    return this.#kind.take(link, session, request, frameBytes);
  }

  #taken(link: LiveLink<Upgrade, Session>): void {
    link.wakeDrained();
    this.#backlogs?.noteTaken(link);
    this.#kind.onTaken?.(link);
  }

  #closed(link: LiveLink<Upgrade, Session>): void {
    const last = link.detach();
    if (last.name === "awaited") last.helloWake.cancel();
    this.#links.delete(link);
    this.#kept.forget(link);
    this.#heartbeat.remove(link);
    this.#backlogs?.remove(link);
    this.#kind.onClosed(link, isSession(last) ? last : null);
  }
}

const isHello = <Hello extends FirstFrame, Request extends TypedFrame>(frame: Hello | Request): frame is Hello =>
  frame.type === "hello";

/** Waits for each promise to end and reports every failure. */
async function allOf(running: readonly (void | Promise<void>)[]): Promise<void> {
  const failures = (await Promise.allSettled(running)).flatMap((one) =>
    one.status === "rejected" ? [one.reason] : [],
  );
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "several frames of one socket could not be handled");
}

/** The limit for each link. A peer that sends more frames before its hello is answered does not wait for responses. */
export const framesKeptMax = 64;

interface KeptFrame<Request> {
  readonly request: Request;
  readonly frameBytes: number;
}

/** Frames that arrive between a hello and its answer, in order. */
class FramesKept<Link extends object, Request> {
  readonly #frames = new Map<Link, KeptFrame<Request>[]>();

  /** Returns false when too many frames wait. */
  keep(link: Link, frame: KeptFrame<Request>): boolean {
    const kept = this.#frames.get(link);
    if (kept === undefined) this.#frames.set(link, [frame]);
    else if (kept.length === framesKeptMax) return false;
    else kept.push(frame);
    return true;
  }

  takeAll(link: Link): readonly KeptFrame<Request>[] {
    const kept = this.#frames.get(link) ?? [];
    this.#frames.delete(link);
    return kept;
  }

  forget(link: Link): void {
    this.#frames.delete(link);
  }
}

/** Rounds without an answer after which a link is dead. */
const silentRoundsMax = 5;

export interface Heartbeat<Link> {
  add(link: Link): void;
  remove(link: Link): void;
}

interface HeartbeatOptions<Link> {
  readonly clock: Clock;
  readonly silenceMs: number;
  /** Called before each ping; null for no check. */
  readonly mayStay: ((link: Link) => boolean) | null;
}

/**
 * Pings every link in rounds. Ends links that answered none of `silentRoundsMax` pings within `silenceMs`, at most
 * 1.2 times that after their peer vanished. It counts rounds and not time, so that a blocked process does not end peers whose
 * answers wait unread. The idle timer of uWebSockets.js counts in steps of 4 s. Source: CH-13.
 */
function createHeartbeat<Link extends LiveLink<unknown, LinkSession>>(
  options: HeartbeatOptions<Link>,
): Heartbeat<Link> {
  const { clock, silenceMs } = options;
  const roundMs = silenceMs / silentRoundsMax;
  const links = new Set<Link>();
  let wake: Wake | null = null;

  const arm = (): void => {
    wake = clock.wakeAt(clock.nowMs() + roundMs, () => {
      for (const link of links) beat(link, options);
      if (links.size > 0) arm();
      else wake = null;
    });
  };
  return {
    add(link) {
      links.add(link);
      if (wake === null) arm();
    },
    remove(link) {
      links.delete(link);
      if (links.size > 0) return;
      wake?.cancel();
      wake = null;
    },
  };
}

function beat<Link extends LiveLink<unknown, LinkSession>>(
  link: Link,
  { silenceMs, mayStay }: HeartbeatOptions<Link>,
): void {
  if (link.silentRounds >= silentRoundsMax) {
    link.end(closeCodes.silent, `No ping was answered for ${silenceMs} ms.`);
    return;
  }
  link.silentRounds += 1;
  if (mayStay === null || mayStay(link)) link.ping();
}

/** Returns why a frame is rejected unparsed; `null` for a text of an allowed length. */
function refuseUnreadable(bytes: Uint8Array, isBinary: boolean, frameBytesMax: number): Refusal | null {
  if (bytes.length > frameBytesMax)
    return { code: closeCodes.tooBig, reason: `A frame may have ${frameBytesMax} bytes, got ${bytes.length}.` };
  return isBinary ? { code: closeCodes.badFrame, reason: "Expected a text frame, got a binary one." } : null;
}
