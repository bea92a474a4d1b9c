import type { ClearDeadlineEffect, DeadlineReached, SetDeadlineEffect, TellEffect } from "../../../machines/effects.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Actor, OutlinedFields } from "../actor-definition.ts";
import { none } from "../actor-definition.ts";
import type { AnyEffect, AnyEvent } from "../pending.ts";
import type { KeptPart, KeptParts } from "./kept-context.ts";
import type { HistoryEntry, Step } from "./step-record.ts";

/** Fields of HistoryEntries, HistoryEntry and HistoryStep, each with its wire type. Source: src/codec/proto/records.proto. */
export const textTag = 0x0a;
export const entryTag = 0x12;
export const actorTag = 0x08;
export const revisionTag = 0x10;
export const previousTag = 0x18;
export const skippedTag = 0x20;
export const stepTag = 0x2a;
export const partsTag = 0x0a;
export const changesTag = 0x12;

/** The kind of a field in `parts`: the number of its name times 8, plus one of these. A value is one number in each of them. */
export const kindsCount = 8;
export const switchKind = 1;
export const textKind = 2;
export const wholeNumberKind = 3;
export const otherNumberKind = 4;
/** Only of changes: the length of a list, a value that is not kept, and null. */
export const countKind = 5;
export const notKeptKind = 6;
export const nullKind = 7;

/** Of one commit's steps of an actor the last 32 are kept. */
const stepsOfCommitMax = 32;
/** A longer value is not kept. */
const keptCharactersMax = 64;
/** A longer part needs more than one byte for its length. */
const shortMax = 127;
const varintBytesMax = 8;
const knownTextsMax = 1_024;

/** A text that was written before: the same names return in every row. */
interface KnownText {
  /** Its bytes in a row, with tag and length. */
  readonly bytes: string;
  /** Its number among the texts of all rows. It belongs to this row if the number is one of this row's. */
  number: number;
}

const beginnings = Array.from({ length: shortMax + 1 }, (_, length) => `\n${String.fromCharCode(length)}`);

function toBytes(text: string): string {
  const beginning = beginnings[text.length];
  if (beginning !== undefined && /^[\0-\u007f]*$/.test(text)) return beginning + text;
  const bytes = Buffer.from(text);
  const length: number[] = [];
  let left = bytes.length;
  for (; left > 0x7f; left >>>= 7) length.push((left & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([textTag, ...length, left]), bytes]).toString("latin1");
}

/**
 * Builds the row of one commit. Written by hand, because every turn writes a row and the generated code takes twice as long. Each text is
 * stored once, after the entries, since all entries share a few names.
 */
class PackedRow {
  #bytes = Buffer.allocUnsafeSlow(16_384);
  #end = 0;
  /** The texts of this row, as they follow its entries. */
  #texts = "";
  #known = new Map<string, KnownText>();
  /** Texts of this row have numbers from here on, those of earlier rows smaller ones. */
  #firstNumber = 0;
  #nextNumber = 0;

  begin(): void {
    this.#end = 0;
    this.#texts = "";
    this.#firstNumber = this.#nextNumber;
    if (this.#known.size > knownTextsMax) this.#known = new Map();
  }

  get isEmpty(): boolean {
    return this.#end === 0;
  }

  /** Adds what one commit did to one actor; keeps only its last steps. */
  add(
    { actor, revision, previous }: Pick<HistoryEntry, "actor" | "revision" | "previous">,
    steps: readonly Step[],
    history: Actor["history"],
  ): void {
    const start = this.#open(entryTag);
    this.#number(actorTag);
    this.#text(actor);
    this.#number(revisionTag);
    this.#number(revision);
    this.#number(previousTag);
    this.#number(previous);
    const skipped = Math.max(0, steps.length - stepsOfCommitMax);
    if (skipped > 0) {
      this.#number(skippedTag);
      this.#number(skipped);
    }
    for (let index = skipped; index < steps.length; index += 1) {
      const step = steps[index];
      if (step !== undefined) this.#step(step, history);
    }
    this.#close(start);
  }

  /** The row's bytes, one character a byte. */
  finish(): string {
    return this.#bytes.toString("latin1", 0, this.#end) + this.#texts;
  }

  #step(taken: Step, history: Actor["history"]): void {
    const { event, cause, from, before, after, effects, contextBefore, context } = taken;
    const step = this.#open(stepTag);
    const parts = this.#open(partsTag);
    this.#text(cause);
    this.#textOrNull(from);
    this.#textOrNull(before);
    this.#text(after);
    this.#outline(event.type, outlineEvent(event, history));
    for (const effect of effects) {
      if (!isTell(effect)) this.#outline(effect.type, outlineEffect(effect, history));
      // One for each receiving actor.
      else for (const { to, event: sent } of effect.tells) this.#tell(effect.type, to, sent.type);
    }
    this.#close(parts);
    const changes = this.#open(changesTag);
    if (contextBefore !== context && contextBefore !== null)
      this.#changes(contextBefore as Fields, context as Fields, history.context);
    this.#close(changes);
    this.#close(step);
  }

  /**
   * Values of a context are never changed in place, so that the same value has the same reference. `for in` compares the parts of a
   * context twice as fast as a list of names, because V8 then knows where each of them is.
   */
  #changes(before: Fields, after: Fields, kept: KeptParts): void {
    for (const name in after) {
      const was = before[name];
      const is = after[name];
      if (was === is) continue;
      const part = kept.get(name);
      if (part === undefined) continue;
      if (part.parts === null || was === null || was === undefined) this.#change(part, was);
      else if (is === null || is === undefined) this.#removal(was as Fields, part.parts);
      else this.#changes(was as Fields, is as Fields, part.parts);
    }
  }

  /** The object is null now: each of its parts has changed. */
  #removal(before: Fields, kept: KeptParts): void {
    for (const [name, part] of kept) {
      const was = before[name];
      if (part.parts === null || was === null || was === undefined) this.#change(part, was);
      else this.#removal(was as Fields, part.parts);
    }
  }

  #change({ number, keeps }: KeptPart, was: unknown): void {
    const part = number * kindsCount;
    if (was === null || was === undefined) {
      this.#number(part + nullKind);
      this.#number(0);
    } else if (keeps === "count" && Array.isArray(was)) {
      this.#number(part + countKind);
      this.#number(was.length);
    } else if (keeps === "value" && isKept(was)) this.#value(part, was);
    else {
      this.#number(part + notKeptKind);
      this.#number(0);
    }
  }

  #outline(type: string, fields: OutlinedFields): void {
    this.#text(type);
    if (fields !== none) {
      for (const name in fields) {
        const value = fields[name];
        if (value !== undefined) this.#field(name, value);
      }
    }
    this.#number(0);
  }

  #tell(type: string, to: ActorKey, event: string): void {
    this.#text(type);
    this.#field("to", to);
    this.#field("event", event);
    this.#number(0);
  }

  #field(name: string, value: string | number | boolean): void {
    this.#value(this.#numberOf(name) * kindsCount, value);
  }

  #value(field: number, value: string | number | boolean): void {
    if (typeof value === "string") {
      this.#number(field + textKind);
      this.#text(value);
    } else if (typeof value === "boolean") {
      this.#number(field + switchKind);
      this.#number(value ? 1 : 0);
    } else if (Number.isSafeInteger(value) && value >= 0) {
      this.#number(field + wholeNumberKind);
      this.#number(value);
    } else {
      this.#number(field + otherNumberKind);
      this.#text(`${value}`);
    }
  }

  #text(text: string): void {
    this.#number(this.#numberOf(text));
  }

  #textOrNull(text: string | null): void {
    this.#number(text === null ? 0 : this.#numberOf(text) + 1);
  }

  #numberOf(text: string): number {
    let known = this.#known.get(text);
    if (known === undefined) {
      known = { bytes: toBytes(text), number: -1 };
      this.#known.set(text, known);
    }
    if (known.number < this.#firstNumber) {
      known.number = this.#nextNumber++;
      this.#texts += known.bytes;
    }
    return known.number - this.#firstNumber;
  }

  /** Writes a safe integer from 0 as a varint. */
  #number(value: number): void {
    if (this.#end + varintBytesMax > this.#bytes.length) this.#makeRoom(varintBytesMax);
    const bytes = this.#bytes;
    if (value < 0x80) {
      bytes[this.#end++] = value;
      return;
    }
    let end = this.#end;
    let left = value;
    // Bit shifts work only up to 31 bits.
    for (; left > 0x7fff_ffff; left = Math.floor(left / 0x80)) bytes[end++] = (left % 0x80) | 0x80;
    for (; left > 0x7f; left >>>= 7) bytes[end++] = (left & 0x7f) | 0x80;
    bytes[end++] = left;
    this.#end = end;
  }

  /** Begins a part that has its length in front; returns its place. One byte is reserved for the length, which usually suffices. */
  #open(tag: number): number {
    this.#number(tag);
    this.#number(0);
    return this.#end;
  }

  #close(start: number): void {
    const length = this.#end - start;
    if (length <= shortMax) {
      this.#bytes[start - 1] = length;
      return;
    }
    this.#makeRoom(varintBytesMax);
    const more = Math.floor(Math.log2(length) / 7);
    this.#bytes.copyWithin(start + more, start, this.#end);
    this.#end = start - 1;
    this.#number(length);
    this.#end += length;
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#end + length));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isKept = (value: unknown): value is string | number | boolean =>
  typeof value === "string"
    ? value.length <= keptCharactersMax
    : typeof value === "number" || typeof value === "boolean";

const packedRow = new PackedRow();

/** Begins the empty row of one commit. Only one row exists at a time: finish it before you begin the next one. */
export function beginRow(): Pick<PackedRow, "add" | "finish" | "isEmpty"> {
  packedRow.begin();
  return packedRow;
}

/** All fields of an event except its type. */
function outlineEvent(event: AnyEvent, { events }: Actor["history"]): OutlinedFields {
  if (!isDeadline(event)) return fieldsOf(events[event.type], event);
  const { id, atMs, restarted } = event;
  return { id, atMs, restarted };
}

/** All fields of an effect except its type. Of a tell, each receiving actor is kept instead. */
function outlineEffect(effect: AnyEffect, { effects }: Actor["history"]): OutlinedFields {
  if (isSet(effect)) return { id: effect.id, atMs: effect.atMs };
  return isCleared(effect) ? { id: effect.id } : fieldsOf(effects[effect.type], effect);
}

const isDeadline = (event: AnyEvent): event is DeadlineReached => event.type === "deadline.reached";
const isSet = (effect: AnyEffect): effect is SetDeadlineEffect => effect.type === "effect.deadline.set";
const isCleared = (effect: AnyEffect): effect is ClearDeadlineEffect => effect.type === "effect.deadline.clear";

/**
 * A tell that an older version stored may have a type that no longer exists, or lack a field. Its type is kept, and the turn
 * continues.
 */
function fieldsOf<What>(outline: ((what: What) => OutlinedFields) | undefined, what: What): OutlinedFields {
  try {
    return outline?.(what) ?? none;
  } catch (error) {
    if (error instanceof TypeError) return none;
    throw error;
  }
}

export const isTell = (effect: AnyEffect): effect is TellEffect<AnyEvent> => effect.type === "effect.actor.tell";
