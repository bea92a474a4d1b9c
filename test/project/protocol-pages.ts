/** The rules of a page of the protocol, in order: each is a heading of its own. */
export const rulesInPage = (text: string): readonly string[] =>
  [...text.matchAll(/^### ([A-Z]+-\d{2})$/gm)].map(([, rule = ""]) => rule);

export interface PageLink {
  /** The name of the page, that of the page itself for a link inside it. */
  readonly page: string;
  /** `null` for a page as a whole. */
  readonly anchor: string | null;
}

/** The links of this page to pages of the same folder. */
export const linksOf = (text: string, name: string): readonly PageLink[] =>
  [...text.matchAll(/\]\(([a-z-]+\.md)?(?:#([^)]+))?\)/g)].map(([, page, anchor]) => ({
    page: page ?? name,
    anchor: anchor ?? null,
  }));

/** What a link calls each heading: small letters, and dashes for spaces. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
