import { placeOf } from "../../shell/route.ts";

export const providersPlace = placeOf(["settings", "providers"]);
/** An id may be any word, so that each provider's page has one part more than the others. Source: BOT-03. */
export const placeOfProvider = (id: string): string => placeOf(["settings", "providers", "of", id]);
