import type { ChatId } from "./ids.ts";

/** For data that belong to no chat: no chat has this number. */
export const noChatId = "0" as ChatId;

export const isNoChat = (id: ChatId): boolean => id === noChatId;
