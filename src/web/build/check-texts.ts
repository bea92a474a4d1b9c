import type { RoomTexts, Text } from "../shared/language/texts.ts";

/** Returns the mistakes in a room's texts in a language. Each mistake is one sentence that names the language, the room and the key. */
export function wrongTexts(language: string, room: string, english: RoomTexts, texts: RoomTexts): readonly string[] {
  const keys = new Set([...Object.keys(english), ...Object.keys(texts)]);
  return [...keys].flatMap((key) =>
    wrongIn(language, english[key], texts[key]).map((wrong) => `${language}/${room}: ${key} ${wrong}.`),
  );
}

function wrongIn(language: string, english: Text | undefined, text: Text | undefined): readonly string[] {
  if (text === undefined) return ["is missing"];
  if (english === undefined) return ["is not among the English texts"];
  if ((typeof english === "string") !== (typeof text === "string"))
    return [typeof english === "string" ? "must be one text, without plural forms" : "must have plural forms"];
  return [...wrongForms(language, text), ...wrongPlaceholders(english, text)];
}

function wrongForms(language: string, text: Text): readonly string[] {
  const empty = formsOf(text).some(([, form]) => form.trim() === "") ? ["is empty"] : [];
  if (typeof text === "string") return empty;
  const needed: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const given = Object.keys(text);
  return [
    ...empty,
    ...needed.filter((form) => !given.includes(form)).map((form) => `lacks the plural form ${form}`),
    ...given.filter((form) => !needed.includes(form)).map((form) => `has the superfluous plural form ${form}`),
  ];
}

/** A plural form may leave out `{n}`: "one message" needs no number. */
function wrongPlaceholders(english: Text, text: Text): readonly string[] {
  const isPlural = typeof english !== "string";
  const needed = new Set(formsOf(english).flatMap(([, form]) => placeholdersIn(form)));
  return formsOf(text).flatMap(([, form]) => {
    const given = new Set(placeholdersIn(form));
    const missing = [...needed].filter((name) => !given.has(name) && !(isPlural && name === "{n}"));
    const extra = [...given].filter((name) => !needed.has(name));
    return [...missing.map((name) => `lacks ${name}`), ...extra.map((name) => `has ${name}, which English lacks`)];
  });
}

const formsOf = (text: Text): readonly (readonly [string, string])[] =>
  typeof text === "string" ? [["other", text]] : Object.entries(text);

const placeholdersIn = (form: string): readonly string[] => form.match(/\{\w+\}/g) ?? [];
