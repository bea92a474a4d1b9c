import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { parseHttpUrl, toBasic } from "../address/endpoint-url.ts";
import { createFoundTargets } from "../address/found-targets.ts";
import { maskAddress, secretsInAddress } from "../address/masked-address.ts";
import { headersFor } from "../customer/targets.ts";

/** Where the events of a channel go, worked out once. */
export interface WebhookTarget {
  readonly endpoint: Endpoint | null;
  /** Why nothing may be sent there. */
  readonly refusal: RefusedTargetError | null;
  /** One host may serve many owners: one that is dead takes nothing from another. */
  readonly owner: ChannelId;
  /** Without the signature; names and values in turns. */
  readonly headers: readonly string[];
  /** What an answer that repeats the request would tell; never kept. Source: AUTH-14. */
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

/** The URL as it is: nothing is joined to it. */
export function toWebhookEndpoint(url: URL, channelId: ChannelId): Endpoint {
  const { origin, pathname, search } = url;
  return { origin, path: pathname + search, authorization: toBasic(url), address: maskAddress(url, channelId) };
}

function secretsOf({ signingSecret, previousSecret }: WebhookSettings, url: URL, channelId: ChannelId) {
  const basic = toBasic(url)?.slice("Basic ".length);
  const own = [basic, signingSecret, previousSecret?.secret];
  return [...secretsInAddress(url, channelId), ...own.filter((secret) => typeof secret === "string")];
}

/** The policy may have changed since the channel was saved. */
function refusalOf(endpoint: Endpoint | null, guard: AddressGuard): RefusedTargetError | null {
  if (endpoint === null)
    return new RefusedTargetError("The webhook URL of the channel is no absolute http or https URL.");
  const refused = guard.checkTarget(endpoint.origin, { allowHttp: true });
  return refused === null ? null : new RefusedTargetError(refused.message);
}
