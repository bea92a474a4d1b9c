import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { FeedEntry } from "../../ports/store.ts";
import { shownBy } from "./show-entry.ts";

/** The remembered chats and messages. Desks may briefly see an older state of one that was shown longer ago. */
const rememberedMax = 10_000;

type Revisions = ReturnType<typeof createLastUsed<string, { readonly revision: number }>>;

/**
 * The last shown revision of chats and messages. A frame from a tell shows its own commit, but a row that this node reads may be
 * newer. Desks that received the newer state must not see it go back.
 */
export class ShownRevisions {
  readonly #published: Revisions = createLastUsed(rememberedMax);
  readonly #sent: Revisions = createLastUsed(rememberedMax);

  /** Call it before a frame is shown to every desk. False when all of them have received a newer state. */
  isNews(entry: FeedEntry, revision: number): boolean {
    const name = shownBy(entry);
    const last = this.#published.get(name)?.revision ?? -1;
    if (revision > last) this.#published.set(name, { revision });
    return revision >= last;
  }

  /** Notes that only one desk received it. */
  noteSent(entry: FeedEntry, revision: number): void {
    // Two desks may receive states in another order than they were read.
    if (!this.wasSentNewer(entry, revision)) this.#sent.set(shownBy(entry), { revision });
  }

  /** Whether only one desk received a newer state: then all desks must receive the newest one. */
  wasSentNewer(entry: FeedEntry, revision: number): boolean {
    return (this.#sent.get(shownBy(entry))?.revision ?? -1) > revision;
  }
}
