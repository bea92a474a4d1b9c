import type { BotSettings, ChannelSettings } from "../../../../machines/channel/channel.types.ts";
import { agentAddress, channelAddress } from "../../../../machines/tells.ts";
import type { ChannelChange } from "../../../codec/admin/admin-channel.ts";
import { toChangedSettings } from "../../../codec/admin/admin-channel.ts";
import type { ChannelAnswer } from "../../../codec/admin/channel-answer.ts";
import { channelAnswer, toChannelAnswer } from "../../../codec/admin/channel-answer.ts";
import { shownValue } from "../../../codec/json/value-path.ts";
import { asAgentId } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { assert, ok } from "../../../core/result.ts";
import type { Photos } from "../../../domain/agent/photos.ts";
import { configureChannel, removeChannel } from "../../../domain/configure.ts";
import type { ChannelEntry } from "../../../domain/directory.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { CheckSavedTarget, Declared } from "./declared.ts";
import { bodyOf, missing, removed } from "./records.ts";

export interface ChannelBody {
  readonly channel: ChannelAnswer;
}

export const channelBody = bodyOf({ channel: channelAnswer });

interface ChannelSources {
  readonly runtime: Runtime;
  readonly declared: Declared;
  readonly photos: Photos;
  readonly checkTarget: CheckSavedTarget;
  readonly publicUrl: () => string;
  readonly hasMail: () => boolean;
  readonly hasSampleCustomer: () => boolean;
}

/** Shows, checks and saves channels. Run only one change at a time. */
export class ChannelRecords {
  readonly #sources: ChannelSources;

  constructor(sources: ChannelSources) {
    this.#sources = sources;
  }

  find(id: string): ChannelEntry | undefined {
    return this.#sources.runtime.directory.find(id);
  }

  show({ settings, status }: ChannelEntry): ChannelAnswer {
    const { publicUrl, declared, hasSampleCustomer, runtime } = this.#sources;
    return toChannelAnswer(settings, {
      status,
      publicUrl: publicUrl(),
      declared: declared.channels.has(settings.id),
      hasSampleCustomer: hasSampleCustomer(),
      nowMs: runtime.clock.nowMs(),
    });
  }

  /**
   * Resolves the host names and returns why an address may not be saved. Events for the owner's server may use plain http,
   * regardless of the configuration. Source: CH-04, AUTH-05, AUTH-06.
   */
  async refuseTargets({ webhookUrl, bot, webhooks, identity }: ChannelChange): Promise<Failure | null> {
    const given = [
      ["webhookUrl", webhookUrl],
      ["bot.endpoint", bot?.endpoint],
      ["bot.oauth.tokenUrl", bot?.oauth?.tokenUrl],
      ["webhooks.url", webhooks?.url, { allowHttp: true }],
      ["identity.jwksUrl", identity?.jwksUrl ?? undefined],
      ...(webhooks?.endpoints ?? []).map(
        ({ url }, index) => [`webhooks.endpoints[${index}].url`, url, { allowHttp: true }] as const,
      ),
    ] as const;
    for (const [field, url, options] of given) {
      const refused = url === undefined ? null : await this.#sources.checkTarget(url, options);
      if (refused !== null)
        return { ...refused, message: `Field ${field} must be a permitted target. ${refused.message}` };
    }
    return null;
  }

  /**
   * Saves the settings. `given` has the fields that the administrator sent. When the promise resolves, the settings are stored and
   * in effect. Source: CH-05, CH-06, BOT-04.
   */
  async save(settings: ChannelSettings, given: ChannelChange): Promise<Result<ChannelBody>> {
    const { runtime } = this.#sources;
    const refused = this.#refuseAgents(given) ?? this.#refuseMail(given) ?? this.#refuseBot(settings);
    if (refused !== null) return { ok: false, failure: refused };
    await configureChannel(runtime, settings);
    await knowPresence(runtime.executor, settings);
    const entry = runtime.directory.find(settings.id);
    assert(entry !== undefined, `channel ${settings.id} was stored and is not served`);
    return ok({ channel: this.show(entry) });
  }

  /**
   * Applies the change to the current settings. Of two changes at the same time, the last one therefore wins field by field. A
   * channel with the same id but another kind is a different channel.
   */
  async change(
    { id, kind }: { readonly id: string; readonly kind: ChannelSettings["kind"] },
    change: ChannelChange,
  ): Promise<Result<ChannelBody>> {
    const { runtime, photos } = this.#sources;
    const entry = runtime.directory.find(id);
    if (entry?.settings.kind !== kind) return missing("channel");
    const changed = toChangedSettings(entry.settings, change, runtime.clock.nowMs());
    if (!changed.ok) return changed;
    const saved = await this.save(changed.value, change);
    await photos.drop(entry.settings.bot?.photo ?? null);
    return saved;
  }

  async remove(id: string): Promise<typeof removed> {
    const { runtime, photos } = this.#sources;
    const entry = runtime.directory.find(id);
    if (entry === undefined) return missing("channel");
    await removeChannel(runtime, entry.settings.id);
    await photos.drop(entry.settings.bot?.photo ?? null);
    return removed;
  }

  /** Returns why these agents cannot work on a channel. Source: CH-04. */
  #refuseAgents({ agents = [], addAgents = [] }: ChannelChange): Failure | null {
    const { directory } = this.#sources.runtime;
    for (const [field, ids] of Object.entries({ agents, addAgents })) {
      const index = ids.findIndex((id) => directory.agent(asAgentId(id)) === undefined);
      if (index < 0) continue;
      const message = `Field ${field}[${index}] must be the id of an agent, got ${ids[index]}.`;
      return { code: "invalid_request", message };
    }
    return null;
  }

  /** Returns why the log of a chat cannot be sent by mail. Source: WH-27. */
  #refuseMail({ chatLogEmails = [] }: ChannelChange): Failure | null {
    if (this.#sources.hasMail() || chatLogEmails.length === 0) return null;
    return { code: "invalid_request", message: "Field chatLogEmails needs smtp in the config file." };
  }

  /** Returns why the channel cannot have this bot. No message contains the token. Source: BOT-03, BOT-04, AUTH-14. */
  #refuseBot({ id, bot }: ChannelSettings): Failure | null {
    const { providers, directory } = this.#sources.runtime;
    if (bot === null) return null;
    if (providers.find(bot.providerId) === undefined) {
      const message = `Field bot.provider must be the id of a provider, got ${shownValue(bot.providerId)}.`;
      return { code: "invalid_request", message };
    }
    const other = directory.findBot(bot.providerId, bot.token);
    return other === undefined || other.settings.id === id ? null : inUse(bot, other.settings);
  }
}

const inUse = ({ providerId }: BotSettings, { id, name }: ChannelSettings): Failure => ({
  code: "conflict",
  message: `Field bot.token must be another one: channel ${id} (${name}) has a bot of provider ${providerId} with it.`,
});

/**
 * Waits until each agent of the channel has reported its presence to the channel, so that the next status query is correct.
 * Source: CH-06, CH-12.
 */
async function knowPresence({ whenReceived }: Runtime["executor"], { id, agentIds }: ChannelSettings): Promise<void> {
  await Promise.all(agentIds.map((agentId) => whenReceived(agentAddress(agentId))));
  await whenReceived(channelAddress(id));
}
