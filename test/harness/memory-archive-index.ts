import { randomUUID } from "node:crypto";
import { ok } from "../../src/core/result.ts";
import { hasWord, termsOf, wordsOf } from "../../src/core/search-words.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { ArchiveDocument, ArchivePlace, IndexState } from "../../workers/archive/archive.types.ts";

interface Indexed {
  readonly document: ArchiveDocument;
  /** Each word is between two line feeds. */
  readonly words: string;
}

const isBefore = (one: ArchivePlace, other: ArchivePlace): boolean =>
  one.closedAtMs < other.closedAtMs || (one.closedAtMs === other.closedAtMs && one.chatNumber < other.chatNumber);

/** An index of the archive that starts no threads, for services whose tests are not about its files. */
export function createMemoryArchiveIndex(): ArchiveIndex {
  const chats = new Map<number, Indexed>();
  let state: IndexState | null = null;
  const begin = (): IndexState => {
    state ??= { id: randomUUID(), changes: 0, rebuiltDownTo: null };
    return state;
  };
  return {
    isBegun: async () => state !== null,
    open: async () => begin(),
    async change({ take, forget, rebuiltDownTo }) {
      const before = begin();
      for (const chatNumber of forget) chats.delete(chatNumber);
      for (const document of take) {
        const words = `\n${[...wordsOf(document.texts)].map((word) => `${word}\n`).join("")}`;
        chats.set(document.chatNumber, { document, words });
      }
      const changes = before.changes + 1;
      state = { id: before.id, changes, rebuiltDownTo: rebuiltDownTo ?? before.rebuiltDownTo };
      return state;
    },
    async search({ text, fromMs, toMs, channelIds, agentId, isOldestFirst, after, rowsMax }) {
      const terms = termsOf(text);
      if (terms.length === 0 && text.trim() !== "") return ok({ chatNumbers: [], next: null });
      const follows = (one: ArchivePlace, other: ArchivePlace): boolean =>
        isOldestFirst ? isBefore(other, one) : isBefore(one, other);
      const found = [...chats.values()]
        .filter(({ document, words }) => {
          if (document.closedAtMs < fromMs || document.closedAtMs > toMs) return false;
          if (after !== null && !follows(document, after)) return false;
          if (channelIds !== null && !channelIds.includes(document.channelId)) return false;
          if (agentId !== null && !document.agentIds.includes(agentId)) return false;
          return terms.every((term) => hasWord(words, term));
        })
        .map(({ document }) => document)
        .sort((one, other) => (follows(one, other) ? 1 : -1));
      const page = found.slice(0, rowsMax);
      const next = found.length > page.length ? (page.at(-1) ?? null) : null;
      return ok({ chatNumbers: page.map(({ chatNumber }) => chatNumber), next });
    },
    async replace() {
      chats.clear();
      state = null;
    },
    close: async () => undefined,
  };
}
