/** What our pages need of the browser, so that tests own its time and its connections. */
export interface Browser {
  nowMs(): number;
  /** Runs once after the delay; the answer stops it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs once before the next picture is drawn, also where none is drawn. */
  soon(run: () => void): void;
  /** 0 to 1. */
  random(): number;
  /** For Idempotency-Key and ids of one's own. */
  newId(): string;
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** At a path of the service. */
  openSocket(path: string): WebSocket;
  readonly storage: SharedStorage;
  /** `return`: the page is looked at again, or the network is back. The answer stops listening. */
  on(what: "return", run: () => void): () => void;
  /** Runs `work` in one tab at a time; where the browser knows no locks, at once. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
}

/** What all tabs of this browser have in common; kept when the page goes. */
export interface SharedStorage {
  get(key: string): string | null;
  /** False when the browser has no room or forbids it. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): readonly string[];
  /** Another tab changed a key. The answer stops listening. */
  onChange(heard: (key: string, value: string | null) => void): () => void;
}
