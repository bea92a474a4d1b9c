import { readdirSync, readFileSync } from "node:fs";
import { actorKindOf, asChannelId, asChatId } from "../../src/core/ids.ts";
import { actors } from "../../src/domain/actors.ts";
import type { ActorRow, Write } from "../../src/ports/store.ts";

/** A record of the present version; its context is JSON here, not bytes. */
export interface GoldenRecord extends Omit<ActorRow, "context"> {
  readonly context: Readonly<Record<string, unknown>>;
}

const folder = "test/fixtures/actors";
export const golden: readonly GoldenRecord[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(`${folder}/${name}`, "utf8")),
);
export const toRow = (record: GoldenRecord): ActorRow => ({
  ...record,
  context: actors[actorKindOf(record.actor)].form.encode(record.context),
});
export const recordsOf = (machine: string): readonly GoldenRecord[] =>
  golden.filter((record) => record.machine === machine);

/** The records as the service stores them: actors, and also the clients, the lists and the deadlines. */
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
    const client = Object(record.context["client"]);
    const openChatId = record.state === "closed" ? null : asChatId(id);
    writes.push({ table: "client", key: [record.conversation], row: { channelId: channel, client, openChatId } });
  }
  return writes;
}
