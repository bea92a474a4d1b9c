import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import { chatWrites } from "../../bench/micro/archive/made-chats.ts";
import { EmbeddedIndex } from "../../src/archive/embedded-index.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { Write } from "../../src/ports/store.ts";
import type { ArchiveDocument, ArchivePlace, SearchInput } from "../../workers/archive/archive.types.ts";

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-archive-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens an index. Its threads end with the test, before its folder is removed. */
export async function openIndex(t: Test, folder: string): Promise<EmbeddedIndex> {
  const index = await EmbeddedIndex.find(folder, 16);
  t.teardown(() => index.close());
  await index.open();
  return index;
}

/** The writes of a closed chat with this text and revision. */
export function closedChat(chatNumber: number, text: string, revision = 1): readonly Write[] {
  const writes = chatWrites(chatNumber, { state: "closed", messages: 1 }).map((write): Write => {
    if (write.table === "message" && write.row !== null)
      return { ...write, row: { ...write.row, content: { ...write.row.content, text } } };
    return write.table === "actor" && write.row !== null ? { ...write, row: { ...write.row, revision } } : write;
  });
  return [...writes, { table: "archiveQueue", key: [chatNumber], row: { isRemoval: false } }];
}

export const chat = (chatNumber: number, text: string, rest: Partial<ArchiveDocument> = {}): ArchiveDocument => ({
  chatNumber,
  closedAtMs: 1_000 + chatNumber,
  channelId: "MOBILEAPP1",
  agentIds: [1],
  texts: [text],
  ...rest,
});

export type Asked = Partial<Omit<SearchInput, "folder">>;

/** Searches one page. */
export async function searchPage(index: ArchiveIndex, text: string, asked: Asked = {}) {
  const answer = await index.search({
    text,
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
    channelIds: null,
    agentId: null,
    isOldestFirst: false,
    after: null,
    rowsMax: 100,
    lookedAtMax: 10_000,
    ...asked,
  });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

/** Searches all pages. */
export async function searchAll(index: ArchiveIndex, text: string, asked: Asked = {}): Promise<number[]> {
  const found: number[] = [];
  for (let after: ArchivePlace | null = null; ; ) {
    const page = await searchPage(index, text, { ...asked, after });
    found.push(...page.chatNumbers);
    after = page.next;
    if (after === null) return found;
  }
}
