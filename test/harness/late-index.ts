import { randomUUID } from "node:crypto";
import { EmbeddedIndex } from "../../src/archive/embedded-index.ts";
import { ok } from "../../src/core/result.ts";
import type { ArchiveIndex, IndexChange } from "../../src/ports/archive-index.ts";
import type { IndexState } from "../../workers/archive/archive.types.ts";

/**
 * The index of closed chats in this folder. Its changes stay in memory until the first search, because its threads take more
 * processor time than the rest of a service, and most tests that close a chat never search.
 */
export async function createLateIndex(folder: string, searchesMax: number): Promise<ArchiveIndex> {
  const index = await EmbeddedIndex.find(folder, searchesMax);
  if (await index.isBegun()) return index;
  let state: IndexState | null = null;
  let changes: readonly IndexChange[] = [];
  let written: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    const earlier = changes;
    changes = [];
    await index.open();
    for (const change of earlier) await index.change(change);
  };
  return {
    isBegun: async () => state !== null,
    async open() {
      await written;
      if (written !== null) return index.open();
      state ??= { id: randomUUID(), changes: 0, rebuiltDownTo: null };
      return state;
    },
    async change(change) {
      await written;
      if (written !== null) return index.change(change);
      const before = state ?? { id: randomUUID(), changes: 0, rebuiltDownTo: null };
      changes = [...changes, change];
      state = {
        ...before,
        changes: before.changes + 1,
        rebuiltDownTo: change.rebuiltDownTo ?? before.rebuiltDownTo,
      };
      return state;
    },
    async search(question) {
      if (state === null) return ok({ chatNumbers: [], next: null });
      written ??= write();
      await written;
      return index.search(question);
    },
    async replace() {
      await written;
      changes = [];
      state = null;
      if (written !== null) await index.replace();
    },
    async close() {
      await Promise.allSettled([written]);
      await index.close();
    },
  };
}
