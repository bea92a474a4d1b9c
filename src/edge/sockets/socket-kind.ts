import type { Result } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { LinkSession, LiveLink } from "./live-link.ts";
import type { BacklogBounds } from "./peer-backlogs.ts";
import type { Refusal } from "./unreadable-frame.ts";

/** A frame by its type. */
export interface TypedFrame {
  readonly type: string;
}

/** The first frame, by which a link says for whom it is. No other frame is of this type. */
export interface FirstFrame extends TypedFrame {
  readonly type: "hello";
}

/** A kind whose links say hello, in time and once. */
export interface HelloEntry<Link, Hello> {
  readonly by: "hello";
  readonly withinMs: number;
  /** What a second hello is told. */
  readonly secondHello: string;
  /**
   * Looks up what the hello names, and may wait for that: what the link says meanwhile is kept. The link may have closed when it answers;
   * then nobody begins.
   */
  greet(link: Link, hello: Hello): Begin | Promise<Begin>;
}

/** Gives the link its session, or ends it, before it waits for anything. Much may have changed since the hello came. */
export type Begin = () => void | Promise<void>;

/** A kind of whose links the upgrade has said everything. */
export interface UpgradeEntry<Link> {
  readonly by: "upgrade";
  /** Gives the link its session, or ends it. */
  begin(link: Link): void;
}

/** How many frames of a session are carried out. Hellos are not counted. */
export interface FrameRate<Link, Session, Request> {
  /** Takes one of the session's: 0 when it may pass, else the seconds after which one will. */
  take(session: Session): number;
  refuse(link: Link, request: Request, waitSeconds: number): void;
}

/**
 * What one kind of socket brings: who is let in, how its frames are read, what becomes of a link at each step. Its life, from the upgrade to
 * the clean-up, is the hall's. Wherever kinds differ there is a field, so that none has to be known by name.
 */
export interface SocketKind<
  Upgrade,
  Session extends LinkSession,
  Hello extends FirstFrame,
  Request extends TypedFrame,
  Link = LiveLink<Upgrade, Session>,
> {
  readonly path: string;
  /** Stands before the number of a link's id. */
  readonly idMark: string;
  /** Of a longer frame its peer is told why it is closed. */
  readonly frameBytesMax: number;
  /** What may wait for a peer. Beyond it the peer is closed without a word: a frame that was left out it would never know of. */
  readonly waitingBytesMax: number;
  /** A peer that answers no ping for this long is dead. */
  readonly silenceMs: number;
  /** What one group of peers may let wait beside that; null where each has its own bound alone. */
  readonly backlog: BacklogBounds<Link> | null;
  readonly rate: FrameRate<Link, Session, Request> | null;
  readonly entry: HelloEntry<Link, Hello> | UpgradeEntry<Link>;
  /** Reads one upgrade request; null when it has answered it. `search` is its query. */
  admit(exchange: HttpExchange, search: string): Upgrade | null;
  /** Counts a socket that was opened; a refusal closes it before anything else is done for it. Null where there is room for all. */
  readonly refuseRoom: ((link: Link) => Refusal | null) | null;
  /** Asked before each frame and each ping; ends a link that may not. Null where whoever was let in stays until somebody ends it. */
  readonly mayStay: ((link: Link) => boolean) | null;
  parse(bytes: Uint8Array): Result<Hello | Request>;
  /** A frame was none of this kind. */
  onMistake(link: Link, message: string): void;
  /** Carries out what a link asks that has said hello. */
  take(link: Link, session: Session, request: Request, frameBytes: number): void | Promise<void>;
  /** Called when the peer took something of what waits; null where nobody but the hall needs to know. */
  readonly onTaken: ((link: Link) => void) | null;
  /** Called once for every link that was opened, when nothing reaches it any more; `last` is null for one that had no session yet. */
  onClosed(link: Link, last: Session | null): void;
}
