/** Topics of messages between processes: one part of the service sends and receives each topic. */
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

/**
 * Another process that served on this store and does not any more, or was silent so long that the other processes continued without
 * it.
 */
export interface LostPeer {
  readonly id: string;
}

/**
 * The other processes on the same store. Nothing here is guaranteed: important work is always a stored row, and lost messages lead
 * to a reread. A process that is alone on its store receives nothing and has every lease.
 */
export interface Peers {
  /** This process: different for every process that ever ran on this store. It changes when the process was silent too long. */
  readonly id: string;
  /** Whether there can never be other processes. */
  readonly isAlone: boolean;
  /** Ids of the processes that serve, including this one. */
  living(): readonly string[];
  /**
   * Whether messages of the other processes may not have reached this process, because it was frozen or cut off for longer than
   * `behindAfterMs`. The gap listeners are called before this turns false again.
   */
  isBehind(): boolean;
  /**
   * Sends a text to every other process. Texts of one process and topic keep their order; many calls share one round trip. Call it
   * once the change is durable. Resolves when the text is being sent; never rejects: a lost text is a gap.
   */
  tell(topic: PeerTopic, text: string): Promise<void>;
  /** Subscribes to texts of the other processes; never receives the texts of this process. */
  hear(topic: PeerTopic, listener: (text: string, from: string) => void): void;
  /** Called when messages may have been lost: a listener that keeps data up to date by them must reread the data. */
  onGap(listener: () => void): void;
  /** Called on each living process when one is lost; possibly on several, and more than once. */
  onLost(listener: (peer: LostPeer) => void): void;
  /**
   * Called when the other processes continued without this one, because it was silent too long. They treat its sockets as closed;
   * `id` has already changed.
   */
  onLeftBehind(listener: (formerId: string) => void): void;
  /**
   * Requests a lease: returns whether only this process may do the work for the given time, by the store's clock. Also true for a
   * repeated call of the process that has the lease; no other process gets it before the time is over.
   */
  lease(name: string, durationMs: number): Promise<boolean>;
  /** Returns a lease early. */
  release(name: string): Promise<void>;
  /** Begins to be visible and to receive. */
  start(): Promise<void>;
  /** Announces the stop: the other processes need not wait for a timeout. */
  stop(): Promise<void>;
}
