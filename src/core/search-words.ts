/** A longer word counts by its beginning. */
const wordCodePointsMax = 40;

/** Letters, digits and the marks that belong to them. */
const runPattern = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Scripts whose words are not told apart by spaces. They are found by pairs of characters: a dictionary would cut the
 * same characters differently in a question and in a text, and anew with every version of it.
 */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;
const partPattern = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const asciiPattern = /^[\x00-\x7f]*$/;
const asciiRunPattern = /[a-z0-9]+/g;
/** Of Latin, Greek and Cyrillic: elsewhere a mark makes another letter. */
const diacritics = /[\u0300-\u036f]/g;

/** A word that is asked for. */
export interface Term {
  readonly word: string;
  /** Words that begin with it count too. */
  readonly isPrefix: boolean;
}

/** The words a text can be found by, each once; without case, accents and forms of width. */
export function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const part of partsOf(text)) {
      if (part.charCodeAt(0) < 0x80 || !isUnspaced.test(part)) {
        words.add(shorten(part));
        continue;
      }
      const characters = [...part];
      // The last character stands alone, so that every one of them begins a word.
      for (let index = 0; index < characters.length; index += 1) words.add(characters.slice(index, index + 2).join(""));
    }
  }
  return words;
}

/** What a chat must hold, all of it; the last word also as the beginning of one. */
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

/** Whether a list of words, each between two line ends, has the one that is asked for. */
export const hasWord = (words: string, { word, isPrefix }: Term): boolean =>
  words.includes(isPrefix ? `\n${word}` : `\n${word}\n`);

function pairsOf(part: string): readonly Term[] {
  const characters = [...part];
  if (characters.length === 1) return [{ word: part, isPrefix: true }];
  return characters.slice(1).map((second, index) => ({ word: `${characters[index]}${second}`, isPrefix: false }));
}

function partsOf(text: string): readonly string[] {
  // Most texts: the same in a third of the time.
  if (asciiPattern.test(text)) return text.toLowerCase().match(asciiRunPattern) ?? [];
  return (fold(text).match(runPattern) ?? []).flatMap((run) => run.match(partPattern) ?? []);
}

/** Upper case first: it tells `ß` and `ss`, `ς` and `σ` alike. */
const fold = (text: string): string =>
  text.normalize("NFKD").replace(diacritics, "").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");

const shorten = (word: string): string =>
  word.length <= wordCodePointsMax ? word : [...word].slice(0, wordCodePointsMax).join("");
