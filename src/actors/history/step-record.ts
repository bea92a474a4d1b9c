import type { TellEffect } from "../../../machines/effects.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Actor, AnyEffect, AnyEvent } from "../actor-definition.ts";
import type { StepOutline } from "./outline.ts";
import { outlineEffect, outlineEvent } from "./outline.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import { none } from "./outlined-fields.ts";

/** What one event did to one actor. */
export interface Step {
  readonly event: AnyEvent;
  /** Request, deadline, attempt or what else made the whole turn happen. */
  readonly cause: string;
  /** Who told the actor; `null` when it was told from outside its conversation. */
  readonly from: ActorKey | null;
  /** `null` when the event brought it to life. */
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly AnyEffect[];
}

/** A step as it is kept, without words of people. */
export interface StoredStep {
  readonly event: StepOutline;
  readonly cause: string;
  readonly from: ActorKey | null;
  readonly before: string | null;
  readonly after: string;
  readonly effects: readonly StepOutline[];
}

/** What one commit did to one actor. */
export interface HistoryEntry {
  readonly actor: ActorKey;
  /** Of the actor's row in the same commit. */
  readonly revision: number;
  /** Number of the row with the actor's steps before these; 0 when there are none. */
  readonly previous: number;
  /** How many steps before these the commit made and the entry does not hold. */
  readonly skipped: number;
  /** In their order. */
  readonly steps: readonly StoredStep[];
}

/** Of one commit's steps of an actor the last ones are kept. */
const stepsOfCommitMax = 32;

/**
 * Between the entries of a row. An entry is `["chat/17",revision,previous,skipped,step,…]`, a step `[cause,from,before,after,event,effect,…]`,
 * and an event or effect its type, or `[type,{…}]` when more is kept of it.
 */
export const entrySeparator = "\n";

type StoredOutline = string | readonly [type: string, fields: OutlinedFields];
type StoredParts = readonly [
  cause: string,
  from: ActorKey | null,
  before: string | null,
  after: string,
  event: StoredOutline,
  ...effects: readonly StoredOutline[],
];
type StoredEntry = readonly [
  actor: ActorKey,
  revision: number,
  previous: number,
  skipped: number,
  ...steps: readonly StoredParts[],
];

/** An entry as `HistoryRow.entries` holds it. Written by hand, for every turn writes one: `JSON.stringify` takes twice as long. */
export function encodeEntry(
  { actor, revision, previous }: Pick<HistoryEntry, "actor" | "revision" | "previous">,
  steps: readonly Step[],
  history: Actor["history"],
): string {
  const skipped = Math.max(0, steps.length - stepsOfCommitMax);
  let text = `[${JSON.stringify(actor)},${revision},${previous},${skipped}`;
  for (const step of skipped === 0 ? steps : steps.slice(skipped)) text += `,${encodeStep(step, history)}`;
  return `${text}]`;
}

/** Types and states are names of ours, which nothing has to be escaped in. */
function encodeStep({ event, cause, from, before, after, effects }: Step, history: Actor["history"]): string {
  const teller = from === null ? "null" : JSON.stringify(from);
  const left = before === null ? "null" : `"${before}"`;
  let text = `[${JSON.stringify(cause)},${teller},${left},"${after}",${encodeOutline(event.type, outlineEvent(event, history))}`;
  for (const effect of effects) {
    if (!isTell(effect)) {
      text += `,${encodeOutline(effect.type, outlineEffect(effect, history))}`;
      continue;
    }
    // One for each actor that is told.
    for (const { to, event: told } of effect.tells)
      text += `,["${effect.type}",{"to":${JSON.stringify(to)},"event":"${told.type}"}]`;
  }
  return `${text}]`;
}

export const isTell = (effect: AnyEffect): effect is TellEffect<AnyEvent> => effect.type === "effect.actor.tell";

function encodeOutline(type: string, fields: OutlinedFields): string {
  if (fields === none) return `"${type}"`;
  let text = "";
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    text += `${text === "" ? "" : ","}"${name}":${typeof value === "string" ? JSON.stringify(value) : value}`;
  }
  return `["${type}",{${text}}]`;
}

/** What a row has of one actor, found without reading what it has of others. */
export function findEntry(entries: string, actor: ActorKey): HistoryEntry | undefined {
  const beginning = `[${JSON.stringify(actor)},`;
  const start = entries.startsWith(beginning) ? 0 : entries.indexOf(`${entrySeparator}${beginning}`);
  if (start < 0) return undefined;
  const lineStart = start === 0 ? 0 : start + entrySeparator.length;
  const end = entries.indexOf(entrySeparator, lineStart);
  return decodeEntry(end < 0 ? entries.slice(lineStart) : entries.slice(lineStart, end));
}

/** Everything a row has, actor by actor. */
export const decodeEntries = (entries: string): readonly HistoryEntry[] =>
  entries.split(entrySeparator).map(decodeEntry);

function decodeEntry(line: string): HistoryEntry {
  const [actor, revision, previous, skipped, ...steps]: StoredEntry = JSON.parse(line);
  return { actor, revision, previous, skipped, steps: steps.map(decodeStep) };
}

const decodeStep = ([cause, from, before, after, event, ...effects]: StoredParts): StoredStep => ({
  event: decodeOutline(event),
  cause,
  from,
  before,
  after,
  effects: effects.map(decodeOutline),
});

const decodeOutline = (stored: StoredOutline): StepOutline =>
  typeof stored === "string" ? { type: stored } : { type: stored[0], ...stored[1] };
