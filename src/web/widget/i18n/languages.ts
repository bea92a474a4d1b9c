import { widgetLanguages } from "../../../core/widget-languages.ts";

/**
 * Returns the first language of `wanted` that the widget has, or English if there is none. `language` selects the texts. `locale` is the
 * wanted locale with its region, for dates and numbers. `forced` takes precedence, with the visitor's region for that language.
 */
export function chooseLanguage(forced: string | null, wanted: readonly string[]): { language: string; locale: string } {
  const languageOf = (locale: string): string => locale.split("-", 1)[0]?.toLowerCase() ?? "";
  const isSpoken = (locale: string): boolean => widgetLanguages.some((one) => one === languageOf(locale));
  const fits = forced === null ? isSpoken : (locale: string) => languageOf(locale) === forced;
  const locale = wanted.find(fits) ?? forced ?? "en";
  return { language: languageOf(locale), locale };
}
