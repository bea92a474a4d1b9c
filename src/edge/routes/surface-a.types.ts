import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import type { CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import type { BadPathGuard } from "../limits/bad-path-guard.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";

/** What the edge knows of a channel. */
export interface ChannelEntry {
  readonly settings: ChannelSettings;
  /** CH-12: whether an agent of the channel is online. */
  readonly status: 0 | 1;
}

/** All channels by their public id. Read on each request: it must be a look-up in memory. */
export interface ChannelDirectory {
  find(publicId: string): ChannelEntry | undefined;
}

/** What stands behind the customer message POST. `Parsed` is the codec's business. */
export interface CustomerMessageHandler<Parsed> {
  /** CH-17 to CH-35: the message, or `invalid_request`. `body` belongs to the caller only until this returns. */
  parse(body: Uint8Array): Result<Parsed>;
  /** Whether it would begin a chat. Asked seldom: it may read the store. */
  isBeginning(entry: ChannelEntry, parsed: Parsed): Promise<boolean>;
  /** LIM-02: who sent it, within its channel. */
  senderKey(parsed: Parsed): string;
  /**
   * Takes the message in and calls `done` once: when it is durably committed, or with why it was not taken. Nothing
   * may have been stored or sent before a failure other than `timeout`. Source: CH-19, ERR-16.
   */
  receive(entry: ChannelEntry, parsed: Parsed, request: CustomerRequest, done: (result: Result<void>) => void): void;
}

/** What both routes of surface A stand on. */
export interface SurfaceA {
  readonly channels: ChannelDirectory;
  /** AUTH-02. */
  readonly badPaths: BadPathGuard;
  /** LIM-01: one bucket a channel, status queries and messages together. */
  readonly channelRate: RateLimiter;
}
