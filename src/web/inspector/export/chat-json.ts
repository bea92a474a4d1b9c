import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";

/** The unchanged response of the service, indented for people. */
export const toJsonFile = (chat: InspectedChat): string => `${JSON.stringify(chat, null, 2)}\n`;
