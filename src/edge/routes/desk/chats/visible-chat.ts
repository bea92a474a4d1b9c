import type { ChatId } from "../../../../../machines/ids.ts";
import { asChatId } from "../../../../core/ids.ts";
import type { ChatPlace } from "../../../../domain/chat/chat-places.ts";
import type { ChatView } from "../../../../domain/chat/chat-queries.ts";
import { readChat } from "../../../../domain/chat/chat-queries.ts";
import type { DurableRows } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

export const chatIdPattern = /^[1-9][0-9]{0,14}$/;

/** A chat the caller may see, from the durable rows where it is to be shown; null after having answered 404, alike whether it exists or not. Source: AUTH-15. */
export const findVisibleChat = (
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
  rows: DurableRows = desk.store,
): { readonly id: ChatId; readonly view: ChatView } | null =>
  findVisible(desk, exchange, caller, idText, (id) => readChat(rows, id));

/** The same, by `find`: where a chat's place is enough, it is found without reading. */
export function findVisible<View extends ChatPlace>(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
  find: (id: ChatId) => View | undefined,
): { readonly id: ChatId; readonly view: View } | null {
  const id = asChatId(idText);
  const view = chatIdPattern.test(idText) ? find(id) : undefined;
  if (view !== undefined && desk.runtime.directory.canSee(caller.profile, view.context.channelId)) return { id, view };
  exchange.answerFailure({ code: "not_found", message: "There is no such chat." });
  return null;
}
