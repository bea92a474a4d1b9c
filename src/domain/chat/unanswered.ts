import type { CallContext } from "../../../machines/call/call.machine.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { CallId } from "../../../machines/ids.ts";
import { callAddress } from "../../../machines/tells.ts";
import { asCallId } from "../../core/ids.ts";
import type { KeyedRow } from "../../core/rows/damaged-rows.ts";
import { keyPages, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { ReadRows, StoredRows } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";

const rowsAtOnce = 200;
/** Ids of the system messages about the course of a call. Source: `tellChanged` in machines/call/call.machine.ts. */
const callLine = /^call\/([^/]+)\/(start|agent_connected|client_connected|end|error)$/;

/**
 * The time of the client's last message or call; `null` when anyone else took part in the chat. That is so if an agent accepted it
 * or wrote into it, a bot answered, or a call was answered. An agent who closed the chat or put its client on the blacklist does
 * not count, and neither does a call that failed before.
 */
export async function readUnanswered(
  store: ReadRows,
  { id, visit, createdAtMs }: ChatContext,
): Promise<{ readonly lastWordAtMs: number } | null> {
  if (visit.isAccepted || (visit.call !== null && (await hadSomebody(visit.call.id, store)))) return null;
  let lastWordAtMs = createdAtMs;
  for await (const page of keyPages(store, "message", { prefix: [Number(id)], limit: rowsAtOnce })) {
    // A damaged message may have been an answer, so the chat counts as answered and is not deleted.
    if (await hasAnswer(page, store)) return null;
    lastWordAtMs = page.findLast(({ row }) => row !== null && isWord(row))?.row?.atMs ?? lastWordAtMs;
  }
  return { lastWordAtMs };
}

/** A call is read only if no message shows that it was answered. */
async function hasAnswer(page: readonly KeyedRow<"message">[], store: StoredRows): Promise<boolean> {
  if (page.some(({ row }) => row === null || isAnswer(row))) return true;
  const calls = new Set(page.flatMap(({ row }) => (row === null ? [] : (endedCallOf(row) ?? []))));
  const had = await Promise.all([...calls].map((id) => hadSomebody(id, store)));
  return had.includes(true);
}

/** A client who requests a callback, or calls, waits for an answer. */
const isWord = ({ from, id }: ChatMessage): boolean => from === "client" || (from === "system" && callLine.test(id));

/** A system message with an agent's name, such as a transfer, shows that somebody looked at the chat. */
const isAnswer = ({ from, isHidden, agentId, id }: ChatMessage): boolean => {
  if (from === "system") return agentId !== null || isConnected(id);
  return from === "agent" || (from === "bot" && isHidden !== true);
};

const isConnected = (lineId: string): boolean => {
  const status = callLine.exec(lineId)?.[2];
  return status === "agent_connected" || status === "client_connected";
};

/**
 * The ended call of a system message; not always the last call of the chat. The message does not say whether the call was answered.
 */
function endedCallOf({ from, id }: ChatMessage): CallId | null {
  const [, callId, status] = callLine.exec(id) ?? [];
  return from === "system" && callId !== undefined && status === "end" ? asCallId(callId) : null;
}

/**
 * A callback may have had no answer. Any other call was made by an agent, unless it failed. A closed chat has no system messages
 * about the end of its call: then the connected agent shows it.
 */
async function hadSomebody(id: CallId, store: StoredRows): Promise<boolean> {
  const found = await undamagedLater(async () => ({ row: await store.read("actor", [callAddress(id)]) }));
  if (found?.row === undefined) return found === undefined;
  // The row is a call's, and so is its context.
  const { callType, status, connectedId } = readStoredActor(found.row, "call").context as CallContext;
  if (status === "agent_connected" || status === "client_connected") return true;
  if (status === "error") return false;
  return callType !== "callback" || (status === "end" && connectedId !== null);
}
