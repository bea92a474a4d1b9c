/** What the widget needs of its browser; tests bring their own clock and network faults. */
export interface Surroundings {
  /** Standard `WebSocket`. */
  openSocket(url: string): WebSocket;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Runs once after `delayMs`; the returned function cancels. */
  after(delayMs: number, run: () => void): () => void;
  /** For every page of the web site in this browser, and for this tab alone. */
  readonly site: Keep;
  readonly tab: Keep;
  /** Of a request: nobody else makes the same. */
  newId(): string;
  page(): { readonly url: string; readonly title: string };
}

/** Small texts by name; a browser that keeps nothing answers `null`. */
export interface Keep {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}
