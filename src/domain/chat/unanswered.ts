import { callAddress } from "../../../machines/addresses.ts";
import type { CallContext } from "../../../machines/call/call.types.ts";
import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { CallId } from "../../../machines/ids.ts";
import { asCallId } from "../../core/ids.ts";
import type { KeyedRow } from "../../core/rows/scan-keys.ts";
import { scanKeys } from "../../core/rows/scan-keys.ts";
import { undamagedLater } from "../../core/rows/undamaged.ts";
import type { Key, Store } from "../../ports/store.ts";
import { readStoredActor } from "../actors.ts";

const rowsAtOnce = 200;
/** Ids of the lines that say what became of a call. Source: `tellChanged` in machines/call/call-steps.ts. */
const callLine = /^call\/([^/]+)\/(start|agent_connected|client_connected|end|error)$/;

/**
 * When the client of a chat said something last, or was called; `null` when anybody else had to do with the chat: an agent accepted it or
 * wrote into it, a bot answered, somebody was on the line. That an agent closed it, or put its client on the blacklist, is neither, nor is
 * a call that failed before.
 */
export async function readUnanswered(
  store: Pick<Store, "read" | "scan">,
  { id, visit, createdAtMs }: ChatContext,
): Promise<{ readonly lastWordAtMs: number } | null> {
  if (visit.isAccepted || (visit.call !== null && (await hadSomebody(visit.call.id, store)))) return null;
  let lastWordAtMs = createdAtMs;
  for (let after: Key<"message"> | undefined; ; ) {
    const range = after === undefined ? {} : { after };
    const page = await scanKeys(store, "message", { prefix: [Number(id)], ...range, limit: rowsAtOnce });
    // A damaged message may have been an answer: nothing is taken from the client for its sake.
    if (await hasAnswer(page, store)) return null;
    lastWordAtMs = page.findLast(({ row }) => row !== null && isWord(row))?.row?.atMs ?? lastWordAtMs;
    after = page.at(-1)?.key;
    if (page.length < rowsAtOnce) return { lastWordAtMs };
  }
}

/** A call is read only where no message tells that it was answered. */
async function hasAnswer(page: readonly KeyedRow<"message">[], store: Pick<Store, "read">): Promise<boolean> {
  if (page.some(({ row }) => row === null || isAnswer(row))) return true;
  const calls = new Set(page.flatMap(({ row }) => (row === null ? [] : (endedCallOf(row) ?? []))));
  const had = await Promise.all([...calls].map((id) => hadSomebody(id, store)));
  return had.includes(true);
}

/** Who asks for a callback, or calls, says that they wait. */
const isWord = ({ from, id }: ChatMessage): boolean => from === "client" || (from === "system" && callLine.test(id));

/** A line that an agent signed, such as a transfer, shows that somebody looked at the chat. */
const isAnswer = ({ from, isHidden, agentId, id }: ChatMessage): boolean => {
  if (from === "system") return agentId !== null || isConnected(id);
  return from === "agent" || (from === "bot" && isHidden !== true);
};

const isConnected = (lineId: string): boolean => {
  const status = callLine.exec(lineId)?.[2];
  return status === "agent_connected" || status === "client_connected";
};

/** The call, be it not the last of the chat, that a line says has ended; whether it had somebody on the line is not said. */
function endedCallOf({ from, id }: ChatMessage): CallId | null {
  const [, callId, status] = callLine.exec(id) ?? [];
  return from === "system" && callId !== undefined && status === "end" ? asCallId(callId) : null;
}

/**
 * A callback may have rung for nobody, any other call is one that somebody made, unless it failed. A chat that is closed has no lines of what
 * its call came to: then the agent on the line shows it.
 */
async function hadSomebody(id: CallId, store: Pick<Store, "read">): Promise<boolean> {
  const found = await undamagedLater(async () => ({ row: await store.read("actor", [callAddress(id)]) }));
  if (found?.row === undefined) return found === undefined;
  // The row is a call's, so that its context is.
  const { callType, status, connectedId } = readStoredActor(found.row, "call").context as CallContext;
  if (status === "agent_connected" || status === "client_connected") return true;
  if (status === "error") return false;
  return callType !== "callback" || (status === "end" && connectedId !== null);
}
