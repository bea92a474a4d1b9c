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

/** Guides come before what explains, and rules come last: whoever looks for a rule types its ID. */
const weights: Readonly<Record<string, number>> = { Understand: 0.6, Decisions: 0.4, Protocol: 0.25 };
const isRule = (term: string): boolean => /^[a-z]+-\d+$/.test(term);

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
    boostDocument: (_id, term, fields) => (isRule(term) ? 1 : (weights[String(fields?.["group"])] ?? 1)),
    prefix: (term) => term.length >= prefixFrom,
    // An ID or a key that differs in one letter is a different ID or key.
    fuzzy: (term) => (isPlain(term) && term.length >= fuzzyFrom ? 0.2 : false),
  },
};
