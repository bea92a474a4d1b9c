import { wordsOf } from "../../src/core/search-words.ts";
import type { ArchiveDocument, ArchivePlace } from "./archive.types.ts";
import type { IndexRows } from "./environment.ts";
import type { KeyBytes } from "./keys.ts";
import { chatKey, chatWordsKey, placeKey, postingKeyPrefix, timeKeyPrefix, wordKey } from "./keys.ts";

/** Fields of a chat that every search checks. */
export interface ChatFilters extends ArchivePlace {
  readonly channelId: string;
  readonly agentIds: readonly number[];
}

export function readFilters(rows: IndexRows, chatNumber: number): ChatFilters | null {
  const text = rows.get(chatKey(chatNumber));
  return text === undefined ? null : JSON.parse(text);
}

/** Every word is between two line feeds. */
export const readWords = (rows: IndexRows, chatNumber: number): string => rows.get(chatWordsKey(chatNumber)) ?? "\n";

/** The changes of one transaction. Each chat occurs at most once: its stored rows are those from before the transaction. */
export class IndexChange {
  readonly #rows: IndexRows;
  readonly #changes = new Map<KeyBytes, string | null>();
  readonly #counts = new Map<string, number>();

  constructor(rows: IndexRows) {
    this.#rows = rows;
  }

  /** Adds a chat and replaces its stored rows. */
  take(document: ArchiveDocument): void {
    const { closedAtMs, chatNumber, channelId, agentIds, texts } = document;
    this.forget(chatNumber);
    const words = wordsOf(texts);
    const filters: ChatFilters = { closedAtMs, chatNumber, channelId, agentIds };
    this.#changes.set(chatKey(chatNumber), JSON.stringify(filters));
    this.#changes.set(chatWordsKey(chatNumber), `\n${[...words].map((word) => `${word}\n`).join("")}`);
    const place = placeKey(document);
    this.#changes.set(timeKeyPrefix + place, "");
    for (const word of words) {
      this.#changes.set(postingKeyPrefix(word) + place, "");
      this.#count(word, 1);
    }
  }

  forget(chatNumber: number): void {
    const filters = readFilters(this.#rows, chatNumber);
    if (filters === null) return;
    const place = placeKey(filters);
    const words = readWords(this.#rows, chatNumber).split("\n");
    for (const word of words.filter((each) => each !== "")) {
      this.#changes.set(postingKeyPrefix(word) + place, null);
      this.#count(word, -1);
    }
    this.#changes.set(timeKeyPrefix + place, null);
    this.#changes.set(chatWordsKey(chatNumber), null);
    this.#changes.set(chatKey(chatNumber), null);
  }

  /** Call it once, in a transaction. It writes in key order, so that each page is searched once. */
  store(): void {
    for (const [word, change] of this.#counts) {
      const key = wordKey(word);
      const count = Number(this.#rows.get(key) ?? 0) + change;
      if (change !== 0) this.#changes.set(key, count > 0 ? String(count) : null);
    }
    for (const key of [...this.#changes.keys()].sort()) {
      const value = this.#changes.get(key) ?? null;
      void (value === null ? this.#rows.remove(key) : this.#rows.put(key, value));
    }
  }

  #count(word: string, change: number): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + change);
  }
}
