import type { ConversationKey } from "../../../../machines/ids.ts";
import type { CommitNeeds, LockedRows, RowName, Write } from "../../../ports/store.ts";

/** A commit that waits or runs. Its needs are read once, however often its group is retried. */
export class PendingCommit {
  readonly apply: (rows: LockedRows) => readonly Write[];
  readonly done: Promise<void>;
  readonly conversations: readonly ConversationKey[];
  readonly rows: readonly RowName[];
  readonly tellsOf: readonly ConversationKey[];
  readonly #needs: CommitNeeds;
  #settle: { resolve(): void; reject(error: unknown): void } | null = null;

  constructor(needs: CommitNeeds, apply: (rows: LockedRows) => readonly Write[]) {
    this.apply = apply;
    this.#needs = needs;
    this.conversations = [...new Set(needs.conversations ?? [])];
    this.rows = needs.rows ?? [];
    this.tellsOf = [...(needs.tellsOf ?? [])];
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** Whether the commit has already resolved or rejected. */
  get isSettled(): boolean {
    return this.#settle === null;
  }

  get needs(): CommitNeeds {
    return this.#needs;
  }

  resolve(): void {
    this.#settle?.resolve();
    this.#settle = null;
  }

  reject(error: unknown): void {
    this.#settle?.reject(error);
    this.#settle = null;
  }
}
