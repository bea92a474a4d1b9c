import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build } from "esbuild";
import MiniSearch from "minisearch";
import { versionOfFiles } from "../../../core/files/version-of-files.ts";
import type { IndexedSection } from "../../docs/index-options.ts";
import { indexOptions } from "../../docs/index-options.ts";
import type { BuiltFile } from "../browser-build.ts";
import { browser, outFolder } from "../browser-build.ts";
import { withFont } from "../font.ts";
import { listOfPages, markdownOf } from "./for-programs.ts";
import { framePage } from "./frame-page.ts";
import type { ArrangedGroup } from "./groups.ts";
import { arrange, groups } from "./groups.ts";
import { keepHighlighted } from "./highlight.ts";
import type { MarkdownPage } from "./read-page.ts";
import { readPage } from "./read-page.ts";
import type { AssetPlace } from "./render-page.ts";
import { renderPage } from "./render-page.ts";
import type { LinkTargets } from "./resolve-link.ts";

const sourceFolder = "src/docs";
const assetFolder = join(outFolder, "docs");
const pageFolder = join(outFolder, "docs-pages");
/** The placeholder address of assets until their version is known. */
const unversioned = "/assets/docs/__VERSION__/";

/** Builds the pages, the search index, the pictures, and the scripts and styles. Throws for a mistake in the sources. */
export async function buildDocs(): Promise<readonly BuiltFile[]> {
  const pages = readPages();
  const arranged = arrange(groups, pages);
  const pictures = new Map<string, BuiltFile>();
  const framed = frameAll(arranged, pages, pictures);
  keepHighlighted();
  const assets = [...(await buildBrowserPart()), ...pictures.values(), indexOf(arranged)];
  const named = assets.map(({ path, contents }) => [`docs/${basename(path)}`, contents] as const);
  const versioned = `/assets/docs/${versionOfFiles(named)}/`;
  const texts = [...framed, { file: "llms.txt", text: listOfPages(arranged) }].map(({ file, text }) => ({
    path: join(pageFolder, file),
    contents: Buffer.from(text.replaceAll(unversioned, versioned)),
  }));
  return [...assets, ...texts];
}

function readPages(): ReadonlyMap<string, MarkdownPage> {
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md"));
  return new Map(
    paths.map((path) => [path, readPage(path, withExamples(readFileSync(join(sourceFolder, path), "utf8")))]),
  );
}

/** In place of a line that is only the link to an example, the page shows the example, and the same in the languages of the next line. */
const withExamples = (markdown: string): string =>
  markdown.replace(
    /^\[(examples\/[\w./-]+)\]\(\.\.\/\.\.\/\1\)$(\n\nThe same in .*\.$)?/gm,
    (_, first: string, others = "") =>
      [first, ...[...others.matchAll(/\(([^()]+)\)/g)].map(([, path = ""]) => path.replaceAll("../", ""))]
        .map(exampleOf)
        .join("\n"),
  );

/** The languages of the examples by the end of their files' names. */
const exampleLanguages: Readonly<Record<string, string>> = { mjs: "js", py: "python" };

function exampleOf(path: string): string {
  const end = path.slice(path.lastIndexOf(".") + 1);
  return `\`\`\`${exampleLanguages[end] ?? end}\n${readFileSync(path, "utf8")}\`\`\`\n`;
}

/** Each page as HTML, and those made of Markdown also as Markdown. */
function frameAll(
  arranged: readonly ArrangedGroup[],
  pages: ReadonlyMap<string, MarkdownPage>,
  pictures: Map<string, BuiltFile>,
): readonly { readonly file: string; readonly text: string }[] {
  const all = arranged.flatMap((group) => group.pages);
  const ownAddresses = new Set(all.filter((page) => "render" in page).map(({ address }) => address));
  const targets: LinkTargets = { pages, ownAddresses, has: existsSync };
  const assets = placeIn(pictures);
  return all.flatMap((page) => {
    const toFrame = "render" in page ? { ...page, body: page.render() } : renderPage(page, targets, assets);
    const html = { file: fileOf(page.address), text: framePage(toFrame, arranged, assets.addressOf) };
    return "render" in page ? [html] : [html, { file: page.path, text: markdownOf(page, targets, assets) }];
  });
}

const placeIn = (pictures: Map<string, BuiltFile>): AssetPlace => ({
  addressOf: (name) => `${unversioned}${name}`,
  addPicture(path) {
    const name = basename(path);
    if (!existsSync(path))
      throw new Error(`A page of the documentation shows the picture ${path}, which is not there.`);
    pictures.set(name, { path: join(assetFolder, name), contents: readFileSync(path) });
    return name;
  },
});

async function buildBrowserPart(): Promise<readonly BuiltFile[]> {
  const { outputFiles } = await build({
    ...browser,
    loader: { ".svg": "copy" },
    entryPoints: [
      { in: "src/web/docs/main.ts", out: "main" },
      { in: "src/web/docs/api.ts", out: "api" },
      { in: "src/web/docs/docs.css", out: "docs" },
      { in: "src/web/docs/reference.css", out: "reference" },
      { in: "src/web/shared/ui/page-icon.svg", out: "icon" },
    ],
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    outdir: assetFolder,
  });
  return withFont(outputFiles);
}

/** The search index with all sections of all pages. */
function indexOf(arranged: readonly ArrangedGroup[]): BuiltFile {
  const index = new MiniSearch<IndexedSection>(indexOptions);
  const sections = arranged.flatMap(({ name, pages }) =>
    pages.flatMap(({ title, address, sections }) =>
      sections.map(({ heading, id, text }) => ({
        group: name,
        page: title,
        heading,
        text,
        href: id === "" ? address : `${address}#${id}`,
      })),
    ),
  );
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return { path: join(assetFolder, "search.json"), contents: Buffer.from(JSON.stringify(index)) };
}

/** `protocol/index.html` for `/docs/protocol/`, `bots.html` for `/docs/bots`. */
const fileOf = (address: string): string => `${relative("/docs", address.replace(/\/$/, "/index"))}.html`;
