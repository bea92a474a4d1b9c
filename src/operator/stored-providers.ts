import { ok } from "../core/result.ts";
import { ownRows } from "../core/rows/fresh-rows.ts";
import { openProviders } from "../domain/bot/providers.ts";
import { storedChannels } from "../domain/channel/stored-channels.ts";
import type { Store } from "../ports/store.ts";
import type { Providers } from "./providers.types.ts";

/** Manages the providers of a store that no service uses. Closing them closes the store, also when reading fails. */
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
