import type { Term } from "../../src/core/search-words.ts";
import { hasWord, termsOf, wordsOf } from "../../src/core/search-words.ts";
import type {
  OpenChatFound,
  OpenChatLine,
  OpenChatsInput,
  OpenChatsQuestion,
  OpenChatTexts,
} from "./open-chats.types.ts";

interface Line {
  readonly seq: number;
  readonly text: string;
}

interface Kept {
  channelId: string;
  facts: readonly string[];
  /** Each word is between two line feeds. */
  factWords: string;
  lineWords: string;
  readonly lines: Line[];
  factCharacters: number;
  lineCharacters: number;
}

type Bounds = Pick<OpenChatsInput, "chatCharactersMax" | "charactersMax">;

/** The open chats and all their words, in memory: they are few compared with the closed ones, and change all the time. */
export class OpenMemory {
  readonly #bounds: Bounds;
  readonly #chats = new Map<number, Kept>();
  #characters = 0;
  #isFull = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Texts were left out because all chats together had no more room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  take({ chatNumber, channelId, facts, lines }: OpenChatTexts): void {
    const kept = this.#chats.get(chatNumber) ?? createKept(channelId);
    kept.channelId = channelId;
    kept.facts = facts;
    kept.factWords = listOf(wordsOf(facts));
    const factCharacters = facts.reduce((sum, fact) => sum + fact.length, kept.factWords.length);
    this.#characters += factCharacters - kept.factCharacters;
    kept.factCharacters = factCharacters;
    this.#add(kept, lines);
    this.#chats.set(chatNumber, kept);
  }

  forget(chatNumber: number): void {
    const { factCharacters, lineCharacters } = this.#chats.get(chatNumber) ?? { factCharacters: 0, lineCharacters: 0 };
    this.#characters -= factCharacters + lineCharacters;
    this.#chats.delete(chatNumber);
  }

  /** The chats that have all the words; the last one also matches as the beginning of a word. */
  find({ text, channelIds, before, rowsMax }: OpenChatsQuestion): readonly OpenChatFound[] {
    const terms = termsOf(text);
    if (terms.length === 0) return [];
    const numbers: number[] = [];
    for (const [chatNumber, { channelId, factWords, lineWords }] of this.#chats) {
      if (before !== null && chatNumber >= before) continue;
      if (channelIds !== null && !channelIds.includes(channelId)) continue;
      if (terms.every((term) => hasWord(lineWords, term) || hasWord(factWords, term))) numbers.push(chatNumber);
    }
    numbers.sort((left, right) => right - left);
    return numbers.slice(0, rowsMax).flatMap((chatNumber) => {
      const kept = this.#chats.get(chatNumber);
      if (kept === undefined) return [];
      return [{ chatNumber, channelId: kept.channelId, place: placeOfWords(kept, terms) }];
    });
  }

  #add(kept: Kept, lines: readonly OpenChatLine[]): void {
    const { chatCharactersMax, charactersMax } = this.#bounds;
    const added: string[] = [];
    for (const { seq, texts } of lines) {
      const text = texts.join(" · ");
      if (text === "" || kept.lineCharacters >= chatCharactersMax) continue;
      const room = charactersMax - this.#characters;
      if (room < text.length) this.#isFull = true;
      if (room <= 0) continue;
      const line = text.slice(0, room);
      kept.lines.push({ seq, text: line });
      added.push(line);
      this.#count(kept, line.length);
    }
    if (added.length === 0) return;
    const isKnown = (word: string): boolean => hasWord(kept.lineWords, { word, isPrefix: false });
    const words = wordsOf(added);
    const news = listOf(kept.lineWords === "\n" ? words : [...words].filter((word) => !isKnown(word))).slice(1);
    kept.lineWords += news;
    this.#count(kept, news.length);
  }

  #count(kept: Kept, characters: number): void {
    kept.lineCharacters += characters;
    this.#characters += characters;
  }
}

const createKept = (channelId: string): Kept => ({
  channelId,
  facts: [],
  factWords: "\n",
  lineWords: "\n",
  lines: [],
  factCharacters: 0,
  lineCharacters: 0,
});

const listOf = (words: Iterable<string>): string => `\n${[...words].map((word) => `${word}\n`).join("")}`;

interface Texts {
  readonly facts: readonly string[];
  readonly lines: readonly { readonly seq: number; readonly text: string }[];
}

const shownMax = 160;
const beforeMax = 40;

/** The newest line with the largest number of the words; a fact only where no line has any of them. */
function placeOfWords({ facts, lines }: Texts, terms: readonly Term[]): OpenChatFound["place"] {
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
