import { posix } from "node:path";
import type { MarkdownPage } from "./read-page.ts";
import type { LinkedPage } from "./site.types.ts";

/** The allowed targets of links in the Markdown. */
export interface LinkTargets {
  /** The pages by path under `src/docs`. */
  readonly pages: ReadonlyMap<string, LinkedPage & { readonly headings: MarkdownPage["headings"] }>;
  /** Addresses under `/docs/` of pages that are not made of Markdown. */
  readonly ownAddresses: ReadonlySet<string>;
  /** Whether the repository has a file or folder at the path from its root. */
  has(path: string): boolean;
}

export type ResolvedLink =
  | { readonly kind: "page"; readonly href: string; readonly title: string }
  | { readonly kind: "address"; readonly href: string }
  /** A file of the repository. The service does not serve it. */
  | { readonly kind: "file"; readonly path: string };

const docsFolder = "src/docs";

/** Resolves a link in the page at `from` (under `src/docs`). Throws if the target does not exist. */
export function resolveLink(link: string, from: string, targets: LinkTargets): ResolvedLink {
  if (/^(https?:\/\/|mailto:)/.test(link)) return { kind: "address", href: link };
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) throw deadLink(link, from, "an address with http:, https: or mailto:");
  const [path = "", anchor = ""] = link.split("#", 2);
  if (path.startsWith("/")) return resolveAddress(link, path, from, targets);
  const inRepository = posix.join(docsFolder, path === "" ? from : posix.join(posix.dirname(from), path));
  const page = targets.pages.get(pageAt(inRepository));
  if (page !== undefined) {
    const isThere = anchor === "" || [...page.headings.values()].some(({ id }) => id === anchor);
    if (!isThere) throw deadLink(link, from, `a heading with the anchor #${anchor}`);
    return { kind: "page", href: anchor === "" ? page.address : `${page.address}#${anchor}`, title: page.title };
  }
  const isInside = !inRepository.startsWith("..");
  if (isInside && targets.has(inRepository)) return { kind: "file", path: inRepository.replace(/\/$/, "") };
  throw deadLink(link, from, "a page of src/docs or a file of the repository");
}

/** Checks addresses under `/docs/`. Other addresses of the service are not checked. */
function resolveAddress(link: string, path: string, from: string, { pages, ownAddresses }: LinkTargets): ResolvedLink {
  const isOurs = path === "/docs" || path.startsWith("/docs/");
  const isThere = ownAddresses.has(path) || [...pages.values()].some(({ address }) => address === path);
  if (isOurs && !isThere) throw deadLink(link, from, "the address of a page");
  return { kind: "address", href: link };
}

/** The path under `src/docs` of the page at a path of the repository. A folder means its README. */
const pageAt = (inRepository: string): string => {
  const path = posix.relative(docsFolder, inRepository);
  return path.endsWith(".md") ? path : posix.join(path, "README.md");
};

const deadLink = (link: string, from: string, expected: string): Error =>
  new Error(`Dead link in src/docs/${from}: expected ${expected}, got ${JSON.stringify(link)}.`);

/** Converts the address of a page, with or without an anchor, to that of its Markdown. */
export const markdownAddress = (address: string): string =>
  address.replace(/\/(?=#|$)/, "/README").replace(/(?=#|$)/, ".md");
