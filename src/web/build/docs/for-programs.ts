import { posix } from "node:path";
import type { Token, Tokens } from "marked";
import { walkTokens } from "marked";
import type { ArrangedGroup } from "./groups.ts";
import type { MarkdownPage } from "./read-page.ts";
import type { AssetPlace } from "./render-page.ts";
import type { LinkTargets } from "./resolve-link.ts";
import { markdownAddress, resolveLink } from "./resolve-link.ts";

/**
 * Returns the Markdown of a page as programs get it. Links lead to the Markdown of other pages. A file of the repository is named, because the
 * service does not serve it. Throws for a dead link.
 */
export function markdownOf(page: MarkdownPage, targets: LinkTargets, assets: AssetPlace): string {
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
export const listOfPages = (groups: readonly ArrangedGroup[]): string =>
  [opening, ...groups.map(({ name, pages }) => [`## ${name}\n`, ...pages.map(lineOf), ""].join("\n"))].join("\n");

function lineOf(page: ArrangedGroup["pages"][number]): string {
  const address = "data" in page ? page.data : markdownAddress(page.address);
  return `- [${page.title}](${address}): ${firstSentence(page.sections[0]?.text ?? "")}`;
}

const firstSentence = (text: string): string => /^.+?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
