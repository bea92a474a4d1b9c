/** What peers are told about: each topic has one part of the service that speaks and hears. */
export type PeerTopic =
  | "feed"
  | "relay"
  | "visitor"
  | "rows"
  | "sessions"
  | "sockets"
  | "rates"
  | "watch"
  | "steps"
  | "deadlines";

/** One other process that served on this store and does so no more, or was silent so long that the others went on without it. */
export interface LostPeer {
  readonly id: string;
}

/**
 * The other processes on the same store. Nothing here is a promise: whatever has to happen is a stored row, and what was missed is read
 * again. A process that is alone on its store hears nothing and is told that it holds every lease.
 */
export interface Peers {
  /** This process: different in every process that ever ran on this store. Another one after it was silent too long. */
  readonly id: string;
  /** Whether there can be no others, ever. */
  readonly isAlone: boolean;
  /** Ids of the processes that serve, this one included. */
  living(): readonly string[];
  /**
   * Whether what others told may not have reached this process, which stood still or was cut off for longer than `behindAfterMs`. By the
   * time that it is behind no more, it was told of the gap.
   */
  isBehind(): boolean;
  /**
   * Tells every other process. Of one process and topic in the order of the calls; many calls share one round trip. To be called once what it
   * tells of is durable. Resolves when the others are being told; it never rejects: what is lost is a gap.
   */
  tell(topic: PeerTopic, text: string): Promise<void>;
  /** Hears what others tell; never what this process told. */
  hear(topic: PeerTopic, listener: (text: string, from: string) => void): void;
  /** Called when news may have been missed: whoever keeps something up to date by them reads it again. */
  onGap(listener: () => void): void;
  /** Called on each living process when one is lost; possibly on several, and more than once. */
  onLost(listener: (peer: LostPeer) => void): void;
  /**
   * Called when the others went on without this process, because it was silent too long. What it holds for people (sockets) they have
   * taken for gone; `id` is a new one already.
   */
  onLeftBehind(listener: (formerId: string) => void): void;
  /**
   * Whether this process may do this alone for so long, by the store's clock. True again for the process that has it; nobody else gets it
   * before the time is over.
   */
  lease(name: string, durationMs: number): Promise<boolean>;
  /** Gives back a lease early. */
  release(name: string): Promise<void>;
  /** Begins to be seen and to hear. */
  start(): Promise<void>;
  /** Says goodbye: the others need not wait for its silence. */
  stop(): Promise<void>;
}
