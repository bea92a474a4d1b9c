import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Pool } from "undici";
import { logIn } from "../../load/clients/desk-agent.ts";
import { channelPath, dataFolderOf, startService } from "../../load/service/service.ts";
import type { BenchContext } from "../scenario.types.ts";

export const messagesOfChat = 5_000;
const text = "Where is my parcel? It was promised for last week. ".repeat(20).slice(0, 1_000);
/** Messages of one chat in progress at once. */
const atOnce = 16;

/** A data folder with long chats that are with an agent; each round gets a copy. */
export interface LongChats {
  readonly ids: readonly string[];
  /** Copies the data folder for a service in this folder. */
  copyTo(folder: string): void;
}

/** Makes this many chats; they are written and accepted through the service itself. */
export async function makeLongChats(
  chats: number,
  { options, workFolder, progress }: BenchContext,
): Promise<LongChats> {
  const folder = join(workFolder, "long-chats");
  const service = await startService({ folder, nodeFlags: options.nodeFlags, logLevel: "warn" });
  const pool = new Pool(service.url, { connections: atOnce * chats, pipelining: 1 });
  await Promise.all(Array.from({ length: chats }, (_, number) => writeChat(pool, `long-${number}`)));
  await pool.close();
  const agent = await logIn(service.url);
  const ids = await agent.acceptChats(chats);
  await agent.close();
  await service.end("SIGTERM");
  progress(`long-log  ${chats} chats of ${messagesOfChat} messages stored`);
  return {
    ids,
    copyTo(copy) {
      mkdirSync(copy, { recursive: true });
      cpSync(dataFolderOf(folder), dataFolderOf(copy), { recursive: true });
    },
  };
}

async function writeChat(pool: Pool, senderId: string): Promise<void> {
  const body = JSON.stringify({ sender: { id: senderId }, message: { type: "text", text } });
  let left = messagesOfChat;
  const write = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: "POST", path: channelPath, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`A message of ${senderId} was answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
}
