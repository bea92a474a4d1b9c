import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type { Key, Store, TableName, Write } from "../../src/ports/store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { Manifest } from "../prove/programs/upgrade/contents.types.ts";
import { unpackFolder } from "../prove/programs/upgrade/packed-folder.ts";

const log = pino({ level: "silent" });
const folders = "test/fixtures/folders";
const [name = "", contents] = Object.entries(
  JSON.parse(readFileSync(join(folders, "manifest.json"), "utf8")) as Manifest,
).at(-1) ?? ["", { atMs: 0 }];

/** The time of the last event in a filled folder. */
export const filledAtMs = contents.atMs;
/** The client with an open chat in that folder. */
export const client = asConversationKey("client/MOBILEAPP1/carl");

/** Unpacks a data folder of a killed service: chats in every state, waiting deliveries and a file. */
export function filledFolder(t: Test): string {
  const dir = join(temporaryFolder(t), "data");
  unpackFolder(readFileSync(join(folders, `${name}.br`)), dir);
  return dir;
}

/** Writes rows that no service would write. */
export async function plant(dir: string, find: (store: Store) => Promise<readonly Write[]>): Promise<void> {
  const store = await openLmdbStore({ dir, log });
  const writes = await find(store);
  await store.commit({}, () => writes);
  await store.close();
}

const lost = ["chatState", "clientChat", "delivery", "chatActor", "deadline", "chatFile"] as const;

/** Removes all rows that refer to other rows, and the front of one lane. The client's record then names no open chat. */
export const loseManyRows = (dir: string): Promise<void> =>
  plant(dir, async (store) => {
    const rows = await Promise.all(lost.map((table) => removalsOf(store, table)));
    const record = await store.read("client", [client]);
    const actors = await store.scan("actor", { after: [asActorKey("delivery/")], limit: 100 });
    const front = actors.find(({ row }) => row.conversation.includes("DOWNSHOP01") && row.machine === "delivery");
    if (record === undefined || front === undefined) throw new Error("Expected a filled folder");
    return [
      ...rows.flat(),
      { table: "actor", key: front.key, row: null },
      { table: "client", key: [client], row: { ...record, openChatId: null } },
    ];
  });

async function removalsOf<Table extends TableName>(store: Store, table: Table): Promise<readonly Write[]> {
  const rows = await store.scan(table, { limit: 1_000 });
  return rows.map(({ key }) => ({ table, key: key as Key<Table>, row: null }) as Write);
}
