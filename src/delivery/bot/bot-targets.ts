import type { BotSettings } from "../../../machines/channel/channel.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { AddressGuard } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Endpoint } from "../address/endpoint-url.ts";
import { createFoundTargets } from "../address/found-targets.ts";
import { ownHeaders } from "../request/ask.ts";
import { toBotEndpoint } from "./bot-endpoint.ts";

/** The target of a bot's events, computed once. */
export interface BotTarget {
  /** `null` when the configured endpoint is not a URL. */
  readonly endpoint: Endpoint | null;
  /** The reason why requests to this target are not allowed. */
  readonly refusal: RefusedTargetError | null;
  /** One host of a provider serves many bots. A dead bot takes no connections from another. Source: DEL-19. */
  readonly owner: ChannelId;
  /** All headers but the access token. Names and values alternate. */
  readonly headers: readonly string[];
  /** Secrets that a response could repeat. They are masked before anything is stored. Source: AUTH-14. */
  readonly secrets: readonly string[];
}

/**
 * Finds the target of a bot's current settings. A change creates a new settings object, so a cached target stays valid under the same policy.
 * Source: BOT-06, AUTH-05, AUTH-06, VER-01.
 */
export function createBotTargetFinder(guard: AddressGuard): (bot: BotSettings, channelId: ChannelId) => BotTarget {
  const targets = createFoundTargets<BotSettings, BotTarget>(guard);
  return (bot, channelId) => {
    const known = targets.get(bot);
    if (known !== undefined && known.owner === channelId) return known;
    const endpoint = toBotEndpoint(bot, channelId);
    const basic = bot.oauth === null ? (endpoint?.authorization ?? null) : null;
    const headers = [...ownHeaders, "Content-Type", "application/json"];
    if (basic !== null) headers.push("Authorization", basic);
    const refusal = refusalOf(endpoint, guard);
    const target = { endpoint, refusal, owner: channelId, headers, secrets: secretsOf(bot, endpoint) };
    targets.set(bot, target);
    return target;
  };
}

function secretsOf({ token, oauth }: BotSettings, endpoint: Endpoint | null): readonly string[] {
  const basic = endpoint?.authorization?.slice("Basic ".length) ?? null;
  const password = basic === null ? "" : (/:(.*)$/s.exec(Buffer.from(basic, "base64").toString())?.[1] ?? "");
  const all = [token, oauth?.clientSecret ?? "", basic ?? "", password];
  return all.filter((secret) => secret !== "");
}

/** Checked again, because the policy may have changed after the bot was saved. */
function refusalOf(endpoint: Endpoint | null, guard: AddressGuard): RefusedTargetError | null {
  if (endpoint === null) {
    return new RefusedTargetError("The bot's endpoint must be an absolute https URL without {token} in its host name.");
  }
  const refused = guard.checkTarget(endpoint.origin);
  return refused === null ? null : new RefusedTargetError(refused.message);
}
