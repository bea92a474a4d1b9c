import type { ActorKey } from "../../../machines/ids.ts";
import { Defect } from "../../core/assert.ts";
import type { HistoryRow } from "../../ports/store.ts";
import type { StepOutline } from "./outline.ts";
import { PackedBytes } from "./packed-bytes.ts";
import {
  actorTag,
  entryTag,
  kindsCount,
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
import type { HistoryEntry, StoredStep } from "./step-record.ts";

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

interface RowParts {
  readonly texts: readonly PackedBytes[];
  readonly entries: readonly PackedBytes[];
}

function findParts(packed: string): RowParts {
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
  for (const bytes = step.again(); !bytes.isAtEnd; ) {
    const tag = bytes.number();
    if (tag === partsTag) return toParts(bytes.part(), texts);
    bytes.skip(tag);
  }
  throw new Defect("Expected a step of a history row to have parts, found none");
}

function toParts(parts: PackedBytes, texts: readonly PackedBytes[]): StoredStep {
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
  return { event, cause, from, before, after, effects };
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
