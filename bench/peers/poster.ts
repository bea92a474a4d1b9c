import type { Dispatcher } from "undici";
import { Pool } from "undici";

/** Posts JSON over persistent connections: a third cheaper than `request`, because the bodies of answers are not read. */
export interface Poster {
  /** `done` gets the status, or `null` without an answer. */
  post(path: string, body: string, done: (status: number | null) => void): void;
  close(): Promise<void>;
}

export function createPoster(url: string, connections: number): Poster {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    post(path, body, done) {
      pool.dispatch({ method: "POST", path, headers, body }, new Posted(done));
    },
    close: () => pool.destroy(),
  };
}

const headers = ["content-type", "application/json"];

class Posted implements Dispatcher.DispatchHandler {
  readonly #done: (status: number | null) => void;
  #status: number | null = null;

  constructor(done: (status: number | null) => void) {
    this.#done = done;
  }

  onRequestStart(): void {
    // undici requires this method.
  }

  onResponseData(): void {
    // undici requires this method, too.
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseEnd(): void {
    this.#done(this.#status);
  }

  onResponseError(): void {
    this.#done(null);
  }
}
