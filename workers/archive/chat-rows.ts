import type { ArchiveDocument, ArchivePlace } from "./archive.types.ts";
import type { IndexRows } from "./environment.ts";
import { chatKey, chatWordsKey, placeKey, postingKeyPrefix, timeKeyPrefix, wordKey } from "./keys.ts";
import { wordsOf } from "./words.ts";

/** What is asked of every chat that a search looks at. */
export interface ChatFilters extends ArchivePlace {
  readonly channelId: string;
  readonly agentIds: readonly number[];
}

export function readFilters(rows: IndexRows, chatNumber: number): ChatFilters | null {
  const text = rows.get(chatKey(chatNumber));
  return text === undefined ? null : JSON.parse(text);
}

/** Every word stands between two line ends. */
export const readWords = (rows: IndexRows, chatNumber: number): string => rows.get(chatWordsKey(chatNumber)) ?? "\n";

/** How many chats have a word, changed by a whole batch at once. */
export class WordCounts {
  readonly #changes = new Map<string, number>();

  add(word: string, count: number): void {
    this.#changes.set(word, (this.#changes.get(word) ?? 0) + count);
  }

  store(rows: IndexRows): void {
    for (const [word, change] of this.#changes) {
      if (change === 0) continue;
      const key = wordKey(word);
      const count = Number(rows.get(key) ?? 0) + change;
      void (count > 0 ? rows.put(key, String(count)) : rows.remove(key));
    }
  }
}

/** To be called in a transaction; the chat is not there yet. */
export function addChat(rows: IndexRows, document: ArchiveDocument, counts: WordCounts): void {
  const { closedAtMs, chatNumber, channelId, agentIds, texts } = document;
  const words = wordsOf(texts);
  const filters: ChatFilters = { closedAtMs, chatNumber, channelId, agentIds };
  void rows.put(chatKey(chatNumber), JSON.stringify(filters));
  void rows.put(chatWordsKey(chatNumber), `\n${[...words].map((word) => `${word}\n`).join("")}`);
  const place = placeKey(document);
  void rows.put(timeKeyPrefix + place, "");
  for (const word of words) {
    void rows.put(postingKeyPrefix(word) + place, "");
    counts.add(word, 1);
  }
}

/** To be called in a transaction. */
export function removeChat(rows: IndexRows, chatNumber: number, counts: WordCounts): void {
  const filters = readFilters(rows, chatNumber);
  if (filters === null) return;
  const place = placeKey(filters);
  const words = readWords(rows, chatNumber)
    .split("\n")
    .filter((word) => word !== "");
  for (const word of words) {
    void rows.remove(postingKeyPrefix(word) + place);
    counts.add(word, -1);
  }
  void rows.remove(timeKeyPrefix + place);
  void rows.remove(chatWordsKey(chatNumber));
  void rows.remove(chatKey(chatNumber));
}
