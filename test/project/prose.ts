import { flesch } from "flesch";
import type { Token, Tokens } from "marked";
import { lexer } from "marked";
import { syllable } from "syllable";

const inEnglish = {
  sentences: new Intl.Segmenter("en", { granularity: "sentence" }),
  words: new Intl.Segmenter("en", { granularity: "word" }),
};

/** True for texts such as `src/actors/turn.ts` or `machines/`. */
const isPath = (text: string): boolean => /^[\w./-]+(\.\w+|\/)$/.test(text);

/**
 * Returns the text as a reader reads it. A name in code becomes one short word, because readers do not spell it out. The word
 * begins with a capital, so that a sentence can begin with it.
 */
const spoken = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => {
      if (token.type === "codespan") return "Code";
      if (token.type === "html" || token.type === "image") return "";
      if (token.type === "br") return " ";
      if (token.type === "link" && isPath(token.text)) return "Code";
      if ("tokens" in token && token.tokens !== undefined) return spoken(token.tokens);
      return token.raw;
    })
    .join("");

/** Yields paragraphs and list entries. Tables, code and headings contain no sentences. */
function* paragraphsOf(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === "paragraph" || token.type === "text") yield spoken(token.tokens);
    else if (token.type === "blockquote") yield* paragraphsOf(token.tokens ?? []);
    else if (token.type === "list") for (const item of (token as Tokens.List).items) yield* paragraphsOf(item.tokens);
  }
}

export interface Sentence {
  readonly text: string;
  readonly words: number;
}

export interface Prose {
  readonly sentences: readonly Sentence[];
  readonly words: number;
  /** Flesch reading ease: 60 to 70 is plain English, below 30 is for specialists. `null` without a sentence. */
  readonly readingEase: number | null;
}

/** Rule IDs and numbers do not count as words. */
const wordsOf = (text: string): readonly string[] =>
  [...inEnglish.words.segment(text.replace(/\b[A-Z]+-\d{2}\b/g, ""))]
    .filter(({ isWordLike, segment }) => isWordLike === true && /\p{L}/u.test(segment))
    .map(({ segment }) => segment);

/** Returns the sentences of a Markdown page, and how easy they are to read. */
export function proseOf(markdown: string): Prose {
  const texts = [...paragraphsOf(lexer(markdown))]
    .flatMap((text) =>
      [...inEnglish.sentences.segment(text.replaceAll("\n", " "))].map(({ segment }) => segment.trim()),
    )
    .filter((text) => /\p{L}{2}/u.test(text));
  const sentences = texts.map((text) => ({ text, words: wordsOf(text).length }));
  const words = texts.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  const counts = { sentence: sentences.length, word: words.length, syllable: syllables };
  return { sentences, words: words.length, readingEase: words.length === 0 ? null : flesch(counts) };
}
