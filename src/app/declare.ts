import type { Config } from "../config/config.types.ts";
import type { Accounts } from "../domain/agent/accounts/accounts.ts";
import { withOwnPhoto } from "../domain/agent/photos.ts";
import { refuseSharedBots } from "../domain/bot/declared-bots.ts";
import { declareChannel } from "../domain/channel/declare-channel.ts";
import { configureAgent, restore } from "../domain/configure.ts";
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
