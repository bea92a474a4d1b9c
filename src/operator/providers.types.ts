import type { Result } from "../core/result.ts";

export interface Provider {
  readonly id: string;
  readonly name: string;
}

/**
 * Manages the providers of an installation, whether a service runs or not. The caller checks ids and names. A refusal is a value with a
 * complete message. Changes are durable when the promise resolves. Source: BOT-03.
 */
export interface Providers {
  /** All providers in the order of their ids. */
  list(): Promise<Result<readonly Provider[]>>;
  add(provider: Provider): Promise<Result<void>>;
  rename(provider: Provider): Promise<Result<void>>;
  remove(id: string): Promise<Result<void>>;
  close(): Promise<void>;
}
