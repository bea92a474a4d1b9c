import { readdirSync, readFileSync } from "node:fs";
import { asChannelId, asChatId } from "../../src/core/ids.ts";
import type { ActorRow, Write } from "../../src/ports/store.ts";

/** A record as the named version wrote it; its context is JSON here, not text. */
export interface GoldenRecord extends Omit<ActorRow, "context"> {
  readonly context: Readonly<Record<string, unknown>>;
}

const folder = "test/fixtures/actors";
export const golden: readonly GoldenRecord[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(`${folder}/${name}`, "utf8")),
);
export const toRow = (record: GoldenRecord): ActorRow => ({
  ...record,
  context: JSON.stringify(record.context),
});
export const recordsOf = (machine: string, ...versions: readonly number[]): readonly GoldenRecord[] =>
  golden.filter((record) => record.machine === machine && versions.includes(record.version));

/** Fields of a client from before they were stored. Old rows lack them on disk, and have them when they are read. */
const sinceClients = { description: null, url: null, pageTitle: null, userToken: null, session: null };
export const firstChat = { chatsCount: 1, isBlacklisted: false, pageData: [] };

/** The records as their version stored them: actors, and also the clients, the lists and the deadlines. */
export function storedThen(records: readonly GoldenRecord[]): readonly Write[] {
  const chats = records.filter(({ machine }) => machine === "chat").map(({ context }) => Number(context["id"]));
  const writes: Write[] = [{ table: "counter", key: ["chat"], row: { last: Math.max(...chats) } }];
  for (const record of records) {
    const row = toRow(record);
    writes.push({ table: "actor", key: [row.actor], row });
    for (const deadline of row.deadlines) {
      const { actor, conversation } = row;
      writes.push({
        table: "deadline",
        key: [deadline.atMs, actor, deadline.id],
        row: { ...deadline, actor, conversation },
      });
    }
    if (record.machine !== "chat") continue;
    const id = String(record.context["id"]);
    const channel = asChannelId(String(record.context["channelId"]));
    writes.push({ table: "chatState", key: [record.state, Number(id)], row: { channelId: channel } });
    const client = { ...sinceClients, ...firstChat, ...Object(record.context["client"]) };
    const openChatId = record.state === "closed" ? null : asChatId(id);
    writes.push({ table: "client", key: [record.conversation], row: { channelId: channel, client, openChatId } });
  }
  return writes;
}
