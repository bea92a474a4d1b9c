import GithubSlugger from "github-slugger";
import type { Token, Tokens, TokensList } from "marked";
import { lexer } from "marked";
import type { Heading, Section } from "./site.types.ts";

/** A page of Markdown, read but not yet rendered. */
export interface MarkdownPage {
  /** The path under `src/docs`, for example `protocol/bots.md`. */
  readonly path: string;
  readonly address: string;
  readonly title: string;
  readonly tokens: TokensList;
  /** In order, by the token of each heading. */
  readonly headings: ReadonlyMap<Token, Heading>;
  readonly sections: readonly Section[];
}

/** Parses a page. Throws if the page does not begin with a title. */
export function readPage(path: string, markdown: string): MarkdownPage {
  const tokens = lexer(markdown);
  const slugger = new GithubSlugger();
  const headings = new Map<Token, Heading>();
  for (const token of tokens.filter(isHeading)) {
    const text = plainText(token.tokens);
    headings.set(token, { id: slugger.slug(text), depth: token.depth, text });
  }
  const [first] = tokens;
  const title = first === undefined ? undefined : headings.get(first);
  if (title?.depth !== 1) throw new Error(`Expected src/docs/${path} to begin with a title, like "# Bots".`);
  return {
    path,
    address: addressOf(path),
    title: title.text,
    tokens,
    headings,
    sections: sectionsOf(tokens, headings),
  };
}

/** `/docs/protocol/` for `protocol/README.md`, `/docs/bots` for `bots.md`. */
const addressOf = (path: string): string => `/docs/${path.replace(/(^|(?<=\/))README\.md$|\.md$/, "")}`;

/** Splits a page into sections. The first heading is the title of the page, so its section has no anchor. */
function sectionsOf(tokens: readonly Token[], headings: ReadonlyMap<Token, Heading>): readonly Section[] {
  const starts = tokens.flatMap((token, index) => (headings.has(token) ? [index] : []));
  return starts.flatMap((start, place) => {
    const token = tokens[start];
    const heading = token === undefined ? undefined : headings.get(token);
    if (heading === undefined) return [];
    const text = plainText(
      tokens.slice(start + 1, starts[place + 1]).filter((one) => !isProof(one) && !isTranslation(one)),
    );
    return [{ heading: heading.text, id: place === 0 ? "" : heading.id, text }];
  });
}

/** Names of tests help nobody who searches. */
const isProof = (token: Token): boolean => token.type === "paragraph" && token.raw.startsWith("Tests: [");

/** The same program in the other languages has the same words. */
const isTranslation = (token: Token): boolean =>
  token.type === "code" && ["python", "php", "go"].includes(token["lang"]);

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";

/** The visible text of the tokens, without markup. */
export const plainText = (tokens: readonly Token[]): string =>
  tokens.map(textOfToken).join("").replace(/\s+/g, " ").trim();

const blocks = new Set(["paragraph", "heading", "code", "list", "list_item", "blockquote", "table", "space", "hr"]);

function textOfToken(token: Token): string {
  const text = textInside(token);
  return blocks.has(token.type) ? ` ${text} ` : text;
}

function textInside(token: Token): string {
  if (token.type === "html") return "";
  if (token.type === "br") return " ";
  if (isTable(token)) return [token.header, ...token.rows].flat().map(textOfCell).join(" ");
  if (isList(token)) return token.items.map(textOfToken).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOfToken).join("");
  return "text" in token ? String(token.text) : "";
}

const textOfCell = ({ tokens }: Tokens.TableCell): string => tokens.map(textOfToken).join("");
const isTable = (token: Token): token is Tokens.Table => token.type === "table";
const isList = (token: Token): token is Tokens.List => token.type === "list";
