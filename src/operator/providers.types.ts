import type { Result } from "../core/result.ts";

export interface Provider {
  readonly id: string;
  readonly name: string;
}

/**
 * The providers of an installation, whoever serves it. Ids and names are checked by the caller; what cannot be done is a value
 * whose message says all there is to say. Everything is durable when it resolves. Source: BOT-03.
 */
export interface Providers {
  /** All of them by id. */
  list(): Promise<Result<readonly Provider[]>>;
  add(provider: Provider): Promise<Result<void>>;
  rename(provider: Provider): Promise<Result<void>>;
  remove(id: string): Promise<Result<void>>;
  close(): Promise<void>;
}
