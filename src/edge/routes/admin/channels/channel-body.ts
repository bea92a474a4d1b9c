import type { ChannelSettings } from "../../../../../machines/channel/channel.types.ts";
import { agentAddress, channelAddress } from "../../../../../machines/tells.ts";
import type { ChannelChange } from "../../../../codec/admin/admin-channel.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { channelAnswer, toChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { assert } from "../../../../core/assert.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { configureChannel } from "../../../../domain/configure.ts";
import type { ChannelEntry } from "../../../../domain/directory.ts";
import type { Runtime } from "../../../../domain/runtime.ts";
import { bodyOf } from "../admin-docs.ts";
import type { AdminParts } from "../admin-parts.ts";
import { refuseAgents, refuseBot, refuseMail } from "./channel-checks.ts";

export interface ChannelBody {
  readonly channel: ChannelAnswer;
}

export const channelBody = bodyOf({ channel: channelAnswer });

export const showChannel = (
  { publicUrl, declared, hasSampleCustomer, runtime }: AdminParts,
  { settings, status }: ChannelEntry,
): ChannelAnswer =>
  toChannelAnswer(settings, {
    status,
    publicUrl: publicUrl(),
    declared: declared.channels.has(settings.id),
    hasSampleCustomer: hasSampleCustomer(),
    nowMs: runtime.clock.nowMs(),
  });

/**
 * Saves the settings. `given` has the fields that the administrator sent. When the promise resolves, the settings are stored and
 * in effect. Run only one call at a time. Source: CH-05, CH-06, BOT-04.
 */
export async function saveChannel(
  admin: AdminParts,
  settings: ChannelSettings,
  given: Pick<ChannelChange, "agents" | "chatLogEmails">,
): Promise<Result<ChannelBody>> {
  const refused = refuseAgents(admin, given) ?? refuseMail(admin, given) ?? refuseBot(admin, settings);
  if (refused !== null) return { ok: false, failure: refused };
  await configureChannel(admin.runtime, settings);
  await knowPresence(admin.runtime.executor, settings);
  const entry = admin.runtime.directory.find(settings.id);
  assert(entry !== undefined, `channel ${settings.id} was stored and is not served`);
  return ok({ channel: showChannel(admin, entry) });
}

/**
 * Waits until each agent of the channel has reported its presence to the channel, so that the next status query is correct.
 * Source: CH-06, CH-12.
 */
async function knowPresence({ whenReceived }: Runtime["executor"], { id, agentIds }: ChannelSettings): Promise<void> {
  await Promise.all(agentIds.map((agentId) => whenReceived(agentAddress(agentId))));
  await whenReceived(channelAddress(id));
}
