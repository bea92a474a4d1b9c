import type { Language } from "./languages.ts";
import type { Catalogue } from "./texts.ts";

/** Loads the texts of each language except English. The build puts the checked texts of the page's rooms here. */
export const catalogues: Readonly<Partial<Record<Language, () => Promise<{ readonly texts: Catalogue }>>>> = {};
