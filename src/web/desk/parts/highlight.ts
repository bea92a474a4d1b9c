/** A piece of a text, and whether it matches the search. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts without spaces between words are matched by characters. */
const unspacedPattern = /\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Thai}|\p{scx=Lao}|\p{scx=Khmr}|\p{scx=Mymr}/u;
const diacritics = /[\u0300-\u036f]/g;

const fold = (text: string): string => text.normalize("NFKD").replace(diacritics, "").toLowerCase();

/** Cuts a text at the searched words, with the archive's rules: without case and accents; the last word also matches as a prefix. */
export function highlight(text: string, question: string): readonly Piece[] {
  const terms = fold(question).match(wordPattern) ?? [];
  const last = terms.at(-1);
  if (last === undefined || text === "") return [{ text, isFound: false }];
  const { folded, places } = foldWithPlaces(text);
  const spans: Span[] = [];
  for (const match of folded.matchAll(wordPattern)) {
    for (const [start, end] of spansIn(match[0], terms, last)) {
      const from = places[match.index + start] ?? 0;
      // A character that folds to several ones matches as a whole.
      const to = places[match.index + end - 1] ?? text.length;
      spans.push([from, to + lengthAt(text, to)]);
    }
  }
  return cut(text, spans);
}

const beforeMax = 20;

/** For a short line: leaves out what is far before the first found word, so that the line shows the word. */
export function shorten(pieces: readonly Piece[]): readonly Piece[] {
  const [before, ...rest] = pieces;
  const characters = [...(before?.text ?? "")];
  if (before?.isFound !== false || rest.length === 0 || characters.length <= beforeMax) return pieces;
  const kept = characters
    .slice(-beforeMax)
    .join("")
    .replace(/^\S*\s+/, "");
  return [{ text: `… ${kept}`, isFound: false }, ...rest];
}

export type Span = readonly [start: number, end: number];

/** The places of these words in a text, as they are written but without case and accents, also inside other words. */
export function placesIn(text: string, words: string): readonly Span[] {
  const wanted = fold(words.trim());
  if (wanted === "") return [];
  const { folded, places } = foldWithPlaces(text);
  const spans: Span[] = [];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const to = places[at + wanted.length - 1] ?? text.length;
    spans.push([places[at] ?? 0, to + lengthAt(text, to)]);
  }
  return spans;
}

function spansIn(word: string, terms: readonly string[], last: string): readonly Span[] {
  const spaced = terms.filter((term) => !unspacedPattern.test(term));
  if (spaced.includes(word)) return [[0, word.length]];
  if (spaced.includes(last) && word.startsWith(last)) return [[0, last.length]];
  return terms
    .filter((term) => unspacedPattern.test(term))
    .flatMap((term) => {
      const at = word.indexOf(term);
      return at === -1 ? [] : [[at, at + term.length] as const];
    });
}

/** The folded text, and for each of its characters the start of its original. */
function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let folded = "";
  let place = 0;
  for (const character of text) {
    const piece = fold(character);
    folded += piece;
    for (let index = 0; index < piece.length; index += 1) places.push(place);
    place += character.length;
  }
  return { folded, places };
}

/** The character at this place, with its following accents. */
const lengthAt = (text: string, place: number): number =>
  /^[\s\S][\udc00-\udfff]?[\u0300-\u036f]*/.exec(text.slice(place, place + 16))?.[0].length ?? 1;

function cut(text: string, spans: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const [start, end] of [...spans].sort(([left], [right]) => left - right)) {
    if (end <= done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), isFound: false });
    pieces.push({ text: text.slice(Math.max(start, done), end), isFound: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isFound: false });
  return pieces;
}
