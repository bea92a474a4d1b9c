/** Returns the rules of a page of the protocol, in order. Each has its own heading. */
export const rulesInPage = (text: string): readonly string[] =>
  [...text.matchAll(/^### ([A-Z]+-\d{2})$/gm)].map(([, rule = ""]) => rule);

export interface PageLink {
  /** The name of the linked page; for a link inside a page, the page's own name. */
  readonly page: string;
  /** `null` for a link to a complete page. */
  readonly anchor: string | null;
}

/** Returns the links of this page to pages of the same folder. */
export const linksOf = (text: string, name: string): readonly PageLink[] =>
  [...text.matchAll(/\]\(([a-z-]+\.md)?(?:#([^)]+))?\)/g)].map(([, page, anchor]) => ({
    page: page ?? name,
    anchor: anchor ?? null,
  }));

/** Returns the anchors of the headings: small letters, and dashes instead of spaces. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
