/** Only the beginning of a longer word is used. */
const wordCodePointsMax = 40;

/** Letters, digits and the marks that belong to them. */
const runPattern = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Scripts that write no spaces between words. Their words are found by pairs of characters. A dictionary would cut the
 * same characters differently in a query and in a text, and change with each of its versions.
 */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
const partPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const asciiPattern = /^[\x00-\x7f]*$/;
const asciiRunPattern = /[a-z0-9]+/g;
/** For Latin, Greek and Cyrillic: in other scripts a mark makes another letter. */
const diacritics = /[\u0300-\u036f]/g;

/** A word of a query. */
export interface Term {
  readonly word: string;
  /** Words that begin with it match too. */
  readonly isPrefix: boolean;
}

/** The words by which a text can be found, each once; without case, accents and width forms. */
export function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const part of partsOf(text)) {
      if (part.charCodeAt(0) < 0x80 || !isUnspaced.test(part)) {
        words.add(shorten(part));
        continue;
      }
      const characters = [...part];
      // The last character is also a word on its own, so that every character begins a word.
      for (let index = 0; index < characters.length; index += 1) words.add(characters.slice(index, index + 2).join(""));
    }
  }
  return words;
}

/** All words that a chat must contain; the last one also matches as the beginning of a word. */
export function termsOf(question: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const parts = partsOf(question);
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    for (const term of isUnspaced.test(part) ? pairsOf(part) : [{ word: shorten(part), isPrefix: isLast }]) {
      if (!term.isPrefix || !terms.has(term.word)) terms.set(term.word, term);
    }
  });
  return [...terms.values()];
}

/** Whether a list of words, each between two line feeds, has the word of the term. */
export const hasWord = (words: string, { word, isPrefix }: Term): boolean =>
  words.includes(isPrefix ? `\n${word}` : `\n${word}\n`);

function pairsOf(part: string): readonly Term[] {
  const characters = [...part];
  if (characters.length === 1) return [{ word: part, isPrefix: true }];
  return characters.slice(1).map((second, index) => ({ word: `${characters[index]}${second}`, isPrefix: false }));
}

function partsOf(text: string): readonly string[] {
  // Most texts are ASCII: this takes a third of the time.
  if (asciiPattern.test(text)) return text.toLowerCase().match(asciiRunPattern) ?? [];
  return (fold(text).match(runPattern) ?? []).flatMap((run) => run.match(partPattern) ?? []);
}

/** Upper case first: it makes `ß` and `ss`, `ς` and `σ` equal. */
const fold = (text: string): string =>
  text.normalize("NFKD").replace(diacritics, "").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");

const shorten = (word: string): string =>
  word.length <= wordCodePointsMax ? word : [...word].slice(0, wordCodePointsMax).join("");
