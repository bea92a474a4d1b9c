import type { ActorKey } from "../../../machines/ids.ts";
import { digitsOf } from "../../core/phone.ts";
import type { KeyedRow } from "../../core/rows/damaged-rows.ts";
import { keyPages, undamaged } from "../../core/rows/damaged-rows.ts";
import { namesOf } from "../../core/rows/names-of.ts";
import type { Commits, Write } from "../../ports/store.ts";
import type { Known, LockedParts } from "./erasure-row.ts";
import { commitLocked } from "./erasure-row.ts";

const rowsAtOnce = 500;
/** Source: DEL-29. */
const markKeptMs = 24 * 60 * 60_000;
const partOfChat = /^(?:chat|bot|webhooks)\/([0-9]+)$/;

/** The erased ids of the client that other rows may contain. */
export interface ErasedNames {
  readonly chats: ReadonlySet<number>;
  readonly mails: ReadonlySet<ActorKey>;
}

/** Erases rows of tables that are not sorted by client. Reads each table completely, a page at a time. */
export async function eraseElsewhere(parts: LockedParts, known: Known, names: ErasedNames): Promise<void> {
  await erasePhones(parts, known);
  await eraseTells(parts, known);
  await eraseMarks(parts, known, names);
  await eraseLogEntries(parts, known, names);
}

/** Erases all phone rows of the client. If the client has returned, the row of its present number stays. */
async function erasePhones(parts: LockedParts, { conversation }: Known): Promise<void> {
  for await (const page of keyPages(parts.store, "phone", { limit: rowsAtOnce })) {
    const ours = page.filter(({ row }) => row?.conversation === conversation);
    if (ours.length === 0) continue;
    const keys = ours.map(({ key }) => key);
    await commitLocked(parts, conversation, { rows: namesOf("phone", keys) }, (rows) => {
      const present = digitsOf(undamaged(() => rows.read("client", [conversation]))?.client.phone ?? "");
      const stored = keys.filter((key) => undamaged(() => rows.read("phone", key))?.conversation === conversation);
      return stored.filter(([digits]) => digits !== present).map((key): Write => ({ table: "phone", key, row: null }));
    });
  }
}

/** Erases tells to a deleted actor. */
async function eraseTells(parts: LockedParts, { conversation }: Known): Promise<void> {
  for await (const page of keyPages(parts.store, "tell", { limit: rowsAtOnce })) {
    const ours = page.flatMap(({ key, row }) => (row?.conversation === conversation ? [{ key, to: row.to }] : []));
    if (ours.length === 0) continue;
    const rowNames = namesOf(
      "actor",
      ours.map(({ to }) => [to]),
    );
    await commitLocked(parts, conversation, { rows: rowNames }, (rows) =>
      ours
        .filter(({ to }) => undamaged(() => rows.read("actor", [to])) === undefined)
        .map(({ key }): Write => ({ table: "tell", key, row: null })),
    );
  }
}

/** The keys of a visitor's requests are stored under its conversation. All other keys name their actor. */
async function eraseMarks(
  { store }: LockedParts,
  { conversation, row: { atMs } }: Known,
  names: ErasedNames,
): Promise<void> {
  for await (const page of keyPages(store, "idempotency", { limit: rowsAtOnce })) {
    const ours = page.filter(({ key: [scope], row }) =>
      scope === conversation
        ? row === null || row.expiresAtMs <= atMs + markKeptMs
        : row !== null && row.actor !== null && isErased(row.actor, names),
    );
    await deleteAll(store, "idempotency", ours);
  }
}

function isErased(actor: ActorKey, { chats, mails }: ErasedNames): boolean {
  const number = partOfChat.exec(actor)?.[1];
  return number === undefined ? mails.has(actor) : chats.has(Number(number));
}

/** Log entries may quote a customer's message. */
async function eraseLogEntries(
  { store }: LockedParts,
  { row: { channelId } }: Known,
  names: ErasedNames,
): Promise<void> {
  for await (const page of keyPages(store, "channelLog", { prefix: [channelId], limit: rowsAtOnce })) {
    const ours = page.filter(({ row }) => row !== null && row.chatId !== null && names.chats.has(Number(row.chatId)));
    await deleteAll(store, "channelLog", ours);
  }
}

async function deleteAll<Table extends "idempotency" | "channelLog">(
  store: Commits,
  table: Table,
  found: readonly KeyedRow<Table>[],
): Promise<void> {
  if (found.length === 0) return;
  // A key of the table that it is read from.
  await store.commit({}, () => found.map(({ key }) => ({ table, key, row: null }) as Write));
}
