import type { ChatId } from "./ids.ts";

/** Of what belongs to no chat: no chat has this number. */
export const noChatId = "0" as ChatId;

export const isNoChat = (id: ChatId): boolean => id === noChatId;
