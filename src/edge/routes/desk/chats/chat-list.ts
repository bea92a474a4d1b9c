import type { AgentProfile } from "../../../../../machines/agent/agent.types.ts";
import { hasFailedMessages } from "../../../../../machines/chat/failed-messages.ts";
import type { OpenChatFound } from "../../../../../workers/archive/open-chats.types.ts";
import { asChannelId } from "../../../../core/ids.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { Candidates, ChatPage } from "../../../../domain/chat/queries/chat-pages.ts";
import { readChatPage } from "../../../../domain/chat/queries/chat-pages.ts";
import type { ChatView } from "../../../../domain/chat/queries/chat-queries.ts";
import type { ListedChat, ListedWanted } from "../../../../domain/chat/queries/listed-chats.ts";
import { findListed } from "../../../../domain/chat/queries/listed-chats.ts";
import { visibleChannels } from "../archive/visible-channels.ts";
import type { DeskParts } from "../desk-parts.ts";

export interface ChatQuery extends ListedWanted {
  readonly channelId: string | undefined;
  readonly agentId: number | undefined;
  /** Only chats with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
  /** Only open chats that contain these words; undefined for all chats. */
  readonly text: string | undefined;
}

/** The place of the words: a message of the chat, or with `seq` null the data of its client. */
export type WordsPlace = NonNullable<OpenChatFound["place"]>;

/** A chat, and the place in it where the searched words were found. */
export interface AskedChat extends ListedChat {
  readonly place?: WordsPlace | null;
}

/**
 * A page reads at most its own number of rows times this factor, so that a filter without matches does not block the process. For
 * a large page the rows of one round are limited. Then the page is short, and its cursor continues the search.
 */
const lookedAtFactor = 100;
const roundsMax = 50;
const rowsAtOnceMax = 500;
/** A thread looks up words, again in each round. */
const wordRoundsMax = 10;

type ListParts = Pick<DeskParts, "store" | "runtime" | "openChats">;

/**
 * Returns one page of chats, newest first. If a chat changes its state meanwhile, the desk's socket reports the change. With
 * words, it fails as a search of open chats does.
 */
export const listChats = (
  parts: ListParts,
  agent: AgentProfile,
  query: ChatQuery,
): Promise<Result<ChatPage<AskedChat>>> =>
  readChatPage<AskedChat>(parts.store.durable, {
    find: (before, limit) => findAsked(parts, agent, query, before, limit),
    isLookedAt: ({ channelId }) =>
      (query.channelId === undefined || query.channelId === channelId) &&
      parts.runtime.directory.canSee(agent, channelId),
    isAsked: (view) => isAsked(view, query),
    before: query.before,
    rowsMax: query.rowsMax,
    roundsMax: query.text === undefined ? roundsMax : wordRoundsMax,
    rowsAtOnce: Math.min((query.rowsMax * lookedAtFactor) / roundsMax, rowsAtOnceMax),
  });

const isAsked = ({ state, context }: ChatView, query: ChatQuery): boolean =>
  query.states.includes(state) &&
  (query.agentId === undefined || context.agent?.id === query.agentId) &&
  (!query.hasFailed || hasFailedMessages(context));

/** Finds the newest `limit` candidates of the query; fewer only when there are no more. */
async function findAsked(
  { store, runtime, openChats }: ListParts,
  agent: AgentProfile,
  query: ChatQuery,
  before: number | undefined,
  limit: number,
): Promise<Result<Candidates<AskedChat>>> {
  const { text, channelId } = query;
  if (text === undefined) return ok({ candidates: await findListed(store, query, before, limit), isComplete: true });
  const channelIds = visibleChannels(runtime.directory, agent, channelId);
  const found = await openChats.search({ text, channelIds, before: before ?? null, rowsMax: limit });
  if (!found.ok) return found;
  const candidates = found.value.found.map((one) => ({ ...one, channelId: asChannelId(one.channelId) }));
  return ok({ candidates, isComplete: found.value.isComplete });
}
