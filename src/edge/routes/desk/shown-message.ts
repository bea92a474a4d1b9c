import type { ChatId } from "../../../../machines/ids.ts";
import type { TurnDone } from "../../../actors/pending.ts";
import type { DeskMessage } from "../../../codec/desk/desk.ts";
import { toDeskMessage } from "../../../codec/desk/desk.ts";
import { assert } from "../../../core/result.ts";
import { readMessage } from "../../../domain/chat/queries/chat-queries.ts";
import { messageOf } from "../../../domain/client/client-record.ts";
import type { Store } from "../../../ports/store.ts";

/** Returns the message of a turn. If the turn repeats an earlier one, the message is read from the store. */
export async function showNewMessage(store: Store, chatId: ChatId, outcome: TurnDone): Promise<DeskMessage> {
  const written = messageOf(outcome);
  if (written === null) return showMessage(store, chatId, outcome.answer);
  return toDeskMessage(written.message, written.delivery);
}

/** Returns a message that was committed. */
export async function showMessage(store: Store, chatId: ChatId, seq: number): Promise<DeskMessage> {
  const view = await readMessage(store.durable, chatId, seq);
  assert(view !== undefined, `message ${seq} of chat ${chatId} was committed and is not stored`);
  return toDeskMessage(view.message, view.delivery);
}
