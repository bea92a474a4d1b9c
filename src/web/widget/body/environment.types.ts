/** What the widget needs of its browser; tests bring their own clock and network faults. */
export interface Environment {
  /** Standard `WebSocket`. */
  openSocket(url: string): WebSocket;
  /** Standard `fetch`. */
  fetch(url: string, request: RequestInit): Promise<Response>;
  /** What posts a file: it comes when the first one is sent, and is asked for again by whoever sends again. */
  loadPost(): Promise<Pick<typeof import("./requests/post-file.ts"), "post">>;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Runs once after `delayMs`; the returned function cancels. */
  after(delayMs: number, run: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
  /** For every page of the web site in this browser, and for this tab alone. */
  readonly site: Keep;
  readonly tab: Keep;
  /** Of a request: nobody else makes the same. */
  newId(): string;
  /** The title is the page's own, without our mark. */
  page(): { readonly url: string; readonly title: string };
  /** Whether the tab is in front. */
  isVisible(): boolean;
  /** Runs it, now or a moment later, in the first page of this browser that asks for that name, and in no other while that one lives. */
  alone(name: string, run: () => void): void;
  /** Runs whenever it happens; the returned function ends that. */
  on(happening: Happening, run: () => void): () => void;
}

/**
 * `return`: the network is back, or the tab in front. `offline`: there is no network. `address`: the page's address may have changed. `kept`: another tab changed what
 * is kept for the site.
 */
export type Happening = "return" | "offline" | "address" | "kept";

/** Small texts by name; a browser that keeps nothing answers `null`. */
export interface Keep {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}
