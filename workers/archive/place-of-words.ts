import type { Term } from "../../src/core/search-words.ts";
import { hasWord, wordsOf } from "../../src/core/search-words.ts";
import type { OpenChatFound } from "./open-chats.types.ts";

interface Texts {
  readonly facts: readonly string[];
  readonly lines: readonly { readonly seq: number; readonly text: string }[];
}

const shownMax = 160;
const beforeMax = 40;

/** The newest line with the largest number of the words; a fact only where no line has any of them. */
export function placeOfWords({ facts, lines }: Texts, terms: readonly Term[]): OpenChatFound["place"] {
  let best: { readonly seq: number | null; readonly text: string } | null = null;
  let most = 0;
  const look = (seq: number | null, text: string): void => {
    const words = `\n${[...wordsOf([text])].join("\n")}\n`;
    const count = terms.filter((term) => hasWord(words, term)).length;
    if (count <= most) return;
    most = count;
    best = { seq, text: cutAround(text, terms) };
  };
  for (const { seq, text } of lines.toReversed()) {
    look(seq, text);
    if (most === terms.length) return best;
  }
  if (most === 0) for (const fact of facts) look(null, fact);
  return best;
}

/** A piece of the text around the first of the words, cut between words. */
function cutAround(text: string, terms: readonly Term[]): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const at = plain.length <= shownMax ? 0 : firstPlace(plain, terms);
  const gap = plain.lastIndexOf(" ", at - beforeMax);
  const from = at <= beforeMax ? 0 : gap + 1;
  const piece = Array.from(plain.slice(from)).slice(0, shownMax).join("");
  return `${from === 0 ? "" : "… "}${piece}${from + piece.length < plain.length ? "…" : ""}`;
}

function firstPlace(text: string, terms: readonly Term[]): number {
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const words = `\n${[...wordsOf([run])].join("\n")}\n`;
    if (terms.some((term) => hasWord(words, term))) return index;
  }
  return 0;
}
