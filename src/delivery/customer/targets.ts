import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { toEndpoint } from "../address/endpoint-url.ts";
import { createFoundTargets } from "../address/found-targets.ts";

/** Where the requests of a channel go, worked out once. */
export interface Target {
  /** `null` when the webhook URL is none. */
  readonly endpoint: Endpoint | null;
  /** Names and values in turns. */
  readonly headers: string[];
  /** Why nothing may be sent there. */
  readonly refusal: RefusedTargetError | null;
  /** One customer system may serve several channels: the bound is its own. Source: DEL-19. */
  readonly owner: null;
}

/**
 * Finds the target of a channel's present settings. A change makes new settings: what was found once stays true under the same policy.
 * Source: AUTH-03, AUTH-05, AUTH-06, VER-01.
 */
export function createTargetFinder(guard: AddressGuard): (settings: ChannelSettings) => Target {
  const targets = createFoundTargets<ChannelSettings, Target>(guard);
  return (settings) => {
    const known = targets.get(settings);
    if (known !== undefined) return known;
    const endpoint = toEndpoint(settings);
    const target = { endpoint, headers: headersFor(endpoint), refusal: refusalOf(endpoint, guard), owner: null };
    targets.set(settings, target);
    return target;
  };
}

/** The policy may have changed since the channel was saved. */
function refusalOf(endpoint: Endpoint | null, guard: AddressGuard): RefusedTargetError | null {
  if (endpoint === null) return new RefusedTargetError("The webhook URL of the channel is no absolute https URL.");
  const refused = guard.checkTarget(endpoint.origin);
  return refused === null ? null : new RefusedTargetError(refused.message);
}

/** Of every request to that endpoint, framing left out; names and values in turns. Source: AUTH-03, VER-01. */
export function headersFor(endpoint: Endpoint | null): string[] {
  const authorization = endpoint?.authorization ?? null;
  const always = ["User-Agent", "Parley", "Content-Type", "application/json"];
  return authorization === null ? always : [...always, "Authorization", authorization];
}
