import { hasWord, termsOf } from "../src/core/search-words.ts";
import type { ArchivePlace, SearchFound, SearchInput, TaskAnswer } from "./archive/archive.types.ts";
import { findCandidates } from "./archive/candidates.ts";
import { readFilters, readWords } from "./archive/chat-rows.ts";
import type { IndexRows } from "./archive/environment.ts";
import { withRows } from "./archive/environment.ts";

/** Searching this many characters for words costs about as much as looking at one more chat. */
const charactersPerLook = 4_096;

/** One page of the chats that match. Only `archive-index` writes; any number of these may read. */
export function run(input: SearchInput): TaskAnswer<SearchFound> {
  return withRows(input.folder, (rows) => search(rows, input));
}

function search(rows: IndexRows, input: SearchInput): SearchFound {
  const terms = termsOf(input.text);
  if (terms.length === 0 && input.text.trim() !== "") return { chatNumbers: [], next: null };
  const { places, chosenBy } = findCandidates(rows, terms, input);
  const others = terms.filter((term) => term !== chosenBy);
  const chatNumbers: number[] = [];
  let looked = 0;
  let last: ArchivePlace | null = null;
  for (const place of places) {
    // Only now is it certain that chats follow the last one.
    if (last !== null && (chatNumbers.length === input.rowsMax || looked >= input.lookedAtMax))
      return { chatNumbers, next: last };
    last = place;
    looked += 1;
    if (!fitsFilters(rows, place.chatNumber, input)) continue;
    if (others.length > 0) {
      const words = readWords(rows, place.chatNumber);
      looked += words.length / charactersPerLook;
      if (!others.every((term) => hasWord(words, term))) continue;
    }
    chatNumbers.push(place.chatNumber);
  }
  return { chatNumbers, next: null };
}

function fitsFilters(rows: IndexRows, chatNumber: number, { channelIds, agentId }: SearchInput): boolean {
  if (channelIds === null && agentId === null) return true;
  const chat = readFilters(rows, chatNumber);
  if (chat === null) return false;
  if (channelIds !== null && !channelIds.includes(chat.channelId)) return false;
  return agentId === null || chat.agentIds.includes(agentId);
}
