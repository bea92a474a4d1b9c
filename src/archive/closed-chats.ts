import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArchiveDocument } from "../../workers/archive/archive.types.ts";
import type { Limits } from "../config/limits.ts";
import { asChatId } from "../core/ids.ts";
import { messagesBehind, readChat } from "../domain/chat/queries/chat-queries.ts";
import type { Directory } from "../domain/directory.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import { factTexts, messageTexts } from "./chat-texts.ts";

export interface ClosedChatParts {
  readonly store: Store;
  readonly directory: Pick<Directory, "agentEver">;
  readonly limits: Pick<Limits, "archiveChatCharactersMax" | "pageRowsMax">;
  readonly log: Log;
}

/** Reads a closed chat with all its searchable texts. Returns null when the chat is missing or not closed. */
export async function readClosedChat(parts: ClosedChatParts, chatNumber: number): Promise<ArchiveDocument | null> {
  const view = await readChat(parts.store, asChatId(String(chatNumber)));
  if (view?.state !== "closed") return null;
  const { channelId, agentIds, closedAtMs, updatedAtMs } = view.context;
  const texts = new CappedTexts(parts.limits.archiveChatCharactersMax);
  texts.add(factTexts(parts.directory, view.context));
  await addMessages(parts, chatNumber, texts);
  return { chatNumber, closedAtMs: closedAtMs ?? updatedAtMs, channelId, agentIds, texts: texts.kept };
}

class CappedTexts {
  readonly kept: string[] = [];
  #left: number;

  constructor(charactersMax: number) {
    this.#left = charactersMax;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      if (this.isFull) return;
      this.kept.push(text.slice(0, this.#left));
      this.#left -= text.length;
    }
  }
}

/** Joins the texts, the oldest first, up to the limit. */
async function addMessages({ store, limits }: ClosedChatParts, chatNumber: number, texts: CappedTexts): Promise<void> {
  for (let after = 0; !texts.isFull; ) {
    const page = await messagesBehind(store, chatNumber, after, limits.pageRowsMax);
    texts.add(page.flatMap(({ message }) => (message === null ? [] : messageTexts(message))));
    after = page.at(-1)?.seq ?? after;
    if (page.length < limits.pageRowsMax) return;
    await nextTurn();
  }
}
