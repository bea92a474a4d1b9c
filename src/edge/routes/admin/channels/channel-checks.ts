import type { BotSettings, ChannelSettings } from "../../../../../machines/channel/channel.types.ts";
import type { ChannelChange } from "../../../../codec/admin/admin-channel.ts";
import { shownValue } from "../../../../codec/json/value-path.ts";
import { asAgentId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * Resolves the host names and returns why an address may not be saved. Events for the owner's server may use plain http,
 * regardless of the configuration. Source: CH-04, AUTH-05, AUTH-06.
 */
export async function refuseTargets(
  admin: AdminParts,
  { webhookUrl, bot, webhooks }: Pick<ChannelChange, "webhookUrl" | "bot" | "webhooks">,
): Promise<Failure | null> {
  const given = [
    ["webhookUrl", webhookUrl],
    ["bot.endpoint", bot?.endpoint],
    ["bot.oauth.tokenUrl", bot?.oauth?.tokenUrl],
    ["webhooks.url", webhooks?.url, { allowHttp: true }],
  ] as const;
  for (const [field, url, options] of given) {
    const refused = url === undefined ? null : await admin.checkTarget(url, options);
    if (refused !== null)
      return { ...refused, message: `Field ${field} must be a permitted target. ${refused.message}` };
  }
  return null;
}

/** Returns why these agents cannot work on a channel. Source: CH-04. */
export function refuseAgents({ runtime }: AdminParts, { agents = [] }: Pick<ChannelChange, "agents">): Failure | null {
  const index = agents.findIndex((id) => runtime.directory.agent(asAgentId(id)) === undefined);
  if (index < 0) return null;
  return {
    code: "invalid_request",
    message: `Field agents[${index}] must be the id of an agent, got ${agents[index]}.`,
  };
}

/** Returns why the log of a chat cannot be sent by mail. Source: WH-27. */
export function refuseMail(
  { hasMail }: AdminParts,
  { chatLogEmails = [] }: Pick<ChannelChange, "chatLogEmails">,
): Failure | null {
  if (hasMail() || chatLogEmails.length === 0) return null;
  return { code: "invalid_request", message: "Field chatLogEmails needs smtp in the config file." };
}

/** Returns why the channel cannot have this bot. No message contains the token. Source: BOT-03, BOT-04, AUTH-14. */
export function refuseBot(admin: AdminParts, { id, bot }: ChannelSettings): Failure | null {
  if (bot === null) return null;
  if (admin.runtime.providers.find(bot.providerId) === undefined) {
    const message = `Field bot.provider must be the id of a provider, got ${shownValue(bot.providerId)}.`;
    return { code: "invalid_request", message };
  }
  const other = admin.runtime.directory.findBot(bot.providerId, bot.token);
  return other === undefined || other.settings.id === id ? null : inUse(bot, other.settings);
}

const inUse = ({ providerId }: BotSettings, { id, name }: ChannelSettings): Failure => ({
  code: "conflict",
  message: `Field bot.token must be another one: channel ${id} (${name}) has a bot of provider ${providerId} with it.`,
});
