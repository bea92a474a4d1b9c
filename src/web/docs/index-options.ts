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

/** How sections are indexed and searched: the build and the browser must agree on it. */
export const indexOptions: Options<IndexedSection> = {
  fields: ["heading", "page", "text"],
  storeFields: ["group", "page", "heading", "text", "href"],
  tokenize: termsOf,
  searchOptions: {
    tokenize: wordsOf,
    combineWith: "AND",
    boost: { heading: 4, page: 2 },
    prefix: (term) => term.length >= prefixFrom,
    // An ID or a key with another letter is another one.
    fuzzy: (term) => (isPlain(term) && term.length >= fuzzyFrom ? 0.2 : false),
  },
};
