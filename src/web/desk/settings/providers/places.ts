import { placeOf } from "../../shell/route.ts";

export const providersPlace = placeOf(["settings", "providers"]);
/** An id may be any word, so that a provider's address has one more part than the other addresses. Source: BOT-03. */
export const placeOfProvider = (id: string): string => placeOf(["settings", "providers", "of", id]);
