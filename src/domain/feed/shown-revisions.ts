import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { FeedEntry } from "../../ports/store.ts";
import { shownBy } from "./show-entry.ts";

/** Of a chat or message that was shown longer ago, desks may see an older state for a moment. */
const rememberedMax = 10_000;

type Revisions = ReturnType<typeof createLastUsed<string, { readonly revision: number }>>;

/**
 * In which revision chats and messages were shown last. A frame that is told shows its own commit; what this node reads may be further: desks that
 * were shown that are not to see it go back.
 */
export class ShownRevisions {
  readonly #published: Revisions = createLastUsed(rememberedMax);
  readonly #sent: Revisions = createLastUsed(rememberedMax);

  /** To be called when it is to be shown to every desk. False where all of them were shown something newer. */
  isNews(entry: FeedEntry, revision: number): boolean {
    const name = shownBy(entry);
    const last = this.#published.get(name)?.revision ?? -1;
    if (revision > last) this.#published.set(name, { revision });
    return revision >= last;
  }

  /** One desk was sent it alone. */
  noteSent(entry: FeedEntry, revision: number): void {
    // Two desks may be sent what was read in another order than it is sent.
    if (!this.wasSentNewer(entry, revision)) this.#sent.set(shownBy(entry), { revision });
  }

  /** Whether one desk was sent something newer alone: to all of them the newest is to be shown. */
  wasSentNewer(entry: FeedEntry, revision: number): boolean {
    return (this.#sent.get(shownBy(entry))?.revision ?? -1) > revision;
  }
}
