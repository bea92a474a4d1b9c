import { placesOf } from "./words.ts";

/** A piece of text, and whether it is one of the search words. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

/** The highest number of characters of an excerpt. */
const excerptMax = 160;
/** The highest number of characters before the first found word. */
const leadMax = 40;

/** Returns the text around the first of the terms, or the beginning of the text without one. An ellipsis marks text that is left out. */
export function excerptOf(text: string, terms: readonly string[]): readonly Piece[] {
  const [first = 0] = placesOf(text, terms)[0] ?? [];
  const start = first <= leadMax ? 0 : wordStart(text, first - leadMax);
  const end = text.length <= start + excerptMax ? text.length : wordEnd(text, start + excerptMax);
  const shown = `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  return markWords(shown, terms);
}

/** Splits the text at the terms. */
export function markWords(text: string, terms: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const [start, end] of placesOf(text, terms)) {
    if (start > done) pieces.push({ text: text.slice(done, start), isFound: false });
    pieces.push({ text: text.slice(start, end), isFound: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isFound: false });
  return pieces;
}

const wordStart = (text: string, from: number): number => {
  const space = text.indexOf(" ", from);
  return space === -1 ? from : space + 1;
};

/** Returns the end of the word. A word that is longer than an excerpt is cut. */
const wordEnd = (text: string, until: number): number => {
  const space = text.lastIndexOf(" ", until);
  return space <= until - excerptMax ? until : space;
};
