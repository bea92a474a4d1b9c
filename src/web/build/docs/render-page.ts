import { posix } from "node:path";
import type { Token, Tokens } from "marked";
import { Parser, Renderer } from "marked";
import type { Assigned } from "../samples/read-shell.ts";
import { readShell } from "../samples/read-shell.ts";
import type { Sample } from "../samples/write-samples.ts";
import { writeSamples } from "../samples/write-samples.ts";
import { codeBlock, codeTabs } from "./code-blocks.ts";
import { escapeHtml } from "./escape-html.ts";
import type { MarkdownPage } from "./read-page.ts";
import { plainText } from "./read-page.ts";
import type { LinkTargets } from "./resolve-link.ts";
import { markdownAddress, resolveLink } from "./resolve-link.ts";
import type { FramedPage } from "./site.types.ts";

/** The assets of the documentation and their addresses. */
export interface AssetPlace {
  /** Returns the address of an asset. */
  addressOf(name: string): string;
  /** Adds a picture of the repository to the assets and returns its name there. Throws if the repository has no such file. */
  addPicture(path: string): string;
}

/** Renders the page. Throws for a dead link, and for HTML other than `<img>`. */
export function renderPage(page: MarkdownPage, targets: LinkTargets, assets: AssetPlace): FramedPage {
  const renderer = new PageRenderer(page, targets, assets);
  return {
    title: page.title,
    address: page.address,
    markdown: markdownAddress(page.address),
    body: Parser.parse([...page.tokens], { renderer }),
    contents: [...page.headings.values()].filter(({ depth }) => depth === 2),
  };
}

class PageRenderer extends Renderer {
  readonly #page: MarkdownPage;
  readonly #targets: LinkTargets;
  readonly #assets: AssetPlace;
  /** The blocks that stand next to each other in several languages, by the first of them. */
  readonly #runs: ReadonlyMap<Token, readonly Tokens.Code[]>;
  /** What the blocks of the page have assigned so far. */
  readonly #assigned: Assigned = new Map();
  #groups = 0;

  constructor(page: MarkdownPage, targets: LinkTargets, assets: AssetPlace) {
    super();
    this.#page = page;
    this.#targets = targets;
    this.#assets = assets;
    this.#runs = runsOf(page.tokens);
  }

  override heading(token: Tokens.Heading): string {
    const html = this.parser.parseInline(token.tokens);
    const { id, depth, text } = this.#page.headings.get(token) ?? { id: "", depth: token.depth, text: "" };
    if (id === "" || depth === 1) return `<h${depth}>${html}</h${depth}>\n`;
    const name = escapeHtml(`Link to ${text}`);
    return `<div class="heading"><h${depth} id="${id}">${html}</h${depth}><a href="#${id}" aria-label="${name}">#</a></div>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const html = this.parser.parseInline(tokens);
    const target = resolveLink(href, this.#page.path, this.#targets);
    if (target.kind === "file") return fileText(html, plainText(tokens), target.path);
    // In the repository a link shows the file's name. On these pages it shows the title.
    const isNamedByFile = target.kind === "page" && plainText(tokens) === href;
    return `<a href="${escapeHtml(target.href)}">${isNamedByFile ? escapeHtml(target.title) : html}</a>`;
  }

  override image({ href, text }: Tokens.Image): string {
    return this.#picture(href, escapeHtml(text), "");
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return text.replace(/<[^<>]*>|[^\s<][^<]*/g, (part) => {
      const src = attribute(part, "src");
      if (!/^<img\s[^>]*>$/.test(part) || src === null)
        throw new Error(`Expected no HTML but <img src="…"> in src/docs/${this.#page.path}, got ${part}`);
      return this.#picture(src, attribute(part, "alt") ?? "", attribute(part, "width") ?? "");
    });
  }

  override code(token: Tokens.Code): string {
    const { text, lang = "" } = token;
    const run = this.#runs.get(token);
    if (run !== undefined) return run[0] === token ? this.#tabs(run.map(toSample)) : "";
    const program = lang === "sh" ? readShell(text, this.#assigned) : null;
    if (program === null) return codeBlock(text, lang);
    return this.#tabs([{ name: "curl", language: "sh", code: text }, ...writeSamples(program)]);
  }

  #tabs(samples: readonly Sample[]): string {
    this.#groups += 1;
    return codeTabs(samples, `language-${this.#groups}`);
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" tabindex="0" role="group" aria-label="Table">${super.table(token)}</div>\n`;
  }

  /** The first list of the home page has the ways in. They are shown as cards. */
  override list(token: Tokens.List): string {
    const isWaysIn = this.#page.path === "README.md" && this.#page.tokens.find(({ type }) => type === "list") === token;
    return isWaysIn ? super.list(token).replace("<ul>", '<ul class="cards">') : super.list(token);
  }

  #picture(src: string, alt: string, width: string): string {
    const path = posix.join("src/docs", posix.dirname(this.#page.path), src);
    const address = this.#assets.addressOf(this.#assets.addPicture(path));
    const size = /^\d+$/.test(width) ? ` width="${width}"` : "";
    return `<a class="picture" href="${address}"><img src="${address}"${size} alt="${alt}" loading="lazy"></a>`;
  }
}

/** The languages of one program, with the names of their tabs. */
const programs: Readonly<Record<string, string>> = { js: "Node", python: "Python", php: "PHP", go: "Go" };

const toSample = ({ text, lang = "" }: Tokens.Code): Sample => ({
  name: programs[lang] ?? lang,
  language: lang,
  code: text,
});

/** Blocks of code that follow each other, each in another language, are one program in several languages. */
function runsOf(tokens: readonly Token[]): ReadonlyMap<Token, readonly Tokens.Code[]> {
  const runs: Tokens.Code[][] = [[]];
  for (const token of tokens) {
    if (isProgram(token)) runs.at(-1)?.push(token);
    else if (token.type !== "space") runs.push([]);
  }
  const several = runs.filter((run) => run.length > 1 && new Set(run.map(({ lang }) => lang)).size === run.length);
  return new Map(several.flatMap((run) => run.map((token) => [token, run] as const)));
}

const isProgram = (token: Token): token is Tokens.Code => token.type === "code" && (token["lang"] ?? "") in programs;

/** The text, then the path from the root of the repository. Only the path if it ends with the text. */
function fileText(html: string, text: string, path: string): string {
  const code = `<code>${escapeHtml(path)}</code>`;
  return text !== "" && path.endsWith(text.replace(/^(\.\.?\/)+/, "")) ? code : `${html} (${code})`;
}

/** The attribute's value as the tag contains it, already escaped. */
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"<>]*)"`).exec(tag)?.[1] ?? null;
