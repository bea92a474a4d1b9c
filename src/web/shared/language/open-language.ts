import { catalogues } from "./catalogues.ts";
import type { Language } from "./languages.ts";
import { chooseLanguage, directionOf, regionOf } from "./languages.ts";
import { useTexts } from "./texts.ts";

const key = "parley.language";

/** Chooses the language and loads its texts. The page draws after this, so that no English appears first. */
export async function openLanguage(): Promise<void> {
  const chosen = chooseLanguage(storedLanguage(), navigator.languages);
  const { texts } = (await catalogues[chosen]?.().catch(() => null)) ?? { texts: null };
  const used = texts === null ? "en" : chosen;
  useTexts(used, texts ?? {}, regionOf(used, navigator.languages));
  document.documentElement.lang = used;
  document.documentElement.dir = directionOf(used);
}

/** Remembers the choice and opens the page again in the language. */
export function switchLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // A browser without storage keeps its own language.
  }
  location.reload();
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
