import type { Frames, Operations, Schemas } from "./types.d.ts";

export type { Frames, Operations, Schemas };

export interface ParleyOptions {
  /** The address of the service, such as `https://chat.example.com`. */
  readonly url: string;
  /** An API key. */
  readonly key: string;
}

/** What a request takes besides its body. */
export interface RequestOptions {
  /** A repeated request with the same key changes nothing and gets the same answer. */
  readonly idempotencyKey?: string;
  /** `application/json` if absent. Another type needs a body that `fetch` takes. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

type Asked<Name extends keyof Operations> = Omit<Operations[Name], "answer"> & RequestOptions;

/** A frame that `/ws/desk` sends. */
export type DeskFrame = Frames[Extract<keyof Frames, `desk-sent-${string}`>];

export declare class Parley {
  constructor(options: ParleyOptions);
  /**
   * Makes one request, such as `request("GET /api/chats/{id}", { path: { id: "17" } })`. Rejects with `ParleyError` for every answer that is
   * no success, and as `fetch` does without an answer.
   */
  request<Name extends keyof Operations>(
    operation: Name,
    ...asked: Record<never, never> extends Omit<Operations[Name], "answer">
      ? [asked?: Asked<Name>]
      : [asked: Asked<Name>]
  ): Promise<Operations[Name]["answer"]>;
  /**
   * Yields the frames of `/ws/desk`, each once and in order, also across lost connections. `since` is the cursor of the last frame that was
   * worked on. After `resync`, too much was missed: read the lists again. Throws `ParleyError` when the key is refused.
   */
  follow(options?: {
    readonly since?: number;
    readonly signal?: AbortSignal;
    readonly retryMsMax?: number;
  }): AsyncGenerator<DeskFrame, void>;
}

export declare class ParleyError extends Error {
  readonly status: number;
  /** For programs. A code never changes its meaning. */
  readonly code: string;
  readonly requestId: string | null;
  /** 0 without `Retry-After`. */
  readonly retryAfterSeconds: number;
}

/** Whether Parley has signed the request, not longer than five minutes ago. `body` is what came, byte for byte. */
export declare function isSigned(request: {
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string | Uint8Array;
  readonly nowMs?: number;
}): boolean;
