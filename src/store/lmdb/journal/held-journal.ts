import type { JournalHold, JournalPart, StoreImages } from "../../../ports/store-images.ts";
import { JournalGoneError } from "../../../ports/store-images.ts";
import type { Journal, JournalKeeper } from "./journal.ts";
import { JournalReader } from "./journal-reader.ts";

export interface HeldJournalParts {
  readonly journalId: number;
  readonly journal: Pick<Journal, "keep" | "letGo" | "segments">;
  /** The last record with all its rows in the environment. */
  readonly applied: () => number;
  /** The last record on the disk. */
  readonly last: () => number;
  /** Releases segments that no keeper needs any more. */
  readonly giveBack: () => Promise<void>;
}

/** The journal of a running store, for copies of it. */
export const createHeldJournal = (parts: HeldJournalParts): StoreImages => ({
  journalId: parts.journalId,
  last: parts.last,
  hold: (after = parts.applied()) => new HeldJournal(parts, parts.journal.keep(after)),
});

class HeldJournal implements JournalHold {
  readonly before: number;
  readonly #parts: HeldJournalParts;
  readonly #keeper: JournalKeeper;
  readonly #reader: JournalReader;

  constructor(parts: HeldJournalParts, keeper: JournalKeeper) {
    this.#parts = parts;
    this.#keeper = keeper;
    this.before = keeper.before;
    const { journalId, journal } = parts;
    this.#reader = new JournalReader({ journalId, segments: () => journal.segments, before: keeper.before });
  }

  last(): number {
    return this.#parts.last();
  }

  async read(through: number): Promise<JournalPart | null> {
    // The next call shows that the caller has processed the previous part.
    this.#keeper.before = this.#reader.next - 1;
    await this.#parts.giveBack();
    if (this.#keeper.isGone)
      throw new JournalGoneError(
        `Record ${this.#reader.next} of the journal was released before it was copied: too many segments were waiting`,
      );
    return this.#reader.read(Math.min(through, this.#parts.last()));
  }

  async end(): Promise<void> {
    this.#parts.journal.letGo(this.#keeper);
    await this.#reader.close();
    await this.#parts.giveBack();
  }
}
