import { go, placeOf, route } from "../route.ts";

/** Goes back to the list if the removed chat is open. */
export function leaveChat(chatId: string): void {
  const { section, parts, query } = route.peek();
  if (parts.at(-1) === chatId && (section === "inbox" || section === "archive"))
    go(placeOf([section, ...parts.slice(0, -1)], Object.fromEntries(query)), true);
}
