import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { DeadlineRow, FeedEntry, IdempotencyRow, TellRow, Write } from "../ports/store.ts";
import type { Listing } from "./actor-definition.ts";
import type { Cell, Conversation, Decided } from "./conversation.ts";
import type { DeadlineName } from "./deadlines/scheduler.ts";
import { beginRow } from "./history/packed-row.ts";
import type { SeenStep, Step, WatchedStep } from "./history/step-record.ts";
import type { AnyEffect } from "./pending.ts";

/** An effect to be carried out after the commit, and the actor that asked for it. */
export interface Release<Effect extends AnyEffect = AnyEffect> {
  readonly effect: Effect;
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  /** The revision of the actor's row in that commit; 0 where no actor asked. */
  readonly revision: number;
  /** When its commit was put together. */
  readonly atMs: number;
  /** The latest time at which a request may leave whose start is stored. */
  readonly leavesByMs: number;
}

/** A deadline that was set, or one that was cleared. */
export type DeadlineChange =
  | { readonly kind: "set"; readonly row: DeadlineRow }
  | { readonly kind: "cleared"; readonly deadline: DeadlineName };

/** The size of the draft before an event: the draft returns to it when the event meets a defect. */
export interface DraftMark {
  readonly writes: number;
  readonly feed: number;
  readonly released: number;
  readonly tells: number;
  readonly deadlines: number;
  readonly steps: number;
  readonly watched: number;
}

/** Everything that one commit will write and, when it is durable, release. */
export class Draft {
  /** When the commit is put together. */
  readonly atMs: number;
  /** How much later what it releases may leave. */
  readonly leewayMs: number;
  /** Steps for a watcher, shown when the commit is durable. */
  readonly watched: WatchedStep[] = [];
  readonly feed: FeedEntry[] = [];
  readonly released: Release[] = [];
  readonly tells: TellRow[] = [];
  /** In order: a deadline may be cleared and set again for the same moment. */
  readonly deadlines: DeadlineChange[] = [];
  /** Idempotency keys that this commit meets for the first time, by scope and key. */
  readonly marks = new Map<string, IdempotencyRow>();
  readonly #writes: Write[] = [];
  /** In the order they were taken; stored with the rows of their actors. */
  readonly #steps: { readonly cell: Cell; readonly step: Step }[] = [];
  #dirty: { readonly cell: Cell; readonly conversation: Conversation }[] = [];
  /** A later step of the commit may still change these cells. */
  readonly #unchanged: { readonly cell: Cell; readonly conversation: Conversation }[] = [];
  /** The decisions of cells at an earlier event of this commit, kept while a later event may still fail. */
  readonly #settled = new Map<ActorKey, Decided>();
  readonly #steppedNow: Cell[] = [];

  constructor(atMs: number, leewayMs = 0) {
    this.atMs = atMs;
    this.leewayMs = leewayMs;
  }

  /** The times of an effect that the commit releases. */
  get releasedAt(): Pick<Release, "atMs" | "leavesByMs"> {
    return { atMs: this.atMs, leavesByMs: this.atMs + this.leewayMs + hurryMs };
  }

  /** The writes of the commit, once it is finished. */
  get written(): readonly Write[] {
    return this.#writes;
  }

  /** Marks the beginning of an event. */
  mark(): DraftMark {
    this.#steppedNow.length = 0;
    return {
      writes: this.#writes.length,
      feed: this.feed.length,
      released: this.released.length,
      tells: this.tells.length,
      deadlines: this.deadlines.length,
      steps: this.#steps.length,
      watched: this.watched.length,
    };
  }

  /** Undoes the event that began at `mark`; earlier events of the commit stay. */
  rollBack(mark: DraftMark, conversation: Conversation): void {
    this.#writes.length = mark.writes;
    this.feed.length = mark.feed;
    this.released.length = mark.released;
    this.tells.length = mark.tells;
    this.deadlines.length = mark.deadlines;
    this.#steps.length = mark.steps;
    this.watched.length = mark.watched;
    for (const cell of this.#steppedNow) if (!this.#settled.has(cell.key)) cell.isInDraft = false;
    this.#dirty = this.#dirty.filter(({ cell }) => cell.isInDraft);
    // Cells that the undone event stepped were kept before that step. For any other cell, the kept state is older than an earlier
    // event.
    const steppedNow = new Set(this.#steppedNow);
    for (const cell of conversation.cells.values()) {
      if (cell.isInDraft && !steppedNow.has(cell)) this.#settled.set(cell.key, cell.decided());
    }
  }

  /** Called before a cell is stepped, so that its present row can still be kept. */
  willStep(cell: Cell): void {
    if (this.#steppedNow.includes(cell)) return;
    this.#steppedNow.push(cell);
    if (cell.isInDraft) this.#settled.set(cell.key, cell.decided());
  }

  /** A step that changed nothing is not stored again, and is not kept. */
  hasStepped(cell: Cell, conversation: Conversation, step: Step, seen: SeenStep | null = null): void {
    if (step.after !== step.before) cell.sinceMs = this.atMs;
    if (seen !== null) this.#watch(cell, conversation, step, seen);
    if (!cell.isChanged) {
      if (!cell.isInDraft) this.#unchanged.push({ cell, conversation });
      return;
    }
    this.#steps.push({ cell, step });
    if (cell.isInDraft) return;
    cell.isInDraft = true;
    this.#dirty.push({ cell, conversation });
  }

  #watch(cell: Cell, { key: conversation }: Conversation, step: Step, seen: SeenStep): void {
    const { key: actor, isChanged } = cell;
    const index = isChanged ? this.#steps.filter((earlier) => earlier.cell === cell).length : null;
    const revision = isChanged ? cell.revision + 1 : cell.revision;
    this.watched.push({ ...step, ...seen, actor, conversation, atMs: this.atMs, revision, index });
  }

  /** Releases an effect that no actor asked for. */
  release<Effect extends AnyEffect>(effect: Effect, { key }: Pick<Conversation, "key">): void {
    this.released.push({
      effect,
      actor: key as string as ActorKey,
      conversation: key,
      revision: 0,
      ...this.releasedAt,
    });
  }

  write(write: Write): void {
    this.#writes.push(write);
  }

  writeMark(name: string, write: Extract<Write, { readonly table: "idempotency" }>): void {
    if (write.row !== null) this.marks.set(name, write.row);
    this.#writes.push(write);
  }

  setDeadline(cell: Cell, row: DeadlineRow): void {
    this.clearDeadline(cell, row.id);
    cell.setDeadline({ id: row.id, atMs: row.atMs, atRestart: row.atRestart });
    this.#writes.push({ table: "deadline", key: [row.atMs, cell.key, row.id], row });
    this.deadlines.push({ kind: "set", row });
  }

  clearDeadline(cell: Cell, id: string): void {
    const stored = cell.deadline(id);
    if (stored === undefined) return;
    cell.clearDeadline(id);
    this.deadlines.push({ kind: "cleared", deadline: { actor: cell.key, id, atMs: stored.atMs } });
    this.#writes.push({ table: "deadline", key: [stored.atMs, cell.key, id], row: null });
  }

  /**
   * Returns the writes of the complete commit; afterwards live cells count as stored at their new revision. `reserveHistory`
   * reserves numbers in the history for that many steps; it is called once, and only when there are steps.
   */
  finish(feedCursor: number, reserveHistory: (steps: number) => number): readonly Write[] {
    for (const { cell, conversation } of this.#unchanged) forgetAtRest(cell, conversation);
    if (this.#dirty.length > 0) this.#finishDirty(reserveHistory(this.#steps.length));
    if (this.feed.length > 0) {
      this.#writes.push({ table: "feed", key: [feedCursor], row: { entries: this.feed } });
    }
    return this.#writes;
  }

  /** Every cell in the draft took at least one step, which is kept with its row. */
  #finishDirty(historyAt: number): void {
    const stepsOf = this.#stepsByCell();
    const kept = beginRow();
    for (const [index, { cell, conversation }] of this.#dirty.entries()) {
      const { key } = cell;
      cell.isInDraft = false;
      const isLive = conversation.cells.get(key) === cell;
      const previous = cell.historyAt;
      cell.historyAt = historyAt;
      const decided = isLive ? cell.decided() : this.#settled.get(key);
      if (decided === undefined) continue;
      const row = cell.nextRow(decided);
      const { state, context } = decided;
      const isAtRest = cell.definition.isAtRest(state, context);
      this.#writes.push(isAtRest ? { table: "actor", key: [key], row, isAtRest } : { table: "actor", key: [key], row });
      const { history } = cell.definition;
      kept.add({ actor: key, revision: row.revision, previous }, stepsOf(cell, index), history);
      if (state !== cell.listedState || cell.definition.marked !== null) this.#list(cell, context, state);
      cell.revision = row.revision;
      cell.isChanged = false;
      if (isLive && isAtRest) conversation.cells.delete(key);
    }
    if (kept.isEmpty) return;
    this.#writes.push({
      table: "history",
      key: [historyAt],
      row: { atMs: this.atMs, packed: kept.finish() },
    });
  }

  /** The steps of a cell; `index` is its place in the draft. */
  #stepsByCell(): (cell: Cell, index: number) => readonly Step[] {
    // Usually each cell took one step: the steps are in the order of their cells.
    if (this.#steps.length === this.#dirty.length) {
      return (_, index) => {
        const taken = this.#steps[index];
        return taken === undefined ? [] : [taken.step];
      };
    }
    const byCell = new Map<Cell, Step[]>();
    for (const { cell, step } of this.#steps) {
      const known = byCell.get(cell);
      if (known === undefined) byCell.set(cell, [step]);
      else known.push(step);
    }
    return (cell) => byCell.get(cell) ?? [];
  }

  /** Updates the lists of the cell's definition after a change. */
  #list(cell: Cell, context: unknown, state: string): void {
    const { key, definition, listedState, conversation } = cell;
    const isMoved = state !== listedState;
    const isMarked = definition.marked?.isMarked(context) === true;
    if (!isMoved && isMarked === cell.isListedMarked) return;
    const listing: Listing<unknown> = {
      key,
      context,
      state,
      listedState,
      write: (write) => this.write(write),
      release: (effect) =>
        this.released.push({ effect, actor: key, conversation, revision: cell.revision + 1, ...this.releasedAt }),
    };
    if (isMoved) definition.list(listing);
    if (isMarked !== cell.isListedMarked) definition.marked?.list(listing, isMarked);
    cell.listedState = state;
    cell.isListedMarked = isMarked;
  }
}

/** An actor at rest that was read but not changed is evicted as if it had been stored. */
function forgetAtRest(cell: Cell, { cells }: Conversation): void {
  if (!cell.isInDraft && cells.get(cell.key) === cell && cell.definition.isAtRest(cell.state, cell.context))
    cells.delete(cell.key);
}
/** A disk or database that is at most this slow counts as fast. The start of a request may be wrong by this much. */
const hurryMs = 100;
/** A commit may suddenly take longer than the ones before. */
const reserve = 2;
const leewayMsMax = 5_000;
/** The share of a difference that one faster commit takes back. */
const forgottenShare = 1 / 8;

/**
 * How long commits take at present. What a process stored before a request is all that is known of the request after a kill. So the time
 * that is stored must be the latest at which the request may have left, and a request that would leave later is not made.
 */
export class CommitPace {
  #recentMs = 0;

  /** The time that the next commit may take. */
  get leewayMs(): number {
    return this.#recentMs <= hurryMs ? 0 : Math.min(Math.ceil(reserve * this.#recentMs), leewayMsMax);
  }

  note(tookMs: number): void {
    if (tookMs > this.#recentMs) this.#recentMs = tookMs;
    else this.#recentMs -= (this.#recentMs - tookMs) * forgottenShare;
  }
}
