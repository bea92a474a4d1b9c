import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { referencePage } from "../docs/api/reference-page.ts";
import { renderEventsPage } from "../docs/events/events-page.ts";
import { framePage } from "../docs/frame.ts";
import { socketsDocument, webhooksDocument } from "./described.ts";

/** The pages of the documentation that are made of the documents for machines. */
export async function buildDocumentation(browser: BuildOptions, outFolder: string) {
  const outputs = await Promise.all([
    build({
      ...browser,
      write: false,
      entryPoints: [
        { in: "src/web/docs/api/page.ts", out: "reference/page" },
        { in: "src/web/docs/api/page.css", out: "reference/page" },
        { in: "src/web/docs/events/page.css", out: "reference/events" },
      ],
      format: "iife",
      outdir: outFolder,
    }),
    build({
      loader: { ".js": "copy" },
      entryPoints: [{ in: "swagger-ui-dist/swagger-ui-bundle.js", out: "reference/swagger-ui-bundle" }],
      outdir: outFolder,
      write: false,
    }),
  ]);
  const events = renderEventsPage(webhooksDocument(), socketsDocument());
  const styles = ["/assets/reference/__REFERENCE__/events.css"];
  return [
    ...outputs.flatMap(({ outputFiles = [] }) => outputFiles),
    htmlFile(join(outFolder, "docs-api.html"), framePage(referencePage)),
    htmlFile(join(outFolder, "docs-events.html"), framePage({ ...events, styles, scripts: [] })),
  ];
}

const htmlFile = (path: string, html: string) => ({ path, contents: Buffer.from(html) });
