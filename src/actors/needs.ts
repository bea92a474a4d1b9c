import type { ConversationKey } from "../../machines/ids.ts";
import type { CommitNeeds, LockedRows, RowName } from "../ports/store.ts";
import { NumbersShortError, RowNotLoadedError } from "../ports/store-errors.ts";
import type { Conversation } from "./conversation.ts";
import type { PendingEvent } from "./pending.ts";
import type { Host } from "./step.ts";

/** The events that waited in one mailbox when a commit began. */
export interface Mail {
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
export const needsOf = (mails: readonly Mail[], host: Host, numbered: (feedCursor: number) => void): CommitNeeds =>
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
export function hasMissed(conversation: Conversation, error: unknown): boolean {
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
