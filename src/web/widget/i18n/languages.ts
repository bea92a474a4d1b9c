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

/** Each language is a separate file, which is loaded when a visitor needs it. */
const otherLanguages: Readonly<Record<Exclude<(typeof widgetLanguages)[number], "en">, LoadWords>> = {
  ar: () => import("./ar.json", { with: { type: "json" } }),
  de: () => import("./de.json", { with: { type: "json" } }),
  es: () => import("./es.json", { with: { type: "json" } }),
  fr: () => import("./fr.json", { with: { type: "json" } }),
  it: () => import("./it.json", { with: { type: "json" } }),
  pt: () => import("./pt.json", { with: { type: "json" } }),
};

/**
 * Returns the first language of `wanted` that the widget has, or English if there is none. `language` selects the texts. `locale` is the
 * wanted locale with its region, for dates and numbers. `forced` takes precedence, with the visitor's region for that language.
 */
export function chooseLanguage(forced: string | null, wanted: readonly string[]): { language: string; locale: string } {
  const languageOf = (locale: string): string => locale.split("-", 1)[0]?.toLowerCase() ?? "";
  const isSpoken = (locale: string): boolean =>
    languageOf(locale) === "en" || Object.hasOwn(otherLanguages, languageOf(locale));
  const fits = forced === null ? isSpoken : (locale: string) => languageOf(locale) === forced;
  const locale = wanted.find(fits) ?? forced ?? "en";
  return { language: languageOf(locale), locale };
}

/** Returns English for `en` and for a language without a file. Rejects if the file cannot be loaded. */
export async function loadWords(language: string): Promise<Words> {
  const load = language in otherLanguages && otherLanguages[language as keyof typeof otherLanguages];
  if (!load) return english;
  return (await load()).default;
}
