import type { DeskChat, DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { DeskApi } from "../../../../system/harness/people/desk-api.ts";

/** A chat with all its messages, as the API returns it at the end. */
export interface StoredChat {
  readonly chat: DeskChat;
  readonly messages: readonly DeskMessage[];
}

/** The maximum number of consecutive missing chat numbers. A number is lost when its turn fails. */
const missingMax = 100;

/** Reads all chats, in the order of their numbers. */
export async function readStoredChats(api: DeskApi): Promise<readonly StoredChat[]> {
  const all: StoredChat[] = [];
  for (let [id, missing] = [1, 0]; missing < missingMax; id += 1) {
    const { status, body } = await api.call("GET", `/chats/${id}`);
    if (status === 404) missing += 1;
    else if (status !== 200) throw new Error(`Expected 200 or 404 for chat ${id}, got ${status}`);
    else {
      missing = 0;
      all.push({ chat: body.chat, messages: await api.messages(String(id)) });
    }
  }
  return all;
}
