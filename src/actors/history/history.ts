import type { ActorKey } from "../../../machines/ids.ts";
import type { Limits } from "../../config/limits.ts";
import { Defect } from "../../core/result.ts";
import { countOld, scanKeys, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HistoryRow, Key, Row, ScannedRows, Store, StoredRows } from "../../ports/store.ts";
import {
  actorTag,
  changesTag,
  countKind,
  entryTag,
  kindsCount,
  notKeptKind,
  nullKind,
  otherNumberKind,
  partsTag,
  previousTag,
  revisionTag,
  skippedTag,
  stepTag,
  switchKind,
  textKind,
  textTag,
  wholeNumberKind,
} from "./packed-row.ts";
import type { HistoryEntry, StepOutline, StoredChange, StoredStep } from "./step-record.ts";

/**
 * Numbers the steps of all actors. The steps of one commit are one row, under the number of the first step. So the distance of two
 * rows is the number of steps stored between them.
 */
export interface History {
  /** Reserves numbers for the steps of a commit; returns the first. A commit that fails leaves a gap. */
  reserve(steps: number): number;
  /** The last number that was reserved. */
  readonly last: number;
}

export async function createHistory(store: ScannedRows): Promise<History> {
  const [newest] = await scanKeys(store, "history", { reverse: true, limit: 1 });
  // A damaged row counts as one step: rows are found only by their first number, and no row follows this one.
  const steps = newest?.row ? countSteps(newest.row) : 1;
  let last = newest === undefined ? 0 : newest.key[0] + steps - 1;
  return {
    reserve(steps) {
      const first = last + 1;
      last += steps;
      return first;
    },
    get last() {
      return last;
    },
  };
}

const countSteps = (row: HistoryRow): number =>
  decodeEntries(row).reduce((count, { skipped, steps }) => count + skipped + steps.length, 0);

/** A step as the history keeps it. */
export interface KeptStep extends StoredStep {
  readonly actor: ActorKey;
  /** The revision of the actor's row after the commit. */
  readonly revision: number;
  /** The place among the actor's steps of that commit, from 0. */
  readonly index: number;
  readonly atMs: number;
}

/** How many commits of one actor a reader goes back. */
const commitsMax = 64;

/** What one actor did in one commit. */
export interface KeptCommit {
  /** The number of the commit's row. The earlier of two commits has the smaller number, also if they concern different actors. */
  readonly number: number;
  readonly steps: readonly KeptStep[];
}

/**
 * Returns the last steps of a stored actor, oldest first, back to where its older rows were deleted. Empty for an actor that does
 * not exist, or that took its last step before steps were kept. A damaged row ends the way back.
 */
export async function readHistory(store: StoredRows, actor: ActorKey): Promise<readonly KeptStep[]> {
  const commits = await readCommits(store, { actor, historyAt: (await store.read("actor", [actor]))?.historyAt ?? 0 });
  return commits.flatMap(({ steps }) => steps);
}

/** Where the way back through an actor's history begins. */
export interface HistoryEnd {
  readonly actor: ActorKey;
  /** From the actor's row; 0 where there are no steps. */
  readonly historyAt: number;
}

/**
 * The same, commit by commit, up to the commit that wrote the row; later steps of the actor are not included. Rows that are deleted
 * during the read are missing only at the beginning, since the oldest are deleted first.
 */
export async function readCommits(store: StoredRows, { actor, historyAt }: HistoryEnd): Promise<readonly KeptCommit[]> {
  const found: KeptCommit[] = [];
  let number = historyAt;
  while (number > 0 && found.length < commitsMax) {
    const at = number;
    const row = await undamagedLater(() => store.read("history", [at]));
    if (row === undefined) break;
    const entry = findEntry(row, actor);
    if (entry === undefined) break;
    found.push({ number, steps: toKept(entry, row.atMs) });
    number = entry.previous;
  }
  return found.reverse();
}

const toKept = ({ actor, revision, skipped, steps }: HistoryEntry, atMs: number): KeptStep[] =>
  steps.map((step, index) => ({ ...step, actor, revision, index: skipped + index, atMs }));

/** All entries of a row, actor by actor. Throws when the row is damaged. */
export function decodeEntries({ packed }: HistoryRow): readonly HistoryEntry[] {
  const { texts, entries } = findParts(packed);
  return entries.map((entry) => toEntry(entry, texts));
}

/** The entry of one actor in a row. Of the other entries it reads only the actor. */
export function findEntry({ packed }: HistoryRow, actor: ActorKey): HistoryEntry | undefined {
  const { texts, entries } = findParts(packed);
  const name = Buffer.from(actor).toString("latin1");
  const number = texts.findIndex((text) => text.is(name));
  const found = entries.find((entry) => actorOf(entry) === number);
  return found === undefined ? undefined : toEntry(found, texts);
}

function findParts(packed: string) {
  const texts: PackedBytes[] = [];
  const entries: PackedBytes[] = [];
  for (const row = PackedBytes.of(packed); !row.isAtEnd; ) {
    const tag = row.number();
    if (tag === textTag) texts.push(row.part());
    else if (tag === entryTag) entries.push(row.part());
    else row.skip(tag);
  }
  return { texts, entries };
}

/** The number of the actor's text, the first field of an entry. */
function actorOf(entry: PackedBytes): number {
  for (const bytes = entry.again(); !bytes.isAtEnd; ) {
    const tag = bytes.number();
    if (tag === actorTag) return bytes.number();
    bytes.skip(tag);
  }
  throw new Defect("Expected the entry of a history row to name its actor, found none");
}

function toEntry(entry: PackedBytes, texts: readonly PackedBytes[]): HistoryEntry {
  const numbers = { revision: 0, previous: 0, skipped: 0 };
  const steps: StoredStep[] = [];
  for (const bytes = entry.again(); !bytes.isAtEnd; ) {
    const tag = bytes.number();
    if (tag === revisionTag) numbers.revision = bytes.number();
    else if (tag === previousTag) numbers.previous = bytes.number();
    else if (tag === skippedTag) numbers.skipped = bytes.number();
    else if (tag === stepTag) steps.push(toStep(bytes.part(), texts));
    else bytes.skip(tag);
  }
  return { actor: textAt(texts, actorOf(entry)) as ActorKey, ...numbers, steps };
}

function toStep(step: PackedBytes, texts: readonly PackedBytes[]): StoredStep {
  let parts: PackedBytes | null = null;
  let changes: readonly StoredChange[] | null = null;
  for (const bytes = step.again(); !bytes.isAtEnd; ) {
    const tag = bytes.number();
    if (tag === partsTag) parts = bytes.part();
    else if (tag === changesTag) changes = toChanges(bytes.part(), texts);
    else bytes.skip(tag);
  }
  if (parts === null) throw new Defect("Expected a step of a history row to have parts, found none");
  return toWholeStep(parts, texts, changes);
}

function toChanges(bytes: PackedBytes, texts: readonly PackedBytes[]): readonly StoredChange[] {
  const changes: StoredChange[] = [];
  while (!bytes.isAtEnd) {
    const field = bytes.number();
    const part = Math.floor(field / kindsCount);
    const kind = field % kindsCount;
    const number = bytes.number();
    if (kind === countKind) changes.push({ part, count: number });
    else if (kind === nullKind) changes.push({ part, was: null });
    else {
      const was = kind === notKeptKind ? undefined : toValue(kind, number, texts);
      changes.push(was === undefined ? { part } : { part, was });
    }
  }
  return changes;
}

function toWholeStep(
  parts: PackedBytes,
  texts: readonly PackedBytes[],
  changes: readonly StoredChange[] | null,
): StoredStep {
  const text = (): string => textAt(texts, parts.number());
  const textOrNull = (): string | null => {
    const number = parts.number();
    return number === 0 ? null : textAt(texts, number - 1);
  };
  const cause = text();
  const from = textOrNull() as ActorKey | null;
  const before = textOrNull();
  const after = text();
  const event = toOutline(parts, texts);
  const effects: StepOutline[] = [];
  while (!parts.isAtEnd) effects.push(toOutline(parts, texts));
  return { event, cause, from, before, after, effects, changes };
}

function toOutline(parts: PackedBytes, texts: readonly PackedBytes[]): StepOutline {
  const type = textAt(texts, parts.number());
  const fields: [name: string, value: string | number | boolean][] = [];
  for (let field = parts.number(); field > 0; field = parts.number()) {
    const value = toValue(field % kindsCount, parts.number(), texts);
    if (value !== undefined) fields.push([textAt(texts, Math.floor(field / kindsCount)), value]);
  }
  return { type, ...Object.fromEntries(fields) };
}

/** `undefined` for a kind that a later version added. */
function toValue(kind: number, number: number, texts: readonly PackedBytes[]): string | number | boolean | undefined {
  if (kind === textKind) return textAt(texts, number);
  if (kind === wholeNumberKind) return number;
  if (kind === switchKind) return number === 1;
  return kind === otherNumberKind ? Number(textAt(texts, number)) : undefined;
}

function textAt(texts: readonly PackedBytes[], number: number): string {
  const text = texts[number];
  if (text === undefined)
    throw new Defect(`Expected one of ${texts.length} texts of a history row, found number ${number}`);
  return text.text();
}

const wireTypes = 8;
const varint = 0;
const eightBytes = 1;
const lengthFirst = 2;
const fourBytes = 5;

const isAscii = (bytes: string): boolean => !/[\u0080-\u00ff]/.test(bytes);

/**
 * Reads protobuf from bytes in a string, one character a byte. It can start at any byte, and decodes only the values that a caller asks
 * for. Throws a Defect for bytes that are no protobuf.
 */
class PackedBytes {
  readonly #bytes: string;
  readonly #start: number;
  readonly #end: number;
  #at: number;

  private constructor(bytes: string, start: number, end: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#at = start;
  }

  static of(bytes: string): PackedBytes {
    return new PackedBytes(bytes, 0, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** A second reader at the beginning of the same bytes. */
  again(): PackedBytes {
    return new PackedBytes(this.#bytes, this.#start, this.#end);
  }

  /** Reads a varint. */
  number(): number {
    const first = this.#at < this.#end ? this.#bytes.charCodeAt(this.#at) : 0x80;
    if (first < 0x80) {
      this.#at += 1;
      return first;
    }
    let value = 0;
    for (let factor = 1; this.#at < this.#end; factor *= 0x80) {
      const byte = this.#bytes.charCodeAt(this.#at++);
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw this.#damaged("a number up to 2^53", "a larger one");
      if (byte < 0x80) return value;
    }
    throw this.#damaged("a number", "the end");
  }

  /** Reads a part that has its length in front. */
  part(): PackedBytes {
    const length = this.number();
    const start = this.#at;
    this.#pass(length);
    return new PackedBytes(this.#bytes, start, this.#at);
  }

  /** Skips the value of an unknown field. */
  skip(tag: number): void {
    const wireType = tag % wireTypes;
    if (wireType === varint) this.number();
    else if (wireType === lengthFirst) this.part();
    else if (wireType === eightBytes) this.#pass(8);
    else if (wireType === fourBytes) this.#pass(4);
    else throw this.#damaged("a field", `the wire type ${wireType}`);
  }

  /** All bytes as text. */
  text(): string {
    const bytes = this.#bytes.slice(this.#start, this.#end);
    return isAscii(bytes) ? bytes : Buffer.from(bytes, "latin1").toString();
  }

  /** Whether the content equals these bytes. */
  is(bytes: string): boolean {
    return bytes.length === this.#end - this.#start && this.#bytes.startsWith(bytes, this.#start);
  }

  #pass(length: number): void {
    if (length > this.#end - this.#at) throw this.#damaged(`${length} bytes`, `${this.#end - this.#at}`);
    this.#at += length;
  }

  #damaged(expected: string, found: string): Defect {
    return new Defect(`A history row is damaged at byte ${this.#at}: expected ${expected}, found ${found}`);
  }
}

/** A row may hold the steps of hundreds of turns. Small pages keep other work from waiting. */
const rowsAtOnce = 100;

/**
 * Deletes the steps that are too old or too many, the oldest first. It keeps the newest row at any age. After a restart the numbers
 * continue from that row, so that no actor's link ever points to a row of later steps.
 */
export async function trimHistory(
  { store, clock, limits }: { readonly store: Store; readonly clock: Clock; readonly limits: Limits },
  isStopped: () => boolean,
): Promise<void> {
  const [newest] = await scanKeys(store, "history", { reverse: true, limit: 1 });
  if (newest === undefined) return;
  const firstKept = newest.key[0] - limits.historyStepsKept;
  const sinceMs = clock.nowMs() - limits.historyKeptMs;
  const isOld = (key: Key<"history">, row: Row<"history">): boolean => key[0] < firstKept || row.atMs < sinceMs;
  // Usually there is nothing to delete: one row shows that.
  const [oldest] = await scanKeys(store, "history", { until: newest.key, limit: 1 });
  if (oldest === undefined || (oldest.row !== null && !isOld(oldest.key, oldest.row))) return;
  // Continues after the deleted rows: for a while they are still in the store's lower layers.
  for (let after: Key<"history"> | undefined; !isStopped(); ) {
    const range = { until: newest.key, limit: rowsAtOnce, ...(after === undefined ? {} : { after }) };
    const page = await scanKeys(store, "history", range);
    const old = page.slice(0, countOld(page, isOld));
    if (old.length > 0) await store.commit({}, () => old.map(({ key }) => ({ table: "history", key, row: null })));
    if (old.length < rowsAtOnce) return;
    after = old.at(-1)?.key;
  }
}
