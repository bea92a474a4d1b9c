import type { ActorKey } from "../../../machines/ids.ts";
import type { StepOutline } from "./outline.ts";
import type { OutlinedFields } from "./outlined-fields.ts";
import type { HistoryEntry, StoredStep } from "./step-record.ts";

/**
 * Separates the entries of a text row. Such rows are still read, but not written any more. An entry is
 * `["chat/17",revision,previous,skipped,step,…]`, a step `[cause,from,before,after,event,effect,…]`, and an event or effect its
 * type, or `[type,{…}]` when more of it is kept.
 */
const entrySeparator = "\n";
/** The first rows of complete commits were one JSON list of entries with named fields; they did not count skipped steps. */
const listBeginning = "[{";

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

/** The entry of one actor in a row, found without reading the entries of the other actors. */
export function parseEntry(entries: string, actor: ActorKey): HistoryEntry | undefined {
  if (entries.startsWith(listBeginning)) return parseEntries(entries).find((entry) => entry.actor === actor);
  const beginning = `[${JSON.stringify(actor)},`;
  const start = entries.startsWith(beginning) ? 0 : entries.indexOf(`${entrySeparator}${beginning}`);
  if (start < 0) return undefined;
  const lineStart = start === 0 ? 0 : start + entrySeparator.length;
  const end = entries.indexOf(entrySeparator, lineStart);
  return toEntry(end < 0 ? entries.slice(lineStart) : entries.slice(lineStart, end));
}

/** All entries of a row, actor by actor. */
export function parseEntries(entries: string): readonly HistoryEntry[] {
  if (!entries.startsWith(listBeginning)) return entries.split(entrySeparator).map(toEntry);
  const listed: readonly Omit<HistoryEntry, "skipped">[] = JSON.parse(entries);
  return listed.map((entry) => ({ ...entry, skipped: 0 }));
}

function toEntry(line: string): HistoryEntry {
  const [actor, revision, previous, skipped, ...steps]: StoredEntry = JSON.parse(line);
  return { actor, revision, previous, skipped, steps: steps.map(toStep) };
}

const toStep = ([cause, from, before, after, event, ...effects]: StoredParts): StoredStep => ({
  event: toOutline(event),
  cause,
  from,
  before,
  after,
  effects: effects.map(toOutline),
});

const toOutline = (stored: StoredOutline): StepOutline =>
  typeof stored === "string" ? { type: stored } : { type: stored[0], ...stored[1] };
