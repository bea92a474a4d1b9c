import { placeOf } from "../shell/route.ts";
import type { ArchiveQuery } from "./query.ts";

/** The address of what is looked for, with a chat opened beside it. */
export const placeOfQuery = (query: ArchiveQuery, chatId?: string): string =>
  placeOf(chatId === undefined ? ["archive"] : ["archive", chatId], { ...query });
