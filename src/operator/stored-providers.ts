import { ok } from "../core/result.ts";
import { ownRows } from "../core/rows/fresh-rows.ts";
import { openProviders } from "../domain/bot/providers.ts";
import { storedChannels } from "../domain/channel/stored-channels.ts";
import type { Store } from "../ports/store.ts";
import type { Providers } from "./providers.types.ts";

/** The providers of a store that nobody serves, which is closed with them, also when they cannot be read. */
export async function openStoredProviders(store: Store): Promise<Providers> {
  try {
    const providers = await openProviders(store, ownRows);
    return {
      list: async () => ok(providers.list()),
      add: ({ id, name }) => providers.add(id, name),
      rename: ({ id, name }) => providers.rename(id, name),
      remove: async (id) => providers.remove(id, await storedChannels(store)),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
