import type { CallSummary } from "../../machines/call/call.types.ts";
import { lostDeadline } from "../../machines/call/call-steps.ts";
import type { CallId, ConversationKey } from "../../machines/ids.ts";
import { asCallId } from "../core/ids.ts";
import type { Key, Store } from "../ports/store.ts";

const rowsAtOnce = 1_000;

/** Which clients have a call that has not ended, as last committed: a call may outlive its chat. Source: CALL-10. */
export class RunningCalls {
  readonly #calls = new Map<ConversationKey, Set<CallId>>();

  isRunning(conversation: ConversationKey): boolean {
    return this.#calls.has(conversation);
  }

  /** Takes up what is stored: a call that runs has the deadline at which it is given up. Source: CALL-11. */
  async load(store: Pick<Store, "scan">): Promise<void> {
    for (let after: Key<"deadline"> | undefined; ; ) {
      const page = await store.scan("deadline", { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
      for (const { row } of page)
        if (row.id === lostDeadline) this.#add(row.conversation, asCallId(row.actor.slice("call/".length)));
      after = page.at(-1)?.key;
      if (page.length < rowsAtOnce) return;
    }
  }

  /** To be told of every change of a call once it is durable. */
  note(conversation: ConversationKey, { id, status }: Pick<CallSummary, "id" | "status">): void {
    if (status !== "end" && status !== "error") {
      this.#add(conversation, id);
      return;
    }
    const calls = this.#calls.get(conversation);
    calls?.delete(id);
    if (calls?.size === 0) this.#calls.delete(conversation);
  }

  #add(conversation: ConversationKey, id: CallId): void {
    const calls = this.#calls.get(conversation);
    if (calls === undefined) this.#calls.set(conversation, new Set([id]));
    else calls.add(id);
  }
}
