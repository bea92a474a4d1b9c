import type { CallContext, CallSummary, PublishCallEffect } from "../../../machines/call/call.types.ts";
import { lostDeadline } from "../../../machines/call/call-steps.ts";
import type { CallId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { scanDeadlines } from "../../actors/deadlines/stored-deadlines.ts";
import { asCallId } from "../../core/ids.ts";
import { undamaged } from "../../core/rows/undamaged.ts";
import type { Key, Row, Store } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";

const rowsAtOnce = 1_000;

type Noted = Pick<CallContext, "channelId"> & { readonly call: Pick<CallSummary, "id" | "type" | "status"> };

/**
 * Which clients have a call that has not ended, as last committed: a call may outlive its chat. And of each channel, how many callbacks wait
 * for their client to answer: each may take one of the call balance. Source: CALL-10.
 */
export class RunningCalls {
  readonly #calls = new Map<ConversationKey, Set<CallId>>();
  readonly #unanswered = new Map<ChannelId, Set<CallId>>();
  readonly #listeners: ((channelId: ChannelId) => void)[] = [];

  isRunning(conversation: ConversationKey): boolean {
    return this.#calls.has(conversation);
  }

  /** Callbacks of the channel whose client may answer yet. */
  unanswered(channelId: ChannelId): number {
    return this.#unanswered.get(channelId)?.size ?? 0;
  }

  /** Called after every change of what `unanswered` says. */
  onUnansweredChange(listener: (channelId: ChannelId) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes up what is stored: a call that runs has the deadline at which it is given up. Source: CALL-11. */
  async load(store: Pick<Store, "scan" | "read">): Promise<void> {
    for (let after: Key<"deadline"> | undefined; ; ) {
      const page = await scanDeadlines(store, { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
      for (const { row } of page) if (row.id === lostDeadline) this.#takeUp(row, store);
      after = page.at(-1)?.key;
      if (page.length < rowsAtOnce) return;
    }
  }

  /** To be told of every change of a call once it is durable. */
  note(conversation: ConversationKey, { channelId, call }: Pick<PublishCallEffect, "channelId" | "call">): void {
    if (call.status === "end" || call.status === "error") drop(this.#calls, conversation, call.id);
    else add(this.#calls, conversation, call.id);
    this.#noteUnanswered({ channelId, call });
  }

  #takeUp({ actor, conversation }: Row<"deadline">, store: Pick<Store, "read">): void {
    // That it has its deadline tells that the call runs.
    const row = undamaged(() => store.read("actor", [actor]));
    add(this.#calls, conversation, asCallId(actor.slice("call/".length)));
    if (row === undefined) return;
    const { state, context } = readStoredActor(row, "call");
    const { id, channelId, callType } = context as CallContext;
    // The state tells who is on the line, the status only who came last.
    const isAnswered = state === "client_connected" || state === "connected";
    if (!isAnswered) this.#noteUnanswered({ channelId, call: { id, type: callType, status: "start" } });
  }

  #noteUnanswered({ channelId, call: { id, type, status } }: Noted): void {
    const before = this.unanswered(channelId);
    if (type === "callback" && status === "start") add(this.#unanswered, channelId, id);
    else if (status !== "agent_connected") drop(this.#unanswered, channelId, id);
    if (this.unanswered(channelId) !== before) for (const listener of this.#listeners) listener(channelId);
  }
}

function add<Name>(calls: Map<Name, Set<CallId>>, name: Name, id: CallId): void {
  const some = calls.get(name);
  if (some === undefined) calls.set(name, new Set([id]));
  else some.add(id);
}

function drop<Name>(calls: Map<Name, Set<CallId>>, name: Name, id: CallId): void {
  const some = calls.get(name);
  some?.delete(id);
  if (some?.size === 0) calls.delete(name);
}
