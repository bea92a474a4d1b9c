import type { Options } from "minisearch";
import { termsOf, wordsOf } from "./words.ts";

/** A section in the index of the search. */
export interface IndexedSection {
  readonly id: number;
  readonly group: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly href: string;
}

const fuzzyFrom = 5;
const prefixFrom = 2;
const isPlain = (term: string): boolean => /^\p{L}+$/u.test(term);

/** The options for indexing and searching. The build and the browser must use the same options. */
export const indexOptions: Options<IndexedSection> = {
  fields: ["heading", "page", "text"],
  storeFields: ["group", "page", "heading", "text", "href"],
  tokenize: termsOf,
  searchOptions: {
    tokenize: wordsOf,
    combineWith: "AND",
    boost: { heading: 4, page: 2 },
    prefix: (term) => term.length >= prefixFrom,
    // An ID or a key that differs in one letter is a different ID or key.
    fuzzy: (term) => (isPlain(term) && term.length >= fuzzyFrom ? 0.2 : false),
  },
};
