/** The languages of the desk, each by its own name. */
export const languages = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  pt: "Português",
  ar: "العربية",
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value);

/** Returns the agent's own choice, else the first language of the browser that the desk has, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored !== null && isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en";
}

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/**
 * Returns the language with the agent's country, as the browser names it, so that dates have the format of that country. Arabic has Western digits, because
 * ids, addresses and typed numbers have them too.
 */
export function regionOf(language: Language, preferred: readonly string[]): string {
  const tag = preferred.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
  return language === "ar" ? new Intl.Locale(tag, { numberingSystem: "latn" }).toString() : tag;
}
