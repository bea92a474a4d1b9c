import { addressGroup } from "../../../core/addresses/address-group.ts";
import { sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { isSameSecret } from "../../limits/same-secret.ts";
import type { SurfaceA } from "../channel-admission.ts";
import { isRefusedByRate, refuseBadPath } from "../channel-admission.ts";

export interface SampleAdmission {
  readonly surface: SurfaceA;
  /** One bucket for each address, because pages poll. */
  readonly addressRate: RateLimiter;
  /** False if the config file switches the sample customer off. */
  readonly isOn: () => boolean;
}

/** Compared if the channel has no sample customer, so that the answer takes as long. Source: AUTH-02. */
const noToken = "-".repeat(32);

/**
 * Returns the channel of `/sample/{channel}/{token}`, or null after answering. 404: an unknown channel, a channel with another
 * customer system, or a wrong token; all three get the same answer. 429: too many wrong addresses or too many requests. Call it
 * before the handler returns. Source: AUTH-02, AUTH-14.
 */
export function admitToSample(
  { surface, addressRate, isOn }: SampleAdmission,
  exchange: HttpExchange,
  parameters: readonly string[],
): ChannelEntry | null {
  const [channelId = "", token = ""] = parameters;
  const found = surface.channels.find(channelId);
  const expected = isOn() && found?.settings.kind === "api" ? sampleTokenOf(found.settings.webhookUrl) : null;
  const isTokenRight = isSameSecret(expected ?? noToken, token);
  if (found === undefined || expected === null || !isTokenRight) return refuseBadPath(surface.badPaths, exchange);
  exchange.subject = found.settings.id;
  return isRefusedByRate(addressRate, addressGroup(exchange.remoteAddress()), exchange) ? null : found;
}
