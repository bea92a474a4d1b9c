import { logIn } from "../../load/clients/desk-agent.ts";
import { whenArrived } from "../../load/clients/owners-server.ts";
import { writeChats } from "../../load/clients/write-chats.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelId } from "../../load/service/service.ts";

/** `chat_accepted`, an update, and `chat_finished` with the chat's log. */
export const eventsOfChat = 3;
/** Short chats: the log of each has this many messages, however fast the service is. */
const messagesOfChat = 5;

export interface EventsOrder {
  /** The chats of each batch. Every batch has all kinds of events, in the same proportions. */
  readonly batches: readonly number[];
  readonly connections: number;
}

/**
 * Opens, accepts, updates and closes chats, batch by batch, while the owner's server refuses each event, so that all of them become dead
 * letters. Returns how many there are.
 */
export async function fillWithDeadLetters(
  service: ServerProcess,
  owners: ServerProcess,
  { batches, connections }: EventsOrder,
): Promise<number> {
  const agent = await logIn(service.url);
  let first = 0;
  for (const chats of batches) {
    await writeChats({ url: service.url, chats, first, messages: messagesOfChat, connections });
    const ids = await agent.acceptChats(chats);
    await agent.stepInAll(ids, "PATCH", "contact", { email: "client@shop.example" });
    await agent.stepInAll(ids, "POST", "close");
    first += chats;
  }
  await agent.close();
  const count = first * eventsOfChat;
  const arrived = await whenArrived(owners, count);
  if (arrived.count !== count) throw new Error(`Expected ${count} events to be made, got ${arrived.count}`);
  return count;
}

export interface Replayed {
  readonly replayed: number;
  readonly cursor: string | null;
}

/** Replays page after page, until at least the wanted number is replayed or there are no more. */
export async function replay(
  agent: Awaited<ReturnType<typeof logIn>>,
  from: string | null,
  wanted: number,
): Promise<Replayed> {
  let replayed = 0;
  let cursor = from;
  do {
    const page = await agent.replay(channelId, cursor);
    replayed += page.replayed;
    cursor = page.cursor;
  } while (cursor !== null && replayed < wanted);
  return { replayed, cursor };
}
