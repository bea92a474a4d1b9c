import { placeOf } from "../shell/route.ts";
import type { ArchiveQuery } from "./query.ts";

/** The address of a search, with an open chat beside it. */
export const placeOfQuery = (query: ArchiveQuery, chatId?: string): string =>
  placeOf(chatId === undefined ? ["archive"] : ["archive", chatId], { ...query });
