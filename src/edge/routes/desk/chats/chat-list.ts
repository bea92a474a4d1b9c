import { setImmediate as nextTurn } from "node:timers/promises";
import type { AgentProfile } from "../../../../../machines/agent/agent.types.ts";
import { hasFailedMessages } from "../../../../../machines/chat/failed-messages.ts";
import type { ChannelId } from "../../../../../machines/ids.ts";
import type { OpenChatFound } from "../../../../../workers/archive/open-chats.types.ts";
import { asChannelId, asChatId } from "../../../../core/ids.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import { undamaged } from "../../../../core/rows/undamaged.ts";
import { failedList } from "../../../../domain/chat/chat-lists.ts";
import type { ChatView } from "../../../../domain/chat/chat-queries.ts";
import { readChat } from "../../../../domain/chat/chat-queries.ts";
import type { Store } from "../../../../ports/store.ts";
import { visibleChannels } from "../archive/visible-channels.ts";
import type { DeskParts } from "../desk-parts.ts";

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
  /** Only open chats that have these words; undefined for all. */
  readonly text: string | undefined;
}

export interface ChatPage {
  readonly chats: readonly ChatView[];
  /** Where the next page goes on; null at the end. */
  readonly nextBefore: number | null;
  /** Where the words stand that were asked for, by the chat. */
  readonly places: ReadonlyMap<number, WordsPlace>;
  /** False while chats may be missing that have the words. */
  readonly isComplete: boolean;
}

/** A line of a chat, or with `seq` null something known of its client. */
export type WordsPlace = NonNullable<OpenChatFound["place"]>;

/**
 * Rows looked at for one page: this many times a page's rows, so that a filter that fits nothing does not hold up the
 * process; of a large page no more than so many at once. The page is short then, and its cursor goes on.
 */
const lookedAtFactor = 100;
const roundsMax = 50;
const rowsAtOnceMax = 500;
/** What words are in is looked up by a thread, for each round anew. */
const wordRoundsMax = 10;

/** After as many chats others have their turn: a large page does not hold up the process. */
export const chatsAtOnce = 50;

type ListParts = Pick<DeskParts, "store" | "runtime" | "openChats">;

/**
 * One page of chats, newest first. A chat that changes its state meanwhile is told by the desk's socket. Fails, where words are asked
 * for, as a search of open chats does.
 */
export async function listChats(parts: ListParts, agent: AgentProfile, query: ChatQuery): Promise<Result<ChatPage>> {
  const { store, runtime } = parts;
  const chats: ChatView[] = [];
  const places = new Map<number, WordsPlace>();
  let isComplete = true;
  const rowsAtOnce = Math.min((query.rowsMax * lookedAtFactor) / roundsMax, rowsAtOnceMax);
  let { before } = query;
  let read = 0;
  const rounds = query.text === undefined ? roundsMax : wordRoundsMax;
  for (let round = 0; round < rounds; round += 1) {
    const scanned = await scanCandidates(parts, agent, query, before, rowsAtOnce);
    if (!scanned.ok) return scanned;
    const { candidates } = scanned.value;
    isComplete &&= scanned.value.isComplete;
    for (const { chatNumber, channelId, place } of candidates) {
      before = chatNumber;
      if (query.channelId !== undefined && query.channelId !== channelId) continue;
      if (!runtime.directory.canSee(agent, channelId)) continue;
      read += 1;
      if (read % chatsAtOnce === 0) await nextTurn();
      const view = undamaged(() => readChat(store.durable, asChatId(String(chatNumber))));
      if (view === undefined || !isAsked(view, query)) continue;
      chats.push(view);
      if (place) places.set(chatNumber, place);
      if (chats.length === query.rowsMax) return ok({ chats, nextBefore: before, places, isComplete });
    }
    if (candidates.length < rowsAtOnce) return ok({ chats, nextBefore: null, places, isComplete });
  }
  return ok({ chats, nextBefore: before ?? null, places, isComplete });
}

const isAsked = ({ state, context }: ChatView, query: ChatQuery): boolean =>
  query.states.includes(state) &&
  (query.agentId === undefined || context.agent?.id === query.agentId) &&
  (!query.hasFailed || hasFailedMessages(context));

interface Candidate {
  readonly chatNumber: number;
  readonly channelId: ChannelId;
  readonly place?: WordsPlace | null;
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly isComplete: boolean;
}

/** The newest `rowsAtOnce` chats that may be asked for; fewer only when there are no more. */
async function scanCandidates(
  { store, runtime, openChats }: ListParts,
  agent: AgentProfile,
  { states, clientNumber, channelId, hasFailed, text }: ChatQuery,
  before: number | undefined,
  rowsAtOnce: number,
): Promise<Result<Candidates>> {
  if (text !== undefined) {
    const channelIds = visibleChannels(runtime.directory, agent, channelId);
    const found = await openChats.search({ text, channelIds, before: before ?? null, rowsMax: rowsAtOnce });
    if (!found.ok) return found;
    const candidates = found.value.found.map((one) => ({ ...one, channelId: asChannelId(one.channelId) }));
    return ok({ candidates, isComplete: found.value.isComplete });
  }
  if (clientNumber === undefined) {
    const candidates = await scanStates(store, hasFailed ? [failedList] : states, before, rowsAtOnce);
    return ok({ candidates, isComplete: true });
  }
  const rows = await store.scan("clientChat", {
    prefix: [clientNumber],
    ...(before === undefined ? {} : { after: [clientNumber, before] as const }),
    reverse: true,
    limit: rowsAtOnce,
  });
  const candidates = rows.map(({ key, row }) => ({ chatNumber: key[1], channelId: row.channelId }));
  return ok({ candidates, isComplete: true });
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
