/** The parts of the browser that the widget needs; tests use their own clock and network faults. */
export interface Environment {
  /** Returns the JSON text of a value; a `toJSON` or a `JSON.stringify` of the page has no effect on it. */
  toJson(value: unknown): string;
  /** Standard `WebSocket`. */
  openSocket(url: string): WebSocket;
  /** Standard `fetch`. */
  fetch(url: string, request: RequestInit): Promise<Response>;
  /** Loads the script that posts files, when the first file is sent. After a failure, the next try to send a file loads it again. */
  loadPost(): Promise<typeof import("./requests/post-file.ts")>;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Calls `run` once after `delayMs`. The returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
  /** Returns a number from 0 up to 1. */
  random(): number;
  /** Storage for all pages of the web site in this browser, and for this tab only. */
  readonly site: Keep;
  readonly tab: Keep;
  /** Returns a unique id for a request. */
  newId(): string;
  /** Returns the page's address and its own title, without our mark. */
  page(): { readonly url: string; readonly title: string };
  /** Returns whether the tab is visible. */
  isVisible(): boolean;
  /**
   * Calls `run`, at once or a moment later, in the first page of this browser that asks for this name. While that page lives, no
   * other page runs it.
   */
  alone(name: string, run: () => void): void;
  /** Calls `run` at each such event. The returned function unsubscribes. */
  on(happening: Happening, run: () => void): () => void;
}

/**
 * `return`: the network is back, or the tab in front. `leave`: the pointer left the page, or the tab is hidden. `offline`: there is no
 * network. `address`: the page's address may have changed. `kept`: another tab changed what is kept for the site.
 */
export type Happening = "return" | "leave" | "offline" | "address" | "kept";

/** Small texts by name. A browser that stores nothing returns `null`. */
export interface Keep {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}
