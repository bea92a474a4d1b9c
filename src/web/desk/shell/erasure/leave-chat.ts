import { go, placeOf, route } from "../route.ts";

/** Back to the list, where the chat is the one that is open: it is not there any more. */
export function leaveChat(chatId: string): void {
  const { section, parts, query } = route.peek();
  if (parts.at(-1) === chatId && (section === "inbox" || section === "archive"))
    go(placeOf([section, ...parts.slice(0, -1)], Object.fromEntries(query)), true);
}
