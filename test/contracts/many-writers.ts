import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type { LeftWork } from "../../src/ports/left-work.ts";
import type { ActorRow, CommitNeeds, LockedRows, RowName, Store, Write } from "../../src/ports/store.ts";
import { RowNotLoadedError } from "../../src/ports/store-errors.ts";

/** Two empty stores on the same rows. */
export interface TwoNodes {
  readonly nodes: readonly [Store, Store];
  readonly leftWork: readonly [LeftWork, LeftWork];
  /** The first node counts as lost from now on; its store stays usable, like that of a frozen process that thaws. */
  loseFirst(): Promise<void>;
}
export interface ManyWritersUnderTest {
  readonly name: string;
  /** The test closes both stores. */
  open(t: Test): Promise<TwoNodes>;
}

export const conversation = (name: string): ConversationKey => asConversationKey(`client/A/${name}`);
export const actorOf = (of: ConversationKey): ActorKey => asActorKey(`log/${of}`);

const logRow = (of: ConversationKey, text: string): ActorRow => ({
  ...{ actor: actorOf(of), conversation: of, machine: "log", version: 1, revision: 1 },
  ...{ state: "open", context: new TextEncoder().encode(text), deadlines: [] },
});
export const logWrite = (of: ConversationKey, text: string, isAtRest = false): Write => ({
  ...{ table: "actor", key: [actorOf(of)], row: logRow(of, text) },
  ...(isAtRest && { isAtRest }),
});

/** The text in the context of such a row; empty for a missing row. */
export const textOf = (row: ActorRow | undefined): string => new TextDecoder().decode(row?.context);

/** The change that a turn makes to the texts of its conversations, and its other writes. */
export type Change = (
  texts: readonly string[],
  rows: LockedRows,
) => { texts: readonly string[]; more?: readonly Write[] };

/** Keeps conversations in memory like a process: it uses its memory for the known revision, and reads the rest. */
export class Keeper {
  readonly #store: Store;
  readonly #kept = new Map<ConversationKey, { readonly revision: number; readonly text: string }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Runs one turn. It is retried while another node has locked a conversation, and with the name of each missed row. */
  async turn(of: readonly ConversationKey[], change: Change, needs: CommitNeeds = {}): Promise<void> {
    const rows: RowName[] = [];
    for (let isDone = false; !isDone; ) {
      const knownRevision = (one: ConversationKey): number => this.#kept.get(one)?.revision ?? 0;
      const running = this.#store.commit({ ...needs, conversations: of, knownRevision, rows }, (found) => {
        isDone = of.every((one) => found.hasLock(one));
        return isDone ? this.#step(of, change, found) : [];
      });
      try {
        await running;
      } catch (error) {
        for (const one of of) this.#kept.delete(one);
        if (!(error instanceof RowNotLoadedError)) throw error;
        rows.push(error.row);
        isDone = false;
      }
      if (!isDone) await pause(2);
    }
  }

  #step(of: readonly ConversationKey[], change: Change, rows: LockedRows): readonly Write[] {
    const revisions = of.map((one) => rows.revisionOf(one));
    const texts = of.map((one, index) => {
      const kept = this.#kept.get(one);
      if (kept !== undefined && kept.revision === revisions[index]?.before) return kept.text;
      return textOf(rows.read("actor", [actorOf(one)]));
    });
    const changed = change(texts, rows);
    for (const [index, one] of of.entries()) {
      this.#kept.set(one, { revision: revisions[index]?.after ?? 0, text: changed.texts[index] ?? "" });
    }
    return [...of.map((one, index) => logWrite(one, changed.texts[index] ?? "")), ...(changed.more ?? [])];
  }
}
