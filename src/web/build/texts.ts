import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { languages } from "../shared/language/languages.ts";
import type { Catalogue, RoomTexts, Text } from "../shared/language/texts.ts";

const foreign = Object.keys(languages).filter((language) => language !== "en");

const folders = ["src/web/shared/texts", "src/web/desk/texts"];

/** Adds the texts of the desk's rooms: one chunk for each language except English. A mistake in a text fails the build. */
export const deskTexts: Plugin = {
  name: "texts",
  setup({ onStart, onResolve, onLoad }) {
    let english: readonly EnglishFolder[] = [];
    onStart(async () => {
      english = await Promise.all(folders.map(readEnglish));
    });
    onLoad({ filter: /\/language\/catalogues\.ts$/ }, () => ({
      contents: `export const catalogues = {${foreign.map((language) => `${language}: () => import("texts-${language}")`).join()}}`,
      loader: "js",
    }));
    onResolve({ filter: /^texts-\w\w$/ }, ({ path }) => ({ path, namespace: "texts" }));
    onLoad({ filter: /^/, namespace: "texts" }, ({ path }) => ({
      contents: `export const texts = ${JSON.stringify(readCatalogue(english, path.slice("texts-".length)))}`,
      loader: "js",
    }));
  },
};

interface EnglishFolder {
  readonly folder: string;
  readonly english: Catalogue;
}

/** Each room is the only export of its file. */
async function readEnglish(folder: string): Promise<EnglishFolder> {
  const rooms = readdirSync(`${folder}/en`).map((file) => basename(file, ".ts"));
  const contents = rooms.map((room) => `export * as "${room}" from "./${room}.ts";`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${folder}/en` },
    bundle: true,
    write: false,
    format: "esm",
  });
  const code = outputFiles[0]?.text ?? "";
  const exported: Readonly<Record<string, Catalogue>> = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  const english = rooms.map((room) => {
    const [texts] = Object.values(exported[room] ?? {});
    if (texts === undefined) throw new Error(`${folder}/en/${room}.ts must export the English texts of its room.`);
    return [room, texts] as const;
  });
  return { folder, english: Object.fromEntries(english) };
}

function readCatalogue(folders: readonly EnglishFolder[], language: string): Catalogue {
  const rooms: Record<string, RoomTexts> = {};
  const wrong: string[] = [];
  for (const { folder, english } of folders) {
    for (const file of readdirSync(`${folder}/${language}`))
      if (!(basename(file, ".json") in english)) wrong.push(`${language}: ${file} is a room that English lacks.`);
    for (const [room, texts] of Object.entries(english)) {
      const path = `${folder}/${language}/${room}.json`;
      const given: RoomTexts = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
      wrong.push(...wrongTexts(language, room, texts, given));
      rooms[room] = given;
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return rooms;
}

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
