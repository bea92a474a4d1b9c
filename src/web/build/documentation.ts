import { join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { build } from "esbuild";
import { referencePage } from "../docs/api/reference-page.ts";
import { renderEventsPage } from "../docs/events/events-page.ts";
import { framePage } from "../docs/frame.ts";
import { socketsDocument, webhooksDocument } from "./described.ts";

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

/** The pages of the documentation that are made of the documents for machines. */
export async function buildDocumentation(browser: BuildOptions, outFolder: string) {
  const { outputFiles } = await build({
    ...browser,
    write: false,
    plugins: [drawnFiles],
    entryPoints: [
      { in: "src/web/docs/api/page.ts", out: "reference/api" },
      { in: "src/web/docs/api/page.css", out: "reference/api" },
      { in: "src/web/docs/events/page.css", out: "reference/events" },
    ],
    assetNames: "reference/[name]-[hash]",
    format: "esm",
    outdir: outFolder,
  });
  const events = renderEventsPage(webhooksDocument(), socketsDocument());
  const styles = ["/assets/reference/__REFERENCE__/events.css"];
  return [
    ...(outputFiles ?? []),
    htmlFile(join(outFolder, "docs-api.html"), framePage(referencePage)),
    htmlFile(join(outFolder, "docs-events.html"), framePage({ ...events, styles, scripts: [] })),
  ];
}

const htmlFile = (path: string, html: string) => ({ path, contents: Buffer.from(html) });
