import type { ChannelSettings, SigningSecrets } from "../../machines/channel/channel.types.ts";
import { toChangedIdentity } from "../codec/admin/admin-widget.ts";
import { changeSecret } from "../codec/signatures/signing-secrets.ts";
import type { ChannelConfig, Config } from "../config/config.types.ts";
import { newRandom } from "../core/random/channel-address.ts";
import type { Accounts } from "../domain/agent/accounts/accounts.ts";
import { withOwnBotPhoto, withOwnPhoto } from "../domain/agent/photos.ts";
import { refuseSharedBots } from "../domain/bot/declared-bots.ts";
import { configureAgent, configureChannel, restore } from "../domain/configure.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Declared } from "../edge/routes/admin/declared.ts";
import type { Peers } from "../ports/peers.ts";
import type { Store } from "../ports/store.ts";

interface Declaring {
  readonly config: Config;
  readonly store: Store;
  readonly peers: Peers;
}

/** Loads what is stored, then creates or updates what the config file declares. Everything else stays. The accounts are those of the agents. */
export async function takeUp({ config, store, peers }: Declaring, runtime: Runtime, accounts: Accounts): Promise<void> {
  await refuseSharedBots(store, config.channels);
  await restore(store, runtime, peers);
  await declareAll(config, runtime, accounts);
}

/** Creates or updates what the config file declares, one thing after the other. Everything is durable when it resolves. A second call changes nothing. */
export async function declareAll(config: Config, runtime: Runtime, accounts: Accounts): Promise<void> {
  await runtime.departments.declare(config.departments);
  await runtime.providers.declare(config.providers);
  for (const { profile } of config.agents)
    await configureAgent(runtime, withOwnPhoto(profile, runtime.directory.agent(profile.id)?.profile));
  for (const channel of config.channels) await declareChannel(runtime, channel);
  await runtime.endpoints.declare(config.endpoints, runtime.clock.nowMs());
  const agents = runtime.directory.agents();
  await accounts.adopt(new Map(agents.map(({ profile }) => [profile.id, profile.email])));
}

/** Adds the names that the config file has. */
export const declaredBy = ({ channels, agents, departments, providers }: Config): Declared => ({
  channels: new Set(channels.map(({ settings }) => settings.id)),
  agents: new Set(agents.map(({ profile }) => profile.id)),
  passwords: new Set(agents.filter(({ password }) => password !== null).map(({ profile }) => profile.id)),
  departments: new Set(departments.map(({ id }) => id)),
  providers: new Set(providers.map(({ id }) => id)),
});

/** Creates a random string once where the file has none. A secret that the file replaces still counts for its grace period. Source: CH-03, WH-40. */
function declareChannel(runtime: Runtime, { settings, random: given }: ChannelConfig): Promise<void> {
  const stored = runtime.directory.find(settings.id)?.settings;
  const random = given ?? stored?.random ?? newRandom();
  const declared = withStoredSecrets({ ...withOwnBotPhoto(settings, stored), random }, stored, runtime.clock.nowMs());
  return configureChannel(runtime, declared, "config file");
}

/** A secret of the file that differs from the stored one is a change of secret. A bot of another provider is a new bot. */
function withStoredSecrets(
  settings: ChannelSettings,
  stored: ChannelSettings | undefined,
  nowMs: number,
): ChannelSettings {
  const { bot, webhooks, incoming, widget } = settings;
  const outgoing = changeSecret(stored ?? null, settings.signingSecret, nowMs);
  const ofSystem = changeSecret(stored?.incoming ?? null, incoming.signingSecret, nowMs);
  const storedBot = stored?.bot?.providerId === bot?.providerId ? (stored?.bot ?? null) : null;
  return {
    ...settings,
    ...apartFrom(ofSystem, outgoing),
    incoming: apartFrom(outgoing, ofSystem),
    bot: bot && { ...bot, ...changeSecret(storedBot, bot.signingSecret, nowMs) },
    webhooks: webhooks && {
      ...webhooks,
      ...changeSecret(stored?.webhooks ?? null, webhooks.signingSecret, nowMs),
      endpoints: webhooks.endpoints.map((endpoint) => {
        const known = stored?.webhooks?.endpoints.find(({ name }) => name === endpoint.name) ?? null;
        return { ...endpoint, ...changeSecret(known, endpoint.signingSecret, nowMs) };
      }),
    },
    widget: widget && {
      ...widget,
      identity: toChangedIdentity(stored?.widget?.identity ?? null, widget.identity, nowMs),
    },
  };
}

/** A secret that the file moves to the other direction ends in this one at once. Source: AUTH-18. */
const apartFrom = (other: SigningSecrets, own: SigningSecrets): SigningSecrets =>
  own.previousSecret?.secret === other.signingSecret ? { ...own, previousSecret: null } : own;
