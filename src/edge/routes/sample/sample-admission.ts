import { addressGroup } from "../../../core/addresses/address-group.ts";
import { sampleTokenOf } from "../../../core/addresses/sample-customer.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { RateLimiter } from "../../limits/rate-limiter.ts";
import { isSameSecret } from "../../limits/same-secret.ts";
import type { ChannelEntry, SurfaceA } from "../surface-a.types.ts";

export interface SampleAdmission {
  readonly surface: Pick<SurfaceA, "channels" | "badPaths">;
  /** By address: pages ask again and again. */
  readonly addressRate: RateLimiter;
  /** The config file may switch the sample customer off. */
  readonly isOn: () => boolean;
}

/** Compared against where there is no sample customer, which takes as long. Source: AUTH-02. */
const noToken = "-".repeat(32);

/**
 * The channel of `/sample/{channel}/{token}`, or null after having answered: 404, alike for an unknown channel, one with a system of its
 * own and a wrong token; 429 for who guesses, or asks too often. Before the handler returns only. Source: AUTH-02, AUTH-14.
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
  if (found === undefined || expected === null || !isTokenRight) {
    const waitSeconds = surface.badPaths.count(exchange.remoteAddress());
    if (waitSeconds === 0) exchange.answerCode("not_found");
    else exchange.answerCode("rate_limited", waitSeconds);
    return null;
  }
  exchange.subject = found.settings.id;
  const waitSeconds = addressRate.take(addressGroup(exchange.remoteAddress()));
  if (waitSeconds === 0) return found;
  exchange.answerCode("rate_limited", waitSeconds);
  return null;
}
