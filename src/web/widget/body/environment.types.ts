/** The parts of the browser that the widget needs; tests use their own clock and network faults. */
export interface Environment {
  /** Standard `WebSocket`. */
  openSocket(url: string): WebSocket;
  /** Standard `fetch`. */
  fetch(url: string, request: RequestInit): Promise<Response>;
  /** Loads the script that posts files with the first file, and tries again when a file is sent again. */
  loadPost(): Promise<Pick<typeof import("./requests/post-file.ts"), "post">>;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Runs once after `delayMs`; the returned function cancels. */
  after(delayMs: number, run: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
  /** Storage for all pages of the web site in this browser, and for this tab only. */
  readonly site: Keep;
  readonly tab: Keep;
  /** Returns a unique id for a request. */
  newId(): string;
  /** The title is the page's own, without our mark. */
  page(): { readonly url: string; readonly title: string };
  /** Whether the tab is visible. */
  isVisible(): boolean;
  /** Runs it, now or a moment later, in the first page of this browser that asks for that name, and in no other while that one lives. */
  alone(name: string, run: () => void): void;
  /** Runs at each such event; the returned function unsubscribes. */
  on(happening: Happening, run: () => void): () => void;
}

/**
 * `return`: the network is back, or the tab in front. `offline`: there is no network. `address`: the page's address may have
 * changed. `kept`: another tab changed what is kept for the site.
 */
export type Happening = "return" | "offline" | "address" | "kept";

/** Small texts by name; a browser that keeps nothing answers `null`. */
export interface Keep {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}
