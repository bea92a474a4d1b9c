import type { Language } from "./languages.ts";

/** A text, or its plural forms: the placeholder `{n}` chooses the form. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type RoomTexts = Readonly<Record<string, Text>>;
/** Texts by room. */
export type Catalogue = Readonly<Record<string, RoomTexts>>;

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FormsOf<T> = T extends string ? T : T[keyof T] | "{n}";

/** The names of the placeholders in a text, or in a text with plural forms, which always has `{n}`. */
type PlaceholdersIn<T> = NamesIn<FormsOf<T>>;

type Values<T, V> = { readonly [Name in PlaceholdersIn<T>]: Name extends "n" ? number : V };
type Arguments<T, V> = [PlaceholdersIn<T>] extends [never] ? [] : [values: Values<T, V>];

let language: Language = "en";
let catalogue: Catalogue = {};
let rules = new Intl.PluralRules("en");
let locale: string | undefined;

/**
 * Must run before the first text is read: texts that were read already do not change. `region` is the language with a country, such
 * as `en-GB`.
 */
export function useTexts(chosen: Language, texts: Catalogue, region: string = chosen): void {
  language = chosen;
  catalogue = texts;
  rules = new Intl.PluralRules(chosen);
  locale = region;
}

export const currentLanguage = (): Language => language;

/** For dates and numbers: the language in the agent's own country, as the browser names it. Undefined before a language is chosen. */
export const currentLocale = (): string | undefined => locale;

/**
 * The texts of a room by their keys. The English texts give the type: a wrong key or a missing value does not compile.
 * Read texts while you draw, not when a module loads: the language is not known then.
 */
export function textsOf<const Room extends RoomTexts>(
  room: string,
  english: Room,
): <Key extends keyof Room & string>(key: Key, ...values: Arguments<Room[Key], string | number>) => string {
  return (key, ...[values]) => {
    const given: { readonly n?: string | number; readonly [name: string]: string | number | undefined } = values ?? {};
    const text = catalogue[room]?.[key] ?? english[key];
    return formOf(text ?? "", given.n).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = given[name];
      return typeof value === "number" ? shownNumber(value) : (value ?? whole);
    });
  };
}

/** All languages have Western digits, so most numbers need no formatter, the first of which takes long to make. */
const shownNumber = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1_000 ? `${value}` : value.toLocaleString(locale);

/** A text with elements in it: `split("Press {key} to send.", { key: <kbd>Enter</kbd> })`. The sentence stays one text. */
export function split<Piece>(text: string, elements: Readonly<Record<string, Piece>>): readonly (string | Piece)[] {
  return text.split(/(\{\w+\})/).map((part) => elements[/^\{(\w+)\}$/.exec(part)?.[1] ?? ""] ?? part);
}

function formOf(text: Text, n: string | number | undefined): string {
  return typeof text === "string" ? text : (text[rules.select(Number(n))] ?? text.other ?? "");
}
