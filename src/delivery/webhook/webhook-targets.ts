import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { parseHttpUrl, toBasic } from "../address/endpoint-url.ts";
import { createFoundTargets } from "../address/found-targets.ts";
import { maskAddress, secretsInAddress } from "../address/masked-address.ts";
import { headersFor } from "../customer/targets.ts";

/** The target of a channel's events, computed once. */
export interface WebhookTarget {
  readonly endpoint: Endpoint | null;
  /** The reason why requests to this target are not allowed. */
  readonly refusal: RefusedTargetError | null;
  /** One host can serve many owners. A dead server takes no connections from another owner. */
  readonly owner: ChannelId;
  /** All headers but the signature. Names and values alternate. */
  readonly headers: readonly string[];
  /** Secrets that a response could repeat. They are masked before anything is stored. Source: AUTH-14. */
  readonly secrets: readonly string[];
}

/** Finds the target of a channel's present settings. Source: WH-01, WH-41, AUTH-05, AUTH-06, VER-01. */
export function createWebhookTargetFinder(
  guard: AddressGuard,
): (webhooks: WebhookSettings, channelId: ChannelId) => WebhookTarget {
  const targets = createFoundTargets<WebhookSettings, WebhookTarget>(guard);
  return (webhooks, channelId) => {
    const known = targets.get(webhooks);
    if (known !== undefined && known.owner === channelId) return known;
    const url = parseHttpUrl(webhooks.url);
    const endpoint = url === null ? null : toWebhookEndpoint(url, channelId);
    const headers = headersFor(endpoint);
    const secrets = url === null ? [] : secretsOf(webhooks, url, channelId);
    const target = { endpoint, refusal: refusalOf(endpoint, guard), owner: channelId, headers, secrets };
    targets.set(webhooks, target);
    return target;
  };
}

/** The URL as configured, with nothing appended. */
export function toWebhookEndpoint(url: URL, channelId: ChannelId): Endpoint {
  const { origin, pathname, search } = url;
  return { origin, path: pathname + search, authorization: toBasic(url), address: maskAddress(url, channelId) };
}

function secretsOf({ signingSecret, previousSecret }: WebhookSettings, url: URL, channelId: ChannelId) {
  const basic = toBasic(url)?.slice("Basic ".length);
  const own = [basic, signingSecret, previousSecret?.secret];
  return [...secretsInAddress(url, channelId), ...own.filter((secret) => typeof secret === "string")];
}

/** Checked again, because the policy may have changed after the channel was saved. */
function refusalOf(endpoint: Endpoint | null, guard: AddressGuard): RefusedTargetError | null {
  if (endpoint === null)
    return new RefusedTargetError("The webhook URL of the channel must be an absolute http or https URL.");
  const refused = guard.checkTarget(endpoint.origin, { allowHttp: true });
  return refused === null ? null : new RefusedTargetError(refused.message);
}
