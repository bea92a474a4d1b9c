import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { languages } from "../shared/language/languages.ts";
import type { Catalogue, RoomTexts } from "../shared/language/texts.ts";
import { wrongTexts } from "./check-texts.ts";

const foreign = Object.keys(languages).filter((language) => language !== "en");

/** Adds the texts of a page's rooms: one chunk for each language except English. A mistake in a text fails the build. */
export function texts(page: "desk" | "inspector"): Plugin {
  const folders = ["src/web/shared/texts", `src/web/${page}/texts`].filter((folder) => existsSync(folder));
  return {
    name: "texts",
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /\/language\/catalogues\.ts$/ }, () => ({
        contents: `export const catalogues = {${foreign.map((language) => `${language}: () => import("texts-${language}")`).join()}}`,
        loader: "js",
      }));
      onResolve({ filter: /^texts-\w\w$/ }, ({ path }) => ({ path, namespace: "texts" }));
      onLoad({ filter: /^/, namespace: "texts" }, async ({ path }) => ({
        contents: `export const texts = ${JSON.stringify(await readCatalogue(folders, path.slice("texts-".length)))}`,
        loader: "js",
      }));
    },
  };
}

async function readCatalogue(folders: readonly string[], language: string): Promise<Catalogue> {
  const rooms: Record<string, RoomTexts> = {};
  const wrong: string[] = [];
  for (const folder of folders) {
    const english = new Set(readdirSync(`${folder}/en`).map((file) => basename(file, ".ts")));
    for (const file of readdirSync(`${folder}/${language}`))
      if (!english.has(basename(file, ".json"))) wrong.push(`${language}: ${file} is a room that English lacks.`);
    for (const room of english) {
      const path = `${folder}/${language}/${room}.json`;
      const given: RoomTexts = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
      wrong.push(...wrongTexts(language, room, await englishOf(`${folder}/en/${room}.ts`), given));
      rooms[room] = given;
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return rooms;
}

/** The file's only export. The texts can be those of another file that the service needs as well. */
async function englishOf(path: string): Promise<RoomTexts> {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: "esm" });
  const code = outputFiles[0]?.text ?? "";
  const [texts]: RoomTexts[] = Object.values(await import(`data:text/javascript,${encodeURIComponent(code)}`));
  if (texts === undefined) throw new Error(`${path} must export the English texts of its room.`);
  return texts;
}
