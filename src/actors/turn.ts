import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import { ERROR_MESSAGE } from "../core/errors.ts";
import { storeFailureOf } from "../core/rows/store-failure.ts";
import type { Spans } from "../ports/spans.ts";
import type { CommitNeeds, LockedRows, RowName, Store } from "../ports/store.ts";
import { NumbersShortError, RowNotLoadedError } from "../ports/store-errors.ts";
import type { Conversation } from "./conversation.ts";
import { nothingMissed } from "./conversation.ts";
import type { Defects } from "./defects.ts";
import type { CommitPace, DraftMark } from "./draft.ts";
import { Draft } from "./draft.ts";
import type { Executor } from "./executor.ts";
import { inOrder, isCarriedOut } from "./executor.ts";
import type { History } from "./history/history.ts";
import type { WatchedStep } from "./history/step-record.ts";
import { findMark, storeMark } from "./idempotency.ts";
import type { PendingEvent, TurnFailed, TurnOutcome } from "./pending.ts";
import { nothingDone } from "./pending.ts";
import type { Registry } from "./registry.ts";
import type { Commit, Host, Kernel } from "./step.ts";
import { findCell, stepAll, stepWithoutActor } from "./step.ts";

export interface TurnParts {
  readonly kernel: Kernel;
  readonly store: Store;
  readonly history: History;
  /** Numbers the feed entries for desks: reserves that many cursors, returns the first. */
  readonly feed: { reserve(count: number): number };
  /** Other processes write to the store, too: the store gives the numbers. */
  readonly isShared: boolean;
  readonly pace: CommitPace;
  readonly nowMs: () => number;
  readonly executor: Executor;
  readonly defects: Defects;
  /** Receives events back after their conversation met a defect, missed a row, or was locked by another process. */
  readonly registry: Registry;
  /** Receives every turn. Absent: no listener. */
  readonly spans: Spans | undefined;
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
    await parts.store.commit(needsOf(mails, parts.kernel.host, numbered), (rows) => {
      // The wait for the rows may have been long.
      draft = new Draft(parts.nowMs(), parts.pace.leewayMs);
      const commit = { kernel: parts.kernel, draft, rows, newKeys: new Set<ActorKey>() };
      isStepped = true;
      for (const { conversation, events } of mails) {
        if (rows.hasLock(conversation.key))
          stepMail(conversation, inOrder(conversation, events, rows), turns, commit, parts);
        else parts.registry.putBackLater(conversation, events);
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
  { nowMs }: TurnParts,
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

function show(steps: readonly WatchedStep[], { kernel, defects }: TurnParts): void {
  try {
    kernel.watching.watcher?.show(steps);
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
  commit: Commit,
  parts: TurnParts,
): void {
  const { before, after } = commit.rows.revisionOf(conversation.key);
  conversation.followRevision(before);
  conversation.storedRevision = after;
  let index = 0;
  for (const pending of events) {
    index += 1;
    const mark = commit.draft.mark();
    try {
      const outcome = stepOne(conversation, pending, mark, commit, parts.defects);
      turns.push({ pending, outcome });
      parts.defects.succeeded(pending.target);
      if (outcome.ok || !outcome.isUndone) continue;
    } catch (defect) {
      undo(conversation, mark, commit.draft);
      if (hasMissed(conversation, defect)) {
        parts.registry.putBack(conversation, events.slice(index - 1));
        return;
      }
      parts.defects.note(pending, defect);
      turns.push({ pending, outcome: notCommitted });
    }
    parts.registry.putBack(conversation, events.slice(index));
    return;
  }
  conversation.missed = nothingMissed;
}

/** Undoes the event. Its actors are reloaded, so that nothing more may be stepped in this commit. */
function undo(conversation: Conversation, mark: DraftMark, draft: Draft): void {
  draft.rollBack(mark, conversation);
  conversation.dropCells();
}

function stepOne(
  conversation: Conversation,
  sent: PendingEvent,
  mark: DraftMark,
  commit: Commit,
  defects: Defects,
): TurnOutcome {
  const pending = happensAt(commit.draft.atMs, sent);
  if (defects.isParked(pending.target)) return parked;
  if (isCarriedOut(conversation, pending, commit.rows)) return nothingDone;
  const earlier = pending.idempotency === undefined ? null : findMark(pending.idempotency, commit);
  if (earlier !== null) return earlier;
  const alone = stepAlone(conversation, pending, commit);
  if (alone !== null) return alone;
  const cell = findCell(conversation, pending, commit);
  if (pending.tellId !== undefined) commit.draft.write({ table: "tell", key: [pending.tellId], row: null });
  if (pending.deadline !== undefined) {
    const { id, atMs, actor } = pending.deadline;
    commit.draft.write({ table: "deadline", key: [atMs, actor, id], row: null });
    if (cell?.deadline(id)?.atMs !== atMs) return nothingDone;
    commit.draft.willStep(cell);
    cell.clearDeadline(id);
  }
  if (cell === undefined) {
    if (pending.target.kind === "actor") return notFound;
    if (pending.idempotency !== undefined) storeMark(pending.idempotency, null, 0, commit);
    return nothingDone;
  }
  const { refusal, result: made, answer: number, tellIds, steps } = stepAll(conversation, cell, pending, commit);
  if (refusal !== null) {
    const isUndone = steps > 1;
    if (isUndone) undo(conversation, mark, commit.draft);
    const failure = { code: "conflict", message: refusal } as const;
    return { ok: false, failure, canRetry: false, ...(isUndone && { isUndone }) };
  }
  if (pending.idempotency !== undefined) storeMark(pending.idempotency, cell.key, number, commit);
  const { key: actor, state, context } = cell;
  const result = made === null ? null : commit.kernel.host.resultOf(made, conversation);
  return { ok: true, actor, state, context, result, answer: number, isRepeat: false, tellIds };
}

/**
 * An event happens when it is applied. It may have waited for the store since it was sent, and whatever begins with it has its full time.
 */
function happensAt(nowMs: number, pending: PendingEvent): PendingEvent {
  const { event } = pending;
  return event.nowMs === undefined || event.nowMs === nowMs ? pending : { ...pending, event: { ...event, nowMs } };
}

/** Lets the host handle an event that no actor receives. */
function stepAlone(conversation: Conversation, pending: PendingEvent, commit: Commit): TurnOutcome | null {
  const { target, idempotency } = pending;
  if (target.kind === "actor" || stepWithoutActor(conversation, target, pending, commit) === null) return null;
  if (idempotency !== undefined) storeMark(idempotency, null, 0, commit);
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

/** The events that waited in one mailbox when a commit began. */
interface Mail {
  readonly conversation: Conversation;
  readonly events: readonly PendingEvent[];
}

/**
 * What the turns of a commit may read. Only stores that fetch rows use their names; for any other store the names cost nothing. It
 * is a class because V8 gives each object literal with getters its own hidden class. That class is one of the old objects. It keeps
 * everything that its getters can reach, including every message of the commit, until the next full garbage collection.
 */
class TurnNeeds implements CommitNeeds {
  readonly numbered: (feedCursor: number) => void;
  readonly #mails: readonly Mail[];
  readonly #host: Host;
  #revisions: ReadonlyMap<ConversationKey, number> | null = null;

  constructor(mails: readonly Mail[], host: Host, numbered: (feedCursor: number) => void) {
    this.numbered = numbered;
    this.#mails = mails;
    this.#host = host;
  }

  get conversations(): readonly ConversationKey[] {
    return this.#mails.map(({ conversation }) => conversation.key);
  }

  knownRevision(key: ConversationKey): number {
    this.#revisions ??= new Map(this.#mails.map(({ conversation }) => [conversation.key, conversation.storedRevision]));
    return this.#revisions.get(key) ?? 0;
  }

  get tellsOf(): readonly ConversationKey[] {
    return this.#mails.filter(({ events }) => events.some(isTell)).map(({ conversation }) => conversation.key);
  }

  get rows(): readonly RowName[] {
    return this.#mails.flatMap((mail) => rowsOf(mail, this.#host));
  }

  numbers(rows: LockedRows): ReadonlyMap<string, number> {
    return countNumbers(this.#mails, this.#host, rows);
  }
}

/** `numbered` receives the cursor that the store gave the commit's first feed entry. */
const needsOf = (mails: readonly Mail[], host: Host, numbered: (feedCursor: number) => void): CommitNeeds =>
  new TurnNeeds(mails, host, numbered);

const isTell = ({ tellId }: PendingEvent): boolean => tellId !== undefined;

/** Names the row of a receiving actor that is not live: it is at rest, or one of many in the conversation. */
function rowsOf({ conversation, events }: Mail, host: Host): readonly RowName[] {
  const targets = events.flatMap(({ target }): readonly RowName[] =>
    target.kind === "actor" && !conversation.cells.has(target.actor) ? [{ table: "actor", key: [target.actor] }] : [],
  );
  const asked = events.flatMap(({ event }) => host.rowsOf(event));
  return [...events.flatMap(markOf), ...targets, ...asked, ...conversation.missed.rows];
}

function countNumbers(mails: readonly Mail[], host: Host, rows: LockedRows): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (counter: string): void => void counts.set(counter, (counts.get(counter) ?? 0) + 1);
  for (const { conversation, events } of mails) {
    if (!rows.hasLock(conversation.key)) continue;
    conversation.followRevision(rows.revisionOf(conversation.key).before);
    for (const counter of host.numbersOf(conversation, events, rows)) add(counter);
    for (const counter of conversation.missed.counters) add(counter);
  }
  return counts;
}

function markOf({ idempotency }: PendingEvent): readonly RowName[] {
  return idempotency === undefined ? [] : [{ table: "idempotency", key: [idempotency.scope, idempotency.key] }];
}

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
