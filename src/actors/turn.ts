import type { ActorKey } from "../../machines/ids.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { storeFailureOf } from "../core/rows/store-failure.ts";
import type { Spans } from "../ports/spans.ts";
import type { RowName, Store } from "../ports/store.ts";
import { NumbersShortError, RowNotLoadedError } from "../ports/store-errors.ts";
import type { CommitPace } from "./commit-pace.ts";
import type { Conversation } from "./conversation.ts";
import { nothingMissed } from "./conversation.ts";
import type { Defects } from "./defects.ts";
import type { DraftMark } from "./draft.ts";
import { Draft } from "./draft.ts";
import type { Executor } from "./executor.ts";
import type { History } from "./history/history.ts";
import { meetMark, storeMark } from "./idempotency.ts";
import type { Mail } from "./needs.ts";
import { needsOf } from "./needs.ts";
import type { PendingEvent, TurnFailed, TurnOutcome } from "./pending.ts";
import { nothingDone } from "./pending.ts";
import type { StepParts } from "./step.ts";
import { findCell, stepAll, stepWithoutActor } from "./step.ts";
import { inOrder, isCarriedOut } from "./stored-tells.ts";
import type { WatchedStep } from "./watching.ts";

export interface TurnParts extends Omit<StepParts, "draft" | "rows" | "unborn"> {
  readonly store: Store;
  readonly executor: Executor;
  /** Numbers the feed entries for desks: reserves that many cursors, returns the first. */
  readonly feed: { reserve(count: number): number };
  readonly history: Pick<History, "reserve">;
  /** Other processes write to the store, too: the store gives the numbers. */
  readonly isShared: boolean;
  readonly defects: Defects;
  readonly pace: CommitPace;
  readonly nowMs: () => number;
  /** Receives every turn. Absent: no listener. */
  readonly spans?: Spans;
  /** Puts events back in front of their mailbox, after the conversation met a defect or missed a row. */
  readonly putBack: (conversation: Conversation, events: readonly PendingEvent[]) => void;
  /** The same for a conversation that another process has locked. */
  readonly putBackLater: (conversation: Conversation, events: readonly PendingEvent[]) => void;
}

interface Turn {
  readonly pending: PendingEvent;
  readonly outcome: TurnOutcome;
}

/**
 * All turns of one tick, in one commit. The order is the promise:
 *   1. step:    machines decide; nothing outside memory has happened yet
 *   2. commit:  snapshots, messages, marks, deliveries, deadlines and tells become durable together
 *   3. answer:  only now does a caller receive the outcome
 *   4. release: only now do effects leave the process
 * A kill between any two steps loses nothing that was answered and does nothing that is not stored.
 */
export async function runTurns(batch: readonly Conversation[], parts: TurnParts): Promise<number> {
  let draft = new Draft(parts.nowMs());
  const turns: Turn[] = [];
  let feedCursor = 0;
  let isStepped = false;
  for (const conversation of batch) conversation.commitsInFlight += 1;
  const mails = batch.map((conversation): Mail => ({ conversation, events: conversation.takeMail() }));
  try {
    const numbered = (cursor: number): void => {
      feedCursor = cursor;
    };
    await parts.store.commit(needsOf(mails, parts.host, numbered), (rows) => {
      // The wait for the rows may have been long.
      draft = new Draft(parts.nowMs(), parts.pace.leewayMs);
      const stepParts = { ...parts, draft, rows, unborn: new Set<ActorKey>() };
      isStepped = true;
      for (const { conversation, events } of mails) {
        if (rows.hasLock(conversation.key))
          stepMail(conversation, inOrder(conversation, events, rows), turns, stepParts);
        else parts.putBackLater(conversation, events);
      }
      if (!parts.isShared) feedCursor = parts.feed.reserve(draft.feed.length);
      return draft.finish(feedCursor, (steps) => rows.draw("history") ?? parts.history.reserve(steps));
    });
  } catch (error) {
    if (!isStepped) turns.push(...refused(mails));
    parts.defects.commitFailed(error, turns.length);
    for (const conversation of batch) conversation.dropCells();
    const outcome: TurnOutcome = { ...notCommitted, failure: storeFailureOf(error) ?? notCommitted.failure };
    for (const turn of turns) answer(turn.pending, outcome, parts);
    if (parts.spans !== undefined) noteSpans(turns, outcome, draft.atMs, parts.spans, parts);
    return countOwn(turns);
  } finally {
    for (const conversation of batch) conversation.commitsInFlight -= 1;
  }
  parts.pace.note(parts.nowMs() - draft.atMs);
  for (const turn of turns) answer(turn.pending, turn.outcome, parts);
  parts.executor.release(draft, feedCursor);
  if (draft.watched.length > 0) show(draft.watched, parts);
  if (parts.spans !== undefined) noteSpans(turns, null, draft.atMs, parts.spans, parts);
  return countOwn(turns);
}

/** Counts the events that waited in a mailbox of this process. */
const countOwn = (turns: readonly Turn[]): number =>
  turns.reduce((count, { pending }) => (pending.isTakenAlong === true ? count : count + 1), 0);

/**
 * Notes the turns. Events of one cause in one conversation and commit are one turn, named after the first event. An event that had
 * nothing to do is no turn. `failed` is the outcome of all of them when their commit failed.
 */
function noteSpans(
  turns: readonly Turn[],
  failed: TurnFailed | null,
  atMs: number,
  spans: Spans,
  { nowMs }: Pick<TurnParts, "nowMs">,
): void {
  const endedAtMs = nowMs();
  const noted = new Set<string>();
  for (const { pending, outcome } of turns) {
    const { cause, event, target } = pending;
    const { conversation } = target;
    const end = failed ?? outcome;
    const name = `${cause} ${conversation}`;
    if ((end.ok && end.actor === null) || noted.has(name)) continue;
    noted.add(name);
    const [actor, failure] = end.ok ? [end.actor, null] : [null, end.failure.code];
    spans.noteTurn({ cause, conversation, atMs, endedAtMs, event: event.type, actor, failure });
  }
}

function show(steps: readonly WatchedStep[], { watching, defects }: TurnParts): void {
  try {
    watching.watcher?.show(steps);
  } catch (error) {
    defects.releaseFailed("inspection", error);
  }
}

/** The store refused before it looked: the waiting callers get the failure now. */
const refused = (mails: readonly Mail[]): readonly Turn[] =>
  mails.flatMap(({ events }) => events.map((pending) => ({ pending, outcome: notCommitted })));

/** A caller that throws does not harm the other callers of this commit. */
function answer(pending: PendingEvent, outcome: TurnOutcome, parts: TurnParts): void {
  try {
    pending.done(outcome);
  } catch (error) {
    parts.defects.callerFailed(pending, error);
  }
}

/**
 * Steps the mail of one conversation in order. A defect stops it there, and so does a refusal after several actors were
 * stepped; the rest waits for the next commit.
 */
function stepMail(
  conversation: Conversation,
  events: readonly PendingEvent[],
  turns: Turn[],
  parts: TurnParts & StepParts,
): void {
  const { before, after } = parts.rows.revisionOf(conversation.key);
  conversation.meet(before);
  conversation.storedRevision = after;
  let index = 0;
  for (const pending of events) {
    index += 1;
    const mark = parts.draft.mark();
    try {
      const outcome = stepOne(conversation, pending, mark, parts);
      turns.push({ pending, outcome });
      parts.defects.forgive(pending.target);
      if (outcome.ok || !outcome.isUndone) continue;
    } catch (defect) {
      undo(conversation, mark, parts);
      if (hasMissed(conversation, defect)) {
        parts.putBack(conversation, events.slice(index - 1));
        return;
      }
      parts.defects.note(pending, defect);
      turns.push({ pending, outcome: notCommitted });
    }
    parts.putBack(conversation, events.slice(index));
    return;
  }
  conversation.missed = nothingMissed;
}

/** Undoes the event. Its actors are reloaded, so that nothing more may be stepped in this commit. */
function undo(conversation: Conversation, mark: DraftMark, parts: StepParts): void {
  parts.draft.rollBack(mark, conversation);
  conversation.dropCells();
}

function stepOne(
  conversation: Conversation,
  sent: PendingEvent,
  mark: DraftMark,
  parts: TurnParts & StepParts,
): TurnOutcome {
  const pending = happensAt(parts.draft.atMs, sent);
  if (parts.defects.isParked(pending.target)) return parked;
  if (isCarriedOut(conversation, pending, parts.rows)) return nothingDone;
  const met = pending.idempotency === undefined ? null : meetMark(pending.idempotency, parts);
  if (met !== null) return met;
  const alone = stepAlone(conversation, pending, parts);
  if (alone !== null) return alone;
  const cell = findCell(conversation, pending, parts);
  if (pending.tellId !== undefined) parts.draft.write({ table: "tell", key: [pending.tellId], row: null });
  if (pending.deadline !== undefined) {
    const { id, atMs, actor } = pending.deadline;
    parts.draft.write({ table: "deadline", key: [atMs, actor, id], row: null });
    if (cell?.deadline(id)?.atMs !== atMs) return nothingDone;
    parts.draft.willStep(cell);
    cell.clearDeadline(id);
  }
  if (cell === undefined) {
    if (pending.target.kind === "actor") return notFound;
    if (pending.idempotency !== undefined) storeMark(pending.idempotency, null, 0, parts);
    return nothingDone;
  }
  const { refusal, brought, answer: number, tellIds, steps } = stepAll(conversation, cell, pending, parts);
  if (refusal !== null) {
    const isUndone = steps > 1;
    if (isUndone) undo(conversation, mark, parts);
    const failure = { code: "conflict", message: refusal } as const;
    return { ok: false, failure, canRetry: false, ...(isUndone && { isUndone }) };
  }
  if (pending.idempotency !== undefined) storeMark(pending.idempotency, cell.key, number, parts);
  const { key: actor, state, context } = cell;
  const told = brought === null ? null : parts.host.toldOf(brought, conversation);
  return { ok: true, actor, state, context, brought: told, answer: number, isRepeat: false, tellIds };
}

/**
 * An event happens when it is applied. It may have waited for the store since it was sent, and whatever begins with it has its full time.
 */
function happensAt(nowMs: number, pending: PendingEvent): PendingEvent {
  const { event } = pending;
  return event.nowMs === undefined || event.nowMs === nowMs ? pending : { ...pending, event: { ...event, nowMs } };
}

/** Lets the host handle an event that no actor receives. */
function stepAlone(
  conversation: Conversation,
  pending: PendingEvent,
  parts: TurnParts & StepParts,
): TurnOutcome | null {
  const { target, idempotency } = pending;
  if (target.kind === "actor" || stepWithoutActor(conversation, target, pending, parts) === null) return null;
  if (idempotency !== undefined) storeMark(idempotency, null, 0, parts);
  return nothingDone;
}

const failure = { code: "internal_error", message: ERROR_MESSAGE.internal_error } as const;
const notCommitted: TurnFailed = { ok: false, failure, canRetry: true };
const parked: TurnOutcome = { ok: false, failure, canRetry: false };
const notFound: TurnOutcome = {
  ok: false,
  failure: { code: "not_found", message: "There is no such actor." },
  canRetry: false,
};

/** A turn that misses more than this is a defect: its retry would miss as many again. */
const missedMax = 64;

/**
 * Whether a turn failed for a row that was not loaded, or a number that was not drawn. The next commit of the conversation names it, and
 * the turn is retried.
 */
function hasMissed(conversation: Conversation, error: unknown): boolean {
  const { rows, counters } = conversation.missed;
  if (rows.length + counters.length >= missedMax) return false;
  if (error instanceof RowNotLoadedError) {
    if (rows.some((row) => isSame(row, error.row))) return false;
    conversation.missed = { rows: [...rows, error.row], counters };
    return true;
  }
  if (!(error instanceof NumbersShortError)) return false;
  conversation.missed = { rows, counters: [...counters, error.counter] };
  return true;
}

/** It was named and is still missing: naming it again would not help. */
const isSame = (one: RowName, other: RowName): boolean =>
  one.table === other.table && JSON.stringify(one.key) === JSON.stringify(other.key);
