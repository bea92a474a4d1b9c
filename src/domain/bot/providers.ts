import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { NameRow, Store } from "../../ports/store.ts";

/** Source: BOT-03. */
const idPattern = /^[a-z0-9_-]{3,64}$/;

/** `id` comes from a person: any text. */
export const findProvider = (store: Store, id: string): NameRow | undefined =>
  idPattern.test(id) ? store.read("provider", [id]) : undefined;

/**
 * Durable when it resolves; `conflict` when there is one already. This and what follows is for one caller at a time, who has
 * checked id and name. Source: BOT-03.
 */
export async function addProvider(store: Store, id: string, name: string): Promise<Result<void>> {
  if (findProvider(store, id) !== undefined) return fail("conflict", `There is already a provider with the id ${id}.`);
  await store.commit([], () => [{ table: "provider", key: [id], row: { name } }]);
  return ok(undefined);
}

/** Bots without a name of their own show it from then on; `not_found` when there is no such provider. */
export async function renameProvider(store: Store, id: string, name: string): Promise<Result<void>> {
  if (findProvider(store, id) === undefined) return noProvider;
  await store.commit([], () => [{ table: "provider", key: [id], row: { name } }]);
  return ok(undefined);
}

/** `conflict`, naming them, while channels have bots of it; `not_found` when there is no such provider. */
export async function removeProvider(
  store: Store,
  id: string,
  channels: readonly { readonly settings: ChannelSettings }[],
): Promise<Result<void>> {
  if (findProvider(store, id) === undefined) return noProvider;
  const users = channels.filter(({ settings }) => settings.bot?.providerId === id);
  if (users.length > 0) {
    const names = users.map(({ settings }) => `${settings.name} (${settings.id})`).join(", ");
    return fail("conflict", `Provider ${id} has bots on channels: ${names}. Disconnect them first.`);
  }
  await store.commit([], () => [{ table: "provider", key: [id], row: null }]);
  return ok(undefined);
}

const noProvider = fail("not_found", "There is no such provider.");
