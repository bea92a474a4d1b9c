import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { BuiltFile } from "../browser-build.ts";
import { browser } from "../browser-build.ts";

const drawn = /^data:image\/svg\+xml;charset=utf-8,/;

/** The library's style sheet has its arrows inside. As files they are pictures of the service itself, as the pages' policy asks. */
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

/** What the pages of the API reference and of the events have beside every page. */
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
