import type { ChatId } from "../../machines/ids.ts";
import { asChatId } from "../core/ids.ts";

export const chatIdForm = /^[1-9][0-9]{0,14}$/;

/** Returns the chat of an address, with or without `/*` at its end. Null for any other address. */
export const chatIdOf = (address: string): ChatId | null => {
  const id = /^chat\/([1-9][0-9]{0,14})(\/\*)?$/.exec(address)?.[1];
  return id === undefined ? null : asChatId(id);
};
