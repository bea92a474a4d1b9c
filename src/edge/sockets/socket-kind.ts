import type { Result } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { Refusal } from "./close-codes.ts";
import type { LinkSession, LiveLink } from "./live-link.ts";
import type { BacklogBounds } from "./peer-backlogs.ts";

/** A frame by its type. */
export interface TypedFrame {
  readonly type: string;
}

/** The first frame, which names the owner of a link. No other frame has this type. */
export interface FirstFrame extends TypedFrame {
  readonly type: "hello";
}

/** A kind whose links must send one hello, in time. */
export interface HelloEntry<Link, Hello> {
  readonly by: "hello";
  readonly withinMs: number;
  /** The message for a second hello. */
  readonly secondHello: string;
  /**
   * Looks up the owner of the hello, possibly later; frames that arrive meanwhile are kept. If the link closes before that,
   * `Begin` is not called.
   */
  greet(link: Link, hello: Hello): Begin | Promise<Begin>;
}

/** Gives the link its session, or ends the link, before it awaits anything. The state may have changed since the hello. */
export type Begin = () => void | Promise<void>;

/** A kind whose links need no hello, because the upgrade names the owner. */
interface UpgradeEntry<Link> {
  readonly by: "upgrade";
  /** Gives the link its session, or ends the link. */
  begin(link: Link): void;
}

/** The rate limit of a session's frames. Hellos are not counted. */
export interface FrameRate<Link, Session, Request> {
  /** Counts one frame of the session. Returns 0 if the frame may pass, else the seconds to wait. */
  take(session: Session): number;
  refuse(link: Link, request: Request, waitSeconds: number): void;
}

/**
 * Defines one kind of socket: its admission, its parser, and its steps for a link. The hub controls the life of a socket, from the upgrade to
 * the clean-up. Each difference between kinds is a field, so that the hub knows no kind by name.
 */
export interface SocketKind<
  Upgrade,
  Session extends LinkSession,
  Hello extends FirstFrame,
  Request extends TypedFrame,
  Link = LiveLink<Upgrade, Session>,
> {
  readonly path: string;
  /** The prefix of the number in a link's id. */
  readonly idMark: string;
  /** A longer frame closes the socket with a reason. */
  readonly frameBytesMax: number;
  /** The bytes that may wait for a peer. Beyond that the socket is closed without a reason, because the peer would not notice a missing frame. */
  readonly waitingBytesMax: number;
  /** A peer that answers no ping for this long is dead. */
  readonly silenceMs: number;
  /** A further bound for the waiting bytes of a group of peers; null for none. */
  readonly backlog: BacklogBounds<Link> | null;
  readonly rate: FrameRate<Link, Session, Request> | null;
  readonly entry: HelloEntry<Link, Hello> | UpgradeEntry<Link>;
  /** Reads one upgrade request; returns null after it answered the request. `search` is the query. */
  admit(exchange: HttpExchange, search: string): Upgrade | null;
  /** Counts an opened socket; a refusal closes it before any other step. Null for no limit. */
  readonly refuseRoom: ((link: Link) => Refusal | null) | null;
  /** Called before each frame and each ping; ends a link that may not stay. Null for no such check. */
  readonly mayStay: ((link: Link) => boolean) | null;
  parse(bytes: Uint8Array): Result<Hello | Request>;
  /** Called for an invalid frame. */
  onMistake(link: Link, message: string): void;
  /** Carries out a request of a link with a session. */
  take(link: Link, session: Session, request: Request, frameBytes: number): void | Promise<void>;
  /** Called when the peer received waiting bytes; null if only the hub needs this. */
  readonly onTaken: ((link: Link) => void) | null;
  /** Called once for every opened link after it closed; `last` is null for a link without a session. */
  onClosed(link: Link, last: Session | null): void;
}
