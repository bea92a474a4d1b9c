import type { ChannelEntry } from "../../domain/directory.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { BadPathGuard } from "../limits/bad-path-guard.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { isSameSecret } from "../limits/same-secret.ts";

/** All channels by their public id. Read on each request, so each lookup must be in memory. */
interface ChannelDirectory {
  find(publicId: string): ChannelEntry | undefined;
}

/** What the first checks of both routes of surface A use. */
export interface SurfaceA {
  readonly channels: ChannelDirectory;
  /** AUTH-02. */
  readonly badPaths: BadPathGuard;
  /** LIM-01: one bucket for each channel, for status queries and messages together. */
  readonly channelRate: RateLimiter;
}

/** Compared for an unknown channel, so that the answer takes as long as for a known one. Source: AUTH-02. */
const noRandom = "-".repeat(22);

/**
 * ERR-17 (A), from the channel to its rate: returns the channel of `/chat-api/{random}/{publicId}`, or null after answering. The
 * answers are 404, AUTH-02's 429, 405 with `allow`, or the channel's 429.
 */
export function admitToChannel(
  surface: SurfaceA,
  exchange: HttpExchange,
  parameters: readonly string[],
  allow: { readonly methods: readonly string[]; readonly header: string },
): ChannelEntry | null {
  const [random = "", publicId = ""] = parameters;
  const found = surface.channels.find(publicId);
  // A widget has no such address.
  const entry = found?.settings.kind === "api" ? found : undefined;
  const isRandomRight = isSameSecret(entry?.settings.random ?? noRandom, random);
  if (entry === undefined || !isRandomRight) return refuseBadPath(surface.badPaths, exchange);
  exchange.subject = entry.settings.id;
  if (!allow.methods.includes(exchange.method)) {
    const message = `This address accepts only ${allow.header}.`;
    exchange.answerFailure({ code: "method_not_allowed", message }, ["Allow", allow.header]);
    return null;
  }
  return isRefusedByRate(surface.channelRate, publicId, exchange) ? null : entry;
}

/** Counts a wrong address, and answers 404 or 429. */
export function refuseBadPath(badPaths: BadPathGuard, exchange: HttpExchange): null {
  const waitSeconds = badPaths.count(exchange.remoteAddress());
  if (waitSeconds === 0) exchange.answerCode("not_found");
  else exchange.answerCode("rate_limited", waitSeconds);
  return null;
}

/** Counts a request; answers 429 when there are too many. */
export function isRefusedByRate(rate: RateLimiter, key: string, exchange: HttpExchange): boolean {
  const waitSeconds = rate.take(key);
  if (waitSeconds > 0) exchange.answerCode("rate_limited", waitSeconds);
  return waitSeconds > 0;
}
