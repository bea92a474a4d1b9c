import type { CallContext, CallSummary, PublishCallEffect } from "../../../machines/call/call.types.ts";
import { lostDeadline } from "../../../machines/call/call-steps.ts";
import type { ActorKey, CallId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import { scanDeadlines } from "../../actors/deadlines/stored-deadlines.ts";
import { asCallId } from "../../core/ids.ts";
import { createOneAtATime } from "../../core/one-at-a-time.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
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
  /** What is told while the stored ones are taken up is newer than what is read of them; `null` at any other time. */
  #toldMeanwhile: Map<CallId, "begun" | "answered" | "ended"> | null = null;
  readonly #oneAtATime = createOneAtATime();

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

  /**
   * Takes up what is stored, and nothing else stays: a call that runs has the deadline at which it is given up. At the start, and when news of
   * other nodes may have been missed. Source: CALL-11.
   */
  load(store: Pick<Store, "scan" | "read">): Promise<void> {
    return this.#oneAtATime(() => this.#load(store));
  }

  async #load(store: Pick<Store, "scan" | "read">): Promise<void> {
    const told = new Map<CallId, "begun" | "answered" | "ended">();
    const found = new Set<CallId>();
    this.#toldMeanwhile = told;
    try {
      for (let after: Key<"deadline"> | undefined; ; ) {
        const page = await scanDeadlines(store, { ...(after === undefined ? {} : { after }), limit: rowsAtOnce });
        const running = page.flatMap(({ row }) => (row?.id === lostDeadline ? row : []));
        for (const { actor } of running) found.add(callIdOf(actor));
        await Promise.all(running.map((row) => this.#takeUp(row, store)));
        after = page.at(-1)?.key;
        if (page.length < rowsAtOnce) break;
      }
      this.#forget((id) => !found.has(id) && !told.has(id));
    } finally {
      this.#toldMeanwhile = null;
    }
  }

  /** To be told of every change of a call once it is durable. */
  note(conversation: ConversationKey, { channelId, call }: Pick<PublishCallEffect, "channelId" | "call">): void {
    const hasEnded = call.status === "end" || call.status === "error";
    if (hasEnded) drop(this.#calls, conversation, call.id);
    else add(this.#calls, conversation, call.id);
    if (hasEnded) this.#toldMeanwhile?.set(call.id, "ended");
    else if (call.status === "client_connected") this.#toldMeanwhile?.set(call.id, "answered");
    else if (this.#toldMeanwhile?.has(call.id) === false) this.#toldMeanwhile.set(call.id, "begun");
    this.#noteUnanswered({ channelId, call });
  }

  /** Calls that ended while nobody told this node. */
  #forget(hasEnded: (id: CallId) => boolean): void {
    for (const [conversation, ids] of [...this.#calls])
      for (const id of [...ids]) if (hasEnded(id)) drop(this.#calls, conversation, id);
    for (const [channelId, ids] of [...this.#unanswered])
      for (const id of [...ids])
        if (hasEnded(id)) this.#noteUnanswered({ channelId, call: { id, type: "callback", status: "end" } });
  }

  async #takeUp({ actor, conversation }: Row<"deadline">, store: Pick<Store, "read">): Promise<void> {
    const row = await undamagedLater(() => store.read("actor", [actor]));
    const callId = callIdOf(actor);
    const told = this.#toldMeanwhile?.get(callId);
    if (told === "ended") return;
    // That it has its deadline tells that the call runs.
    add(this.#calls, conversation, callId);
    if (row === undefined) return;
    const { state, context } = readStoredActor(row, "call");
    const { id, channelId, callType } = context as CallContext;
    // The state tells who is on the line, the status only who came last.
    const isAnswered = told === "answered" || state === "client_connected" || state === "connected";
    this.#noteUnanswered({
      channelId,
      call: { id, type: callType, status: isAnswered ? "client_connected" : "start" },
    });
  }

  #noteUnanswered({ channelId, call: { id, type, status } }: Noted): void {
    const before = this.unanswered(channelId);
    if (type === "callback" && status === "start") add(this.#unanswered, channelId, id);
    else if (status !== "agent_connected") drop(this.#unanswered, channelId, id);
    if (this.unanswered(channelId) !== before) for (const listener of this.#listeners) listener(channelId);
  }
}

const callIdOf = (actor: ActorKey): CallId => asCallId(actor.slice("call/".length));

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
