import type { ActorKey, ConversationKey } from "../../../../machines/ids.ts";
import type { ActorRow, CommitNeeds, LockedRows, RowName, Write } from "../../../ports/store.ts";

/** A commit that waits or runs. Its needs are read once, however often its group is retried. */
export class PendingCommit {
  readonly apply: (rows: LockedRows) => readonly Write[];
  readonly done: Promise<void>;
  readonly conversations: readonly ConversationKey[];
  readonly rows: readonly RowName[];
  readonly tellsOf: readonly ConversationKey[];
  readonly #needs: CommitNeeds;
  #namedActors: ReadonlySet<ActorKey> | null = null;
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

  /** Whether the commit locks the conversation of the actor or names the actor. */
  mayRead({ actor, conversation }: ActorRow): boolean {
    if (this.conversations.includes(conversation)) return true;
    if (this.rows.length === 0) return false;
    this.#namedActors ??= new Set(this.rows.flatMap((row) => (row.table === "actor" ? [row.key[0]] : [])));
    return this.#namedActors.has(actor);
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
