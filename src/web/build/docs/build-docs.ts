import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix, relative } from "node:path";
import { build } from "esbuild";
import type { Token, Tokens } from "marked";
import { walkTokens } from "marked";
import MiniSearch from "minisearch";
import { versionOfFiles } from "../../../core/files/version-of-files.ts";
import type { IndexedSection } from "../../docs/index-options.ts";
import { indexOptions } from "../../docs/index-options.ts";
import type { BuiltFile } from "../browser-build.ts";
import { browser, outFolder } from "../browser-build.ts";
import { withFont } from "../font.ts";
import { framePage } from "./frame-page.ts";
import type { ArrangedGroup } from "./groups.ts";
import { arrange, groups } from "./groups.ts";
import { keepHighlighted } from "./highlight.ts";
import type { MarkdownPage } from "./read-page.ts";
import { readPage } from "./read-page.ts";
import type { AssetPlace } from "./render-page.ts";
import { renderPage } from "./render-page.ts";
import type { LinkTargets } from "./resolve-link.ts";
import { markdownAddress, resolveLink } from "./resolve-link.ts";

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

/**
 * Returns the Markdown of a page as programs get it. Links lead to the Markdown of other pages. A file of the repository is named, because the
 * service does not serve it. Throws for a dead link.
 */
function markdownOf(page: MarkdownPage, targets: LinkTargets, assets: AssetPlace): string {
  let text = page.tokens.map(({ raw }) => raw).join("");
  let from = 0;
  void walkTokens([...page.tokens], (token) => {
    const shown = shownAs(token, page, targets, assets);
    if (shown === null) return;
    const at = text.indexOf(token.raw, from);
    text = text.slice(0, at) + shown + text.slice(at + token.raw.length);
    from = at + shown.length;
  });
  return text;
}

/** The Markdown in place of a link or a picture; `null` for a token that stays as it is. */
function shownAs(token: Token, page: MarkdownPage, targets: LinkTargets, assets: AssetPlace): string | null {
  const asset = (src: string): string => assets.addressOf(posix.basename(src));
  if (token.type === "html") return token.raw.replace(/(?<= src=")[^"]+/g, asset);
  if (isImage(token)) return token.raw.replace(token.href, asset);
  if (!isLink(token)) return null;
  const target = resolveLink(token.href, page.path, targets);
  if (target.kind === "address") return token.raw;
  return target.kind === "page"
    ? `[${token.text}](${markdownAddress(target.href)})`
    : `${token.text} (\`${target.path}\`)`;
}

const isImage = (token: Token): token is Tokens.Image => token.type === "image";
const isLink = (token: Token): token is Tokens.Link => token.type === "link";

const opening = `# Parley

> Parley is a chat integration service. It carries conversations between your own systems and the people who answer them.

Every page of this list is Markdown. /openapi.json describes each request, and /openapi.json?tag=NAME those of one group.
`;

/** The list of all pages for programs. Source: https://llmstxt.org */
const listOfPages = (groups: readonly ArrangedGroup[]): string =>
  [opening, ...groups.map(({ name, pages }) => [`## ${name}\n`, ...pages.map(lineOf), ""].join("\n"))].join("\n");

function lineOf(page: ArrangedGroup["pages"][number]): string {
  const address = "data" in page ? page.data : markdownAddress(page.address);
  return `- [${page.title}](${address}): ${firstSentence(page.sections[0]?.text ?? "")}`;
}

const firstSentence = (text: string): string => /^.+?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
