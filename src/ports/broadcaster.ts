/** Live sockets of desks and of visitors' pages, by topic. */
export interface Broadcaster {
  hasSubscribers(topic: string): boolean;
  /** Sends one encoded frame to every subscriber of the topic. */
  publish(topic: string, frame: string): void;
}
