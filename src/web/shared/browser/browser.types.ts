/** The parts of the browser that our pages use. Tests replace its time and its connections. */
export interface Browser {
  nowMs(): number;
  /** Calls `run` once after the delay. The returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
  /** Calls `run` once before the next drawing. If nothing is drawn, it calls `run` a moment later. */
  soon(run: () => void): void;
  /** Returns a number from 0 to 1. */
  random(): number;
  /** Returns a new id, for Idempotency-Key and the page's own ids. */
  newId(): string;
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Opens a socket at a path of the service. */
  openSocket(path: string): WebSocket;
  readonly storage: SharedStorage;
  /** `return`: the page is visible again, or the network is back. The returned function unsubscribes. */
  on(what: "return", run: () => void): () => void;
  /** Runs `work` in one tab at a time. In a browser without locks it runs `work` at once. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
}

/** The storage that all tabs of this browser share. It is kept after the page has ended. */
export interface SharedStorage {
  get(key: string): string | null;
  /** Returns false if the browser has no room or forbids it. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): readonly string[];
  /** Calls `heard` when another tab has changed a key. The returned function unsubscribes. */
  onChange(heard: (key: string, value: string | null) => void): () => void;
}
