import type { JSX } from "preact";
import { isLanguage, languages } from "./languages.ts";
import { switchLanguage } from "./open-language.ts";
import { currentLanguage } from "./texts.ts";

/** The switch of languages. Its label is the word in the language that the page has now. */
export function LanguageSelect({ label }: { readonly label: string }): JSX.Element {
  return (
    <label class="language">
      {label}{" "}
      <select
        value={currentLanguage()}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && switchLanguage(value)}
      >
        {Object.entries(languages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
