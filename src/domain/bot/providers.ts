import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { FreshRows } from "../../core/rows/fresh-rows.ts";
import type { Store } from "../../ports/store.ts";
import type { Named } from "../named-rows.ts";
import { openNamedRows } from "../named-rows.ts";

export type BotProvider = Named<string>;

/**
 * The makers of bots. Look-ups do not block. Only one caller at a time may change providers, after it has checked id and name. A change is
 * durable when it resolves. Source: BOT-03.
 */
export interface BotProviders {
  /** `id` comes from a person: any text. */
  find(id: string): BotProvider | undefined;
  /** By id. */
  list(): readonly BotProvider[];
  /** Creates or renames the providers of the config file; the others stay. */
  declare(providers: readonly BotProvider[]): Promise<void>;
  /** `conflict` when the provider exists. */
  add(id: string, name: string): Promise<Result<void>>;
  /** Bots without a name show the provider's name from then on. `not_found` when there is no such provider. */
  rename(id: string, name: string): Promise<Result<void>>;
  /** `conflict`, naming the channels, while channels have bots of the provider. `not_found` when there is no such provider. */
  remove(id: string, channels: readonly { readonly settings: ChannelSettings }[]): Promise<Result<void>>;
}

/** Reads every provider. */
export async function openProviders(store: Store, freshRows: FreshRows): Promise<BotProviders> {
  const rows = await openNamedRows({
    store,
    freshRows,
    table: "provider",
    toWrite: (id, row) => ({ table: "provider", key: [id], row }),
    changedElsewhere: () => undefined,
  });
  return {
    find: (id) => rows.find(id),
    list: () => rows.list(),
    declare: (providers) => rows.keep(providers),
    async add(id, name) {
      if (rows.find(id) !== undefined) return fail("conflict", `There is already a provider with the id ${id}.`);
      await rows.keep([{ id, name }]);
      return ok(undefined);
    },
    async rename(id, name) {
      if (rows.find(id) === undefined) return noProvider;
      await rows.keep([{ id, name }]);
      return ok(undefined);
    },
    async remove(id, channels) {
      if (rows.find(id) === undefined) return noProvider;
      const users = channels.filter(({ settings }) => settings.bot?.providerId === id);
      if (users.length > 0) {
        const names = users.map(({ settings }) => `${settings.name} (${settings.id})`).join(", ");
        return fail("conflict", `Provider ${id} has bots on channels: ${names}. Disconnect them first.`);
      }
      await rows.remove(id);
      return ok(undefined);
    },
  };
}

const noProvider = fail("not_found", "There is no such provider.");
