import { ok } from "../core/result.ts";
import { addProvider, removeProvider, renameProvider } from "../domain/bot/providers.ts";
import { storedChannels } from "../domain/channel/stored-channels.ts";
import { allRows } from "../domain/named-rows.ts";
import type { Store } from "../ports/store.ts";
import type { Providers } from "./providers.types.ts";

/** The providers of a store that nobody serves. */
export const createStoredProviders = (store: Store): Providers => ({
  list: async () => ok((await allRows(store, "provider")).map(({ key: [id], row: { name } }) => ({ id, name }))),
  add: ({ id, name }) => addProvider(store, id, name),
  rename: ({ id, name }) => renameProvider(store, id, name),
  remove: async (id) => removeProvider(store, id, await storedChannels(store)),
  close: () => store.close(),
});
