/** Letters and digits, with the characters that join them into one word: `CH-47`, `limits.channelPerSecond`, `/api/backup`, `--data`. */
const word = /[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu;
const joint = /[-./:]/;

/** Returns the words of a search. */
export const wordsOf = (text: string): string[] => (text.match(word) ?? []).map((found) => found.toLowerCase());

/** Returns the words of a text for the index: each word, and the parts of a joined word. */
export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap((whole) => (joint.test(whole) ? [whole, ...whole.split(joint)] : [whole]));

/** Returns the places of the terms in the text: complete words, or parts of joined words. */
export function placesOf(text: string, terms: readonly string[]): readonly (readonly [start: number, end: number])[] {
  const isTerm = new Set(terms);
  return [...text.matchAll(word)].flatMap(({ 0: found, index }) => {
    if (isTerm.has(found.toLowerCase())) return [[index, index + found.length] as const];
    let start = index;
    return found.split(joint).flatMap((part) => {
      const place = [start, start + part.length] as const;
      start = place[1] + 1;
      return isTerm.has(part.toLowerCase()) ? [place] : [];
    });
  });
}
