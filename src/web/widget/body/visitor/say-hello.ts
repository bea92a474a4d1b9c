import type { Page } from "../page/page-watch.ts";
import type { Parts } from "../parts.types.ts";

/** If the chat id in a hello has another form, the service refuses the connection for good. */
const chatPattern = /^[1-9][0-9]{0,14}$/;
const secretLengthMax = 255;

/** Returns the first frame of a connection: the visitor, the page, and the last message that was received. */
export function sayHello(
  widget: string,
  { keep, shown, conversation }: Pick<Parts, "keep" | "shown" | "conversation">,
  missed: string | null,
  page: Page | undefined,
  userToken: string | undefined,
): object {
  const kept = missed ?? shown.model.chat?.id ?? keep.chat.read() ?? "";
  const chat = chatPattern.test(kept) ? kept : undefined;
  const since = keep.isOther() ? undefined : conversation.last(Number(chat))?.seq;
  return { type: "hello", widget, visitor: keep.secret()?.slice(0, secretLengthMax), page, userToken, chat, since };
}
