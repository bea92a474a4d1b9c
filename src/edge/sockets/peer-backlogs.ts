import type { Clock, Wake } from "../../ports/clock.ts";

/** A socket whose peer may read more slowly than the service sends. */
interface BackloggedPeer {
  readonly waitingBytes: number;
  drop(): void;
}

/** The bounds of waiting bytes for the sockets of one kind. */
export interface BacklogBounds<Peer> {
  /** The group that the peer of a socket is counted in. */
  groupOf(peer: Peer): string;
  /** Bytes that may wait for all sockets of one group. */
  readonly groupBytesMax: number;
  /** A peer that reads no waiting bytes for this long is dropped. */
  readonly idleMs: number;
  /** Called when a socket is dropped: its group has too many waiting bytes, or its peer read nothing for too long. */
  onDrop(reason: DropReason): void;
}

interface BacklogOptions<Peer> extends BacklogBounds<Peer> {
  readonly clock: Clock;
}

type DropReason = "group full" | "idle";

/** The interval of checks of all sockets: nothing reports which subscribers could not receive a published frame. */
const lookMs = 1_000;

interface Backlog {
  bytes: number;
  /** When its peer last read some bytes, or stopped reading. */
  sinceMs: number;
}

/** Bounds the waiting bytes of slow peers. The peers of a group share one bound; the largest backlogs are dropped first. */
export class PeerBacklogs<Peer extends BackloggedPeer> {
  readonly #options: BacklogOptions<Peer>;
  readonly #peers = new Set<Peer>();
  readonly #backlogs = new Map<Peer, Backlog>();
  #wake: Wake | null = null;
  #isCutDue = false;

  constructor(options: BacklogOptions<Peer>) {
    this.#options = options;
  }

  add(peer: Peer): void {
    this.#peers.add(peer);
    this.#arm();
  }

  remove(peer: Peer): void {
    this.#peers.delete(peer);
    this.#backlogs.delete(peer);
    if (this.#peers.size > 0) return;
    this.#wake?.cancel();
    this.#wake = null;
  }

  /** Called when a frame could not be sent at once. */
  noteWaiting(peer: Peer): void {
    if (!this.#peers.has(peer)) return;
    this.#measure(peer);
    if (this.#isCutDue) return;
    this.#isCutDue = true;
    // The caller still uses the socket in this turn.
    setImmediate(() => {
      this.#isCutDue = false;
      this.#cut();
    });
  }

  /** Called when the peer read some of the waiting bytes. */
  noteTaken(peer: Peer): void {
    const backlog = this.#backlogs.get(peer);
    if (backlog !== undefined) backlog.sinceMs = this.#options.clock.nowMs();
  }

  #arm(): void {
    const { clock } = this.#options;
    this.#wake ??= clock.wakeAt(clock.nowMs() + lookMs, () => {
      this.#wake = null;
      for (const peer of this.#peers) this.#measure(peer);
      this.#cut();
      if (this.#peers.size > 0) this.#arm();
    });
  }

  #measure(peer: Peer): void {
    const bytes = peer.waitingBytes;
    const known = this.#backlogs.get(peer);
    if (bytes === 0) this.#backlogs.delete(peer);
    else if (known === undefined) this.#backlogs.set(peer, { bytes, sinceMs: this.#options.clock.nowMs() });
    else known.bytes = bytes;
  }

  #cut(): void {
    const { clock, idleMs } = this.#options;
    const nowMs = clock.nowMs();
    const groups = new Map<string, number>();
    for (const [peer, { bytes, sinceMs }] of this.#backlogs) {
      if (nowMs - sinceMs >= idleMs) {
        this.#drop(peer, "idle");
        continue;
      }
      const group = this.#options.groupOf(peer);
      groups.set(group, (groups.get(group) ?? 0) + bytes);
    }
    for (const [group, bytes] of groups) if (bytes > this.#options.groupBytesMax) this.#cutGroup(group, bytes);
  }

  #cutGroup(group: string, bytes: number): void {
    const ofGroup = [...this.#backlogs].filter(([peer]) => this.#options.groupOf(peer) === group);
    let left = bytes;
    for (const [peer, backlog] of ofGroup.sort(([, one], [, other]) => other.bytes - one.bytes)) {
      if (left <= this.#options.groupBytesMax) return;
      left -= backlog.bytes;
      this.#drop(peer, "group full");
    }
  }

  #drop(peer: Peer, reason: DropReason): void {
    this.#options.onDrop(reason);
    peer.drop();
  }
}
