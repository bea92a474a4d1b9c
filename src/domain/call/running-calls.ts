import type { CallContext, PublishCallEffect } from "../../../machines/call/call.machine.ts";
import { callLostMs, lostDeadline } from "../../../machines/call/call.machine.ts";
import type { ActorKey, CallId, ChannelId, ConversationKey } from "../../../machines/ids.ts";
import type { CallSummary } from "../../../machines/tells.ts";
import { deadlinePages } from "../../actors/deadlines/scheduler.ts";
import { asActorKey, asCallId } from "../../core/ids.ts";
import { createOneAtATime } from "../../core/one-at-a-time.ts";
import { undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { ReadRows, Row, StoredRows } from "../../ports/store.ts";
import type { Telephony } from "../../ports/telephony.ts";
import { readStoredActor } from "../actors.ts";

const rowsAtOnce = 1_000;
/** News of older calls has arrived. */
const newestMs = 15_000;

const beforeAny = asActorKey("");

type StoredCalls = ReadRows;
type NewsMeanwhile = Map<CallId, "answered" | "ended">;

const callIdOf = (actor: ActorKey): CallId => asCallId(actor.slice("call/".length));

type Noted = Pick<CallContext, "channelId"> & { readonly call: Pick<CallSummary, "id" | "type" | "status"> };

/**
 * The clients with a call that has not ended, as last committed: a call may outlive its chat. Also the number of each channel's
 * callbacks whose client has not answered yet: each of them may use one call of the balance. Source: CALL-10.
 */
export class RunningCalls {
  readonly #calls = new Map<ConversationKey, Set<CallId>>();
  readonly #unanswered = new Map<ChannelId, Set<CallId>>();
  readonly #listeners: ((channelId: ChannelId) => void)[] = [];
  readonly #oneAtATime = createOneAtATime();
  /** News that arrives during the load is newer than the rows that are read. */
  readonly #newsMeanwhile = new Set<NewsMeanwhile>();

  isRunning(conversation: ConversationKey): boolean {
    return this.#calls.has(conversation);
  }

  /** The number of the channel's callbacks whose client may still answer. */
  unanswered(channelId: ChannelId): number {
    return this.#unanswered.get(channelId)?.size ?? 0;
  }

  /** The listener is called after every change of `unanswered`. */
  onUnansweredChange(listener: (channelId: ChannelId) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Loads the stored calls: a running call has a deadline at which it is given up. Known calls that are no longer stored are
   * forgotten. Source: CALL-11.
   */
  load(store: StoredCalls): Promise<void> {
    return this.#oneAtATime(() => this.#load(store));
  }

  async #load(store: StoredCalls): Promise<void> {
    const known = [...this.#calls].flatMap(([conversation, ids]) => [...ids].map((id) => ({ conversation, id })));
    const channels = [...this.#unanswered].flatMap(([channelId, ids]) => [...ids].map((id) => ({ channelId, id })));
    const stored = await this.#takeUpFrom(store, 0);
    for (const { conversation, id } of known) if (!stored.has(id)) drop(this.#calls, conversation, id);
    for (const { channelId, id } of channels)
      if (!stored.has(id)) this.#noteUnanswered({ channelId, call: { id, type: "callback", status: "end" } });
  }

  /** The same for calls that have just begun in any process; reads only few rows. */
  async takeUpNewest(store: StoredCalls, nowMs: number): Promise<void> {
    await this.#takeUpFrom(store, nowMs - newestMs + callLostMs);
  }

  /** Returns the running calls. */
  async #takeUpFrom(store: StoredCalls, fromMs: number): Promise<ReadonlySet<CallId>> {
    const stored = new Set<CallId>();
    const sent: NewsMeanwhile = new Map();
    this.#newsMeanwhile.add(sent);
    try {
      for await (const page of deadlinePages(store, { after: [fromMs, beforeAny, ""], limit: rowsAtOnce })) {
        const running = page.flatMap(({ row }) => (row?.id === lostDeadline ? row : []));
        await Promise.all(running.map((row) => this.#takeUp(row, store, sent)));
        for (const { actor } of running) stored.add(callIdOf(actor));
      }
      return stored;
    } finally {
      this.#newsMeanwhile.delete(sent);
    }
  }

  /** Call it with every change of a call when the change is durable. */
  note(conversation: ConversationKey, { channelId, call }: Pick<PublishCallEffect, "channelId" | "call">): void {
    const hasEnded = call.status === "end" || call.status === "error";
    if (hasEnded) drop(this.#calls, conversation, call.id);
    else add(this.#calls, conversation, call.id);
    for (const sent of this.#newsMeanwhile) {
      if (hasEnded) sent.set(call.id, "ended");
      else if (call.status === "client_connected") sent.set(call.id, "answered");
    }
    this.#noteUnanswered({ channelId, call });
  }

  async #takeUp(
    { actor, conversation }: Row<"deadline">,
    store: StoredRows,
    newsMeanwhile: NewsMeanwhile,
  ): Promise<void> {
    const row = await undamagedLater(() => store.read("actor", [actor]));
    const callId = callIdOf(actor);
    const sent = newsMeanwhile.get(callId);
    if (sent === "ended") return;
    // The deadline shows that the call runs.
    add(this.#calls, conversation, callId);
    if (row === undefined) return;
    const { state, context } = readStoredActor(row, "call");
    const { id, channelId, callType } = context as CallContext;
    // The state contains everyone on the line, the status only the last one who joined.
    const isAnswered = sent === "answered" || state === "client_connected" || state === "connected";
    const status = isAnswered ? "client_connected" : "start";
    this.#noteUnanswered({ channelId, call: { id, type: callType, status } });
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

/** Other nodes send every change of a call only once. Changes that may have been missed are read. */
export function readMissedNotes(
  runningCalls: RunningCalls,
  peers: Peers,
  store: ReadRows,
  telephony: Telephony,
  log: Log,
): void {
  const read = (): void => {
    if (!telephony.isConfigured) return;
    runningCalls
      .load(store)
      .catch((error: unknown) =>
        log.error(
          { err: error },
          "the running calls could not be read after a gap in the notifications of other nodes",
        ),
      );
  };
  peers.onGap(read);
  // The node may have died between a commit and its tell.
  peers.onLost(read);
}
