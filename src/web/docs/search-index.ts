import type { SearchResult } from "minisearch";
import MiniSearch from "minisearch";
import type { Piece } from "./excerpt.ts";
import { excerptOf, markWords } from "./excerpt.ts";
import type { IndexedSection } from "./index-options.ts";
import { indexOptions } from "./index-options.ts";

/** A section that was found, with its words that match. */
export interface FoundSection {
  readonly href: string;
  /** The page's title with its group, because the guide and the rules of bots have the same title. */
  readonly page: string;
  /** `null` for the beginning of the page. */
  readonly heading: readonly Piece[] | null;
  readonly excerpt: readonly Piece[];
}

/** Returns every section that matches, the best first. */
export type Find = (words: string) => readonly FoundSection[];

/** Loads the index. Rejects if it cannot be loaded. */
export async function loadIndex(): Promise<Find> {
  const answer = await fetch(new URL("search.json", import.meta.url));
  if (!answer.ok) throw new Error(`Expected the index, got ${answer.status}`);
  const index = MiniSearch.loadJS<IndexedSection>(await answer.json(), indexOptions);
  return (words) => index.search(words).map(toFound);
}

const ruleId = /^[A-Z]+-\d+$/;
/** A longer sentence is no title. */
const titleMax = 100;

/** A rule is named by its ID, so its first sentence stands beside the ID as its title, and no more in its text. */
export function titled(heading: string, text: string): readonly [heading: string, text: string] {
  const [sentence = "", title = ""] = ruleId.test(heading) ? (/^(.+?)[.:](?= |$)/.exec(text) ?? []) : [];
  if (title === "" || title.length > titleMax) return [heading, text];
  return [`${heading} ${title}`, text.slice(sentence.length).trim()];
}

function toFound(result: SearchResult): FoundSection {
  const [page, name = "", whole = ""] = ["page", "heading", "text"].map((key) => String(result[key]));
  const [heading, text] = titled(name, whole);
  return {
    href: String(result["href"]),
    page: `${String(result["group"])} › ${page ?? ""}`,
    heading: heading === page ? null : markWords(heading, result.terms),
    excerpt: excerptOf(text, result.terms),
  };
}
