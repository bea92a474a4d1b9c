import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { languages } from "../shared/language/languages.ts";
import type { Catalogue, RoomTexts } from "../shared/language/texts.ts";
import { wrongTexts } from "./check-texts.ts";

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
