import type { Term } from "../../src/core/search-words.ts";
import type { ArchivePlace, SearchInput } from "./archive.types.ts";
import type { IndexRows } from "./environment.ts";
import type { KeyBytes, KeyRange } from "./keys.ts";
import { placeIn, placeKey, postingKeyPrefix, postingsFrom, timeKeyPrefix, wordKey, wordsFrom } from "./keys.ts";

/** How many postings are gathered for the beginning of a word. If there are more, a walk through the chats by time soon finds a match. */
const gatheredMax = 5_000;

/** Chats that may match, in the order of the search, each once. */
export interface Candidates {
  readonly places: Iterable<ArchivePlace>;
  /** The term that all of them have; null when no term chose them. */
  readonly chosenBy: Term | null;
}

/** Chooses by the rarest word; every other condition must be checked for each chat. */
export function findCandidates(rows: IndexRows, terms: readonly Term[], input: SearchInput): Candidates {
  let chosenBy: Term | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const term of terms) {
    const count = term.isPrefix ? countBeginning(rows, term.word) : Number(rows.get(wordKey(term.word)) ?? 0);
    if (count >= fewest) continue;
    fewest = count;
    chosenBy = term;
  }
  if (fewest === 0) return { places: [], chosenBy };
  if (chosenBy === null) return { places: scan(rows, timeKeyPrefix, input), chosenBy };
  if (!chosenBy.isPrefix) return { places: scan(rows, postingKeyPrefix(chosenBy.word), input), chosenBy };
  return { places: gather(rows, chosenBy.word, input), chosenBy };
}

/** The number of postings; infinity for more than are gathered. */
function countBeginning(rows: IndexRows, beginning: string): number {
  let sum = 0;
  for (const { value } of rows.getRange(wordsFrom(beginning))) {
    sum += Number(value);
    if (sum > gatheredMax) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function* scan(rows: IndexRows, prefix: KeyBytes, input: SearchInput): Generator<ArchivePlace> {
  const { start, end } = keysAsked(input);
  if (start > end) return;
  const oldestFirst = { start: prefix + start, end: prefix + end };
  const newestFirst = {
    start: prefix + end,
    end: prefix + start,
    reverse: true,
    exclusiveStart: true,
    inclusiveEnd: true,
  };
  for (const key of rows.getKeys(input.isOldestFirst ? oldestFirst : newestFirst)) yield placeIn(key);
}

/** A chat has a posting for each of its words with this beginning. */
function gather(rows: IndexRows, beginning: string, input: SearchInput): readonly ArchivePlace[] {
  const { start, end } = keysAsked(input);
  const found = new Set<KeyBytes>();
  for (const key of rows.getKeys(postingsFrom(beginning))) {
    const place = key.slice(-start.length);
    if (place >= start && place < end) found.add(place);
  }
  const oldestFirst = [...found].sort();
  return (input.isOldestFirst ? oldestFirst : oldestFirst.reverse()).map(placeIn);
}

/** Keys of the requested places: from `start` on and before `end`. */
function keysAsked({ fromMs, toMs, after, isOldestFirst }: SearchInput): KeyRange {
  const start = placeKey({ closedAtMs: fromMs, chatNumber: 0 });
  const end = placeKey({ closedAtMs: toMs + 1, chatNumber: 0 });
  if (after === null) return { start, end };
  if (isOldestFirst) {
    const next = placeKey({ ...after, chatNumber: after.chatNumber + 1 });
    return { start: next > start ? next : start, end };
  }
  const behind = placeKey(after);
  return { start, end: behind < end ? behind : end };
}
