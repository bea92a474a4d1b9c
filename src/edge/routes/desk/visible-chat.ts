import type { ChatId } from "../../../../machines/ids.ts";
import { asChatId } from "../../../core/ids.ts";
import type { ChatView } from "../../../runtime/views.ts";
import { readChat } from "../../../runtime/views.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskCaller } from "./desk-caller.ts";
import type { DeskParts } from "./desk-parts.ts";

export const chatIdPattern = /^[1-9][0-9]{0,14}$/;

/** A chat the caller may see; null after having answered 404, alike whether it exists or not. Source: AUTH-15. */
export function findVisibleChat(
  desk: DeskParts,
  exchange: HttpExchange,
  caller: DeskCaller,
  idText: string,
): { readonly id: ChatId; readonly view: ChatView } | null {
  const id = asChatId(idText);
  const view = chatIdPattern.test(idText) ? readChat(desk.store, id) : undefined;
  if (view !== undefined && desk.runtime.directory.canSee(caller.profile, view.context.channelId)) return { id, view };
  exchange.answerFailure({ code: "not_found", message: "There is no such chat." });
  return null;
}
