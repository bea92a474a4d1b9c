import type { DeskChat, DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../../../src/codec/desk/desk-log.ts";
import { Random } from "../loop/random.ts";
import { logIn } from "../people/agent.ts";
import { judgeName } from "../people/names.ts";
import type { Stage } from "../people/stage.ts";
import { Door } from "../people/stage.ts";

/** A chat with all its messages, as the service returns it at the end. */
export interface StoredChat {
  readonly chat: DeskChat;
  readonly messages: readonly DeskMessage[];
}

export interface Stored {
  readonly chats: readonly StoredChat[];
  /** Deliveries of messages to customer systems, events for bots, and events for the owner's server. */
  readonly deliveries: Readonly<Record<"message" | "bot" | "webhook", readonly DeskDeliveryRecord[]>>;
}

/** The maximum number of consecutive missing chat numbers. A number is lost when its turn fails. */
const missingMax = 200;

/** Reads everything that an administrator can read. If `knownIds` is given, only chats with these ids are read. */
export async function readStored(stage: Stage, knownIds?: readonly string[]): Promise<Stored> {
  const door = new Door(stage, new Random(1), "10.9.0.1");
  const headers = { authorization: `Bearer ${await logIn(door, judgeName)}` };
  const read = async (path: string): Promise<{ readonly status: number; readonly json: never }> => {
    const { status, body } = await door.insist({ path: `/api${path}`, headers });
    return { status, json: JSON.parse(body) as never };
  };
  const messagesOf = async (chatId: string): Promise<readonly DeskMessage[]> => {
    const all: DeskMessage[] = [];
    for (;;) {
      const { json } = await read(`/chats/${chatId}/messages?after=${all.at(-1)?.seq ?? 0}`);
      const { messages }: { readonly messages: readonly DeskMessage[] } = json;
      if (messages.length === 0) return all;
      all.push(...messages);
    }
  };
  const chats: StoredChat[] = [];
  /** Reads one chat, and returns whether the chat exists. */
  const readChat = async (id: string): Promise<boolean> => {
    const { status, json } = await read(`/chats/${id}`);
    if (status === 404) return false;
    if (status !== 200) throw new Error(`Expected 200 or 404 for chat ${id}, got ${status}`);
    const { chat }: { readonly chat: DeskChat } = json;
    chats.push({ chat, messages: await messagesOf(chat.id) });
    return true;
  };
  if (knownIds !== undefined) for (const id of knownIds) await readChat(id);
  else
    for (let [id, missing] = [1, 0]; missing < missingMax; id += 1)
      missing = (await readChat(String(id))) ? 0 : missing + 1;
  const deliveries = {
    message: [] as DeskDeliveryRecord[],
    bot: [] as DeskDeliveryRecord[],
    webhook: [] as DeskDeliveryRecord[],
  };
  for (const [kind, list] of Object.entries(deliveries)) {
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { json } = await read(`/deliveries?kind=${kind}&cursor=${cursor}`);
      const page: { readonly deliveries: readonly DeskDeliveryRecord[]; readonly cursor: string | null } = json;
      list.push(...page.deliveries);
      cursor = page.cursor;
    }
  }
  return { chats, deliveries };
}
