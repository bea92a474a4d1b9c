import type { ChatId } from "../../../../../machines/ids.ts";
import { asChatId } from "../../../../core/ids.ts";
import type { Failure } from "../../../../core/result.ts";
import type { ChatPlace } from "../../../../domain/chat/queries/chat-places.ts";
import type { ChatView } from "../../../../domain/chat/queries/chat-queries.ts";
import { readChat } from "../../../../domain/chat/queries/chat-queries.ts";
import type { StoredRows } from "../../../../ports/store.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { DeskCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";

export const chatIdPattern = /^[1-9][0-9]{0,14}$/;

export interface VisibleChat<View extends ChatPlace = ChatView> {
  readonly id: ChatId;
  readonly view: View;
}

/** For a chat that is not there, and alike for one that the caller may not see. Source: AUTH-15. */
export const noSuchChat: Failure = { code: "not_found", message: "There is no such chat." };

/** A chat the caller may see, from the durable rows where it is to be shown; null after having answered `noSuchChat`. */
export async function findVisibleChat(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = desk.store,
): Promise<VisibleChat | null> {
  const found = await lookUpChat(desk, caller, idText, rows);
  if (found === null) exchange.answerFailure(noSuchChat);
  return found;
}

/** The same without an answer, for a handler that reads a body: that begins before the chat is found, and is answered for later. */
export const lookUpChat = (
  desk: DeskParts,
  caller: DeskCaller,
  idText: string,
  rows: StoredRows = desk.store,
): Promise<VisibleChat | null> => lookUp(desk, caller, idText, (id) => readChat(rows, id));

/** The same by `find`: where a chat's place is enough, it is found without reading. */
export async function lookUp<View extends ChatPlace>(
  { runtime }: Pick<DeskParts, "runtime">,
  { profile }: DeskCaller,
  idText: string,
  find: (id: ChatId) => Promise<View | undefined>,
): Promise<VisibleChat<View> | null> {
  const id = asChatId(idText);
  const view = chatIdPattern.test(idText) ? await find(id) : undefined;
  return view !== undefined && runtime.directory.canSee(profile, view.context.channelId) ? { id, view } : null;
}
