import type { ChatId } from "../../machines/ids.ts";
import { asChatId } from "../core/ids.ts";

export const chatIdForm = /^[1-9][0-9]{0,14}$/;

/** The chat an address names, also one with `/*` behind it; null for any other address. */
export const chatIdOf = (address: string): ChatId | null => {
  const id = /^chat\/([1-9][0-9]{0,14})(\/\*)?$/.exec(address)?.[1];
  return id === undefined ? null : asChatId(id);
};
