import { join } from "node:path";
import type { Test } from "tap";
import { EmbeddedIndex } from "../../src/archive/embedded-index.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";

type Client = Parameters<Service["say"]>[0];

/** Plays a complete chat, from the client's first message until an agent closes it. Resolves with its id. */
export async function converse(service: Service, client: Client, text: string, by: "kim" | "max" | "ada" = "kim") {
  const token = await service.logIn(by);
  const channelId = by === "max" ? "OTHERAPP01" : "MOBILEAPP1";
  await service.say(client, text, channelId);
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const id: string = body.chats[0]?.id ?? "none";
  await service.call("POST", `/api/chats/${id}/accept`, { token });
  service.clock.advance(10);
  const closed = await service.call("POST", `/api/chats/${id}/close`, { token });
  if (closed.status !== 200) throw new Error(`Expected chat ${id} to be closed, got ${JSON.stringify(closed.body)}`);
  return id;
}

/** The found ids of all pages. */
export async function find(service: Service, query: string, by: "kim" | "max" | "ada" = "ada"): Promise<string[]> {
  const token = await service.logIn(by);
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await service.call("GET", `/api/archive?${query}&cursor=${cursor}`, { token });
    if (status !== 200) throw new Error(`Expected 200, got ${status} ${JSON.stringify(body)}`);
    ids.push(...body.chats.map(({ id }: { id: string }) => id));
    cursor = body.cursor;
  }
  return ids;
}

/** Starts the service again on the data of an earlier service. */
export const restart = (t: Test, store: Store, options: ServiceOptions) =>
  startService(t, { ...options, store: { ...keepOpen(store), ...options.store } });

/** The index in files, for tests that are about its files or its threads. */
export const inFiles = (folder: string, searchesMax = defaultLimits.archiveSearchesMax): Promise<EmbeddedIndex> =>
  EmbeddedIndex.find(join(folder, "archive"), searchesMax);

/** A store that stays open when a service stops. */
export const keepOpen = (store: Store): Store => ({
  read: (table, key) => store.read(table, key),
  durable: store.durable,
  scan: (table, range) => store.scan(table, range),
  commit: (needs, apply) => store.commit(needs, apply),
  close: async () => undefined,
});
