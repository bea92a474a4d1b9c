import { setImmediate as nextTurn } from "node:timers/promises";
import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import { hasFailedMessages } from "../../../../machines/chat/failed-messages.ts";
import type { ChannelId } from "../../../../machines/ids.ts";
import { asChatId } from "../../../core/ids.ts";
import { undamaged } from "../../../core/undamaged.ts";
import type { Store } from "../../../ports/store.ts";
import { failedList } from "../../../runtime/draft.ts";
import type { ChatView } from "../../../runtime/views.ts";
import { readChat } from "../../../runtime/views.ts";
import type { DeskParts } from "./desk-parts.ts";

export interface ChatQuery {
  readonly states: readonly string[];
  readonly channelId: string | undefined;
  readonly agentId: number | undefined;
  /** Only chats of the client with this visitor number. */
  readonly clientNumber: number | undefined;
  /** Only chats with failed messages. */
  readonly hasFailed: boolean;
  /** Only chats with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
}

export interface ChatPage {
  readonly chats: readonly ChatView[];
  /** Where the next page goes on; null at the end. */
  readonly nextBefore: number | null;
}

/**
 * Rows looked at for one page: this many times a page's rows, so that a filter that fits nothing does not hold up the
 * process; of a large page no more than so many at once. The page is short then, and its cursor goes on.
 */
const lookedAtFactor = 100;
const roundsMax = 50;
const rowsAtOnceMax = 500;

/** After as many chats others have their turn: a large page does not hold up the process. */
export const chatsAtOnce = 50;

/** One page of chats, newest first. A chat that changes its state meanwhile is told by the desk's socket. */
export async function listChats(
  { store, runtime }: Pick<DeskParts, "store" | "runtime">,
  agent: AgentProfile,
  query: ChatQuery,
): Promise<ChatPage> {
  const chats: ChatView[] = [];
  const rowsAtOnce = Math.min((query.rowsMax * lookedAtFactor) / roundsMax, rowsAtOnceMax);
  let { before } = query;
  let read = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const candidates = await scanCandidates(store, query, before, rowsAtOnce);
    for (const { chatNumber, channelId } of candidates) {
      before = chatNumber;
      if (query.channelId !== undefined && query.channelId !== channelId) continue;
      if (!runtime.directory.canSee(agent, channelId)) continue;
      read += 1;
      if (read % chatsAtOnce === 0) await nextTurn();
      const view = undamaged(() => readChat(store.durable, asChatId(String(chatNumber))));
      if (view !== undefined && isAsked(view, query)) chats.push(view);
      if (chats.length === query.rowsMax) return { chats, nextBefore: before };
    }
    if (candidates.length < rowsAtOnce) return { chats, nextBefore: null };
  }
  return { chats, nextBefore: before ?? null };
}

const isAsked = ({ state, context }: ChatView, query: ChatQuery): boolean =>
  query.states.includes(state) &&
  (query.agentId === undefined || context.agent?.id === query.agentId) &&
  (!query.hasFailed || hasFailedMessages(context));

interface Candidate {
  readonly chatNumber: number;
  readonly channelId: ChannelId;
}

/** The newest `rowsAtOnce` chats that may be asked for; fewer only when there are no more. */
async function scanCandidates(
  store: Store,
  { states, clientNumber, hasFailed }: ChatQuery,
  before: number | undefined,
  rowsAtOnce: number,
): Promise<readonly Candidate[]> {
  if (clientNumber === undefined) return scanStates(store, hasFailed ? [failedList] : states, before, rowsAtOnce);
  const rows = await store.scan("clientChat", {
    prefix: [clientNumber],
    ...(before === undefined ? {} : { after: [clientNumber, before] as const }),
    reverse: true,
    limit: rowsAtOnce,
  });
  return rows.map(({ key, row }) => ({ chatNumber: key[1], channelId: row.channelId }));
}

async function scanStates(
  store: Store,
  states: readonly string[],
  before: number | undefined,
  rowsAtOnce: number,
): Promise<readonly Candidate[]> {
  const scans = states.map((state) =>
    store.scan("chatState", {
      prefix: [state],
      ...(before === undefined ? {} : { after: [state, before] as const }),
      reverse: true,
      limit: rowsAtOnce,
    }),
  );
  // A chat that changes its state between two scans can be found twice.
  const found = new Map((await Promise.all(scans)).flat().map(({ key, row }) => [key[1], row.channelId]));
  return [...found]
    .map(([chatNumber, channelId]) => ({ chatNumber, channelId }))
    .sort((left, right) => right.chatNumber - left.chatNumber)
    .slice(0, rowsAtOnce);
}
