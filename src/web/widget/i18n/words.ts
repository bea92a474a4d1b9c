import type { widgetLanguages } from "../../../core/widget-languages.ts";
import en from "./en.json" with { type: "json" };

/**
 * The texts of the widget, by key. `{…}` marks a value that is filled in. A text with a number has one form for each plural of the
 * language.
 */
export type Words = Omit<typeof en, "unread"> & { readonly unread: Readonly<Record<string, string>> };
/** The key of a text without plural forms. */
export type WordKey = Exclude<keyof Words, "unread">;

type LoadWords = () => Promise<{ readonly default: Words }>;

export const english: Words = en;

const otherLanguages: Readonly<Record<Exclude<(typeof widgetLanguages)[number], "en">, LoadWords>> = {
  ar: () => import("./ar.json", { with: { type: "json" } }),
  de: () => import("./de.json", { with: { type: "json" } }),
  es: () => import("./es.json", { with: { type: "json" } }),
  fr: () => import("./fr.json", { with: { type: "json" } }),
  it: () => import("./it.json", { with: { type: "json" } }),
  pt: () => import("./pt.json", { with: { type: "json" } }),
};

/** The texts for pages that include them. The widget loads the file of its one language. Returns English for a language without a file. */
export const loadWords = async (language: string): Promise<Words> =>
  (await otherLanguages[language as keyof typeof otherLanguages]?.())?.default ?? english;
