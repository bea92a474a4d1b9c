import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { BuiltFile } from "../browser-build.ts";
import { browser } from "../browser-build.ts";

const drawn = /^data:image\/svg\+xml;charset=utf-8,/;

/** Extracts the arrows from the library's style sheet into files. The pages' policy allows only pictures from the service itself. */
const drawnFiles: Plugin = {
  name: "drawn-files",
  setup({ onResolve, onLoad }) {
    const folders = new Map<string, number>();
    onResolve({ filter: drawn }, ({ path }) => {
      const folder = folders.get(path) ?? folders.size;
      folders.set(path, folder);
      return { path: `${folder}/arrow.svg`, namespace: "drawn", pluginData: path };
    });
    onLoad({ filter: /^/, namespace: "drawn" }, ({ pluginData }) => ({
      contents: decodeURIComponent(String(pluginData).replace(drawn, "")),
      loader: "file",
    }));
  },
};

/** Builds the additional scripts and styles of the API reference and of the events page. */
export async function buildReferencePart(outdir: string): Promise<readonly BuiltFile[]> {
  const { outputFiles } = await build({
    ...browser,
    plugins: [drawnFiles],
    entryPoints: [
      { in: "src/web/docs/api/reference.ts", out: "reference" },
      { in: "src/web/docs/api/reference.css", out: "reference" },
      { in: "src/web/docs/events.css", out: "events" },
    ],
    format: "esm",
    outdir,
  });
  return outputFiles;
}
