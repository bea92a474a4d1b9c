import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import type { CustomerRequest } from "../../domain/chat/customer-inbox.ts";
import type { BadPathGuard } from "../limits/bad-path-guard.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";

/** The data of a channel that the edge needs. */
export interface ChannelEntry {
  readonly settings: ChannelSettings;
  /** CH-12: whether an agent of the channel is online. */
  readonly status: 0 | 1;
}

/** All channels by their public id. Read on each request, so each lookup must be in memory. */
export interface ChannelDirectory {
  find(publicId: string): ChannelEntry | undefined;
}

/** Handles the customer message POST. Only the codec knows `Parsed`. */
export interface CustomerMessageHandler<Parsed> {
  /** CH-17 to CH-35: returns the message, or `invalid_request`. `body` is valid only until this function returns. */
  parse(body: Uint8Array): Result<Parsed>;
  /** Whether the message would start a chat. Called rarely, because it may read the store. */
  isBeginning(entry: ChannelEntry, parsed: Parsed): Promise<boolean>;
  /** LIM-02: identifies the sender within its channel. */
  senderKey(parsed: Parsed): string;
  /**
   * Accepts the message and calls `done` once: after its durable commit, or with the failure. Nothing
   * may be stored or sent before a failure other than `timeout`. Source: CH-19, ERR-16.
   */
  receive(entry: ChannelEntry, parsed: Parsed, request: CustomerRequest, done: (result: Result<void>) => void): void;
}

/** The dependencies of both routes of surface A. */
export interface SurfaceA {
  readonly channels: ChannelDirectory;
  /** AUTH-02. */
  readonly badPaths: BadPathGuard;
  /** LIM-01: one bucket for each channel, for status queries and messages together. */
  readonly channelRate: RateLimiter;
}
