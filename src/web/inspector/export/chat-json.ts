import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";

/** The very answer of the service, to be read by people too. */
export const toJsonFile = (chat: InspectedChat): string => `${JSON.stringify(chat, null, 2)}\n`;
