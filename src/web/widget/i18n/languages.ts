import type { widgetLanguages } from "../../../core/widget-languages.ts";
import en from "./en.json" with { type: "json" };

/** What the widget says, by key; `{…}` stands for what is put in, and words with a number have a form for each plural of the language. */
export type Words = Omit<typeof en, "unread"> & { readonly unread: Readonly<Record<string, string>> };
/** A key of what is said as it stands. */
export type WordKey = Exclude<keyof Words, "unread">;

type LoadWords = () => Promise<{ readonly default: Words }>;

export const english: Words = en;

/** Each is a file of its own, fetched when somebody reads it. */
const otherLanguages: Readonly<Record<Exclude<(typeof widgetLanguages)[number], "en">, LoadWords>> = {
  ar: () => import("./ar.json", { with: { type: "json" } }),
  de: () => import("./de.json", { with: { type: "json" } }),
  es: () => import("./es.json", { with: { type: "json" } }),
  fr: () => import("./fr.json", { with: { type: "json" } }),
  it: () => import("./it.json", { with: { type: "json" } }),
  pt: () => import("./pt.json", { with: { type: "json" } }),
};

/**
 * The first of `wanted` that the widget speaks, English when there is none: `language` for the words, `locale` as it was wanted,
 * region included, for dates and numbers. `forced` comes before all, with the region the visitor has for it.
 */
export function chooseLanguage(forced: string | null, wanted: readonly string[]): { language: string; locale: string } {
  const languageOf = (locale: string): string => locale.split("-", 1)[0]?.toLowerCase() ?? "";
  const isSpoken = (locale: string): boolean =>
    languageOf(locale) === "en" || Object.hasOwn(otherLanguages, languageOf(locale));
  const fits = forced === null ? isSpoken : (locale: string) => languageOf(locale) === forced;
  const locale = wanted.find(fits) ?? forced ?? "en";
  return { language: languageOf(locale), locale };
}

/** English for `en`, and where the file does not come. */
export async function loadWords(language: string): Promise<Words> {
  const load = language in otherLanguages && otherLanguages[language as keyof typeof otherLanguages];
  if (!load) return english;
  return (await load()).default;
}
