import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { toEndpoint } from "../address/endpoint-url.ts";
import { createFoundTargets } from "../address/found-targets.ts";
import { ownHeaders } from "../request/ask.ts";

/** The target of a channel's requests, computed once. */
export interface Target {
  /** `null` when the webhook URL is not a URL. */
  readonly endpoint: Endpoint | null;
  /** Names and values alternate. */
  readonly headers: string[];
  /** The reason why requests to this target are not allowed. */
  readonly refusal: RefusedTargetError | null;
  /** One customer system can serve several channels. The limit of connections belongs to the system. Source: DEL-19. */
  readonly owner: null;
}

/**
 * Finds the target of a channel's current settings. A change creates a new settings object, so a cached target stays valid under the same policy.
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

/** Checked again, because the policy may have changed after the channel was saved. */
function refusalOf(endpoint: Endpoint | null, guard: AddressGuard): RefusedTargetError | null {
  if (endpoint === null) return new RefusedTargetError("The webhook URL of the channel must be an absolute https URL.");
  const refused = guard.checkTarget(endpoint.origin);
  return refused === null ? null : new RefusedTargetError(refused.message);
}

/** The headers of every request to that endpoint, without framing. Names and values alternate. Source: AUTH-03, VER-01. */
export function headersFor(endpoint: Endpoint | null): string[] {
  const authorization = endpoint?.authorization ?? null;
  const always = [...ownHeaders, "Content-Type", "application/json"];
  return authorization === null ? always : [...always, "Authorization", authorization];
}
