import { setImmediate as nextTurn } from "node:timers/promises";
import Type from "typebox";
import type { AgentProfile } from "../../../../machines/agent/agent.machine.ts";
import { hasFailedMessages } from "../../../../machines/chat/steps/lane-steps.ts";
import type { OpenChatFound } from "../../../../workers/archive/open-chats.types.ts";
import type { OpenChats } from "../../../archive/open-chats.ts";
import { chatAnswer, chatsAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import { chatStates } from "../../../codec/desk/desk-schemas.ts";
import type { Limits } from "../../../config/limits.ts";
import { asChannelId } from "../../../core/ids.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { showChat } from "../../../domain/chat/queries/chat-queries.ts";
import type { Candidates, ChatPage, ListedChat, ListedWanted } from "../../../domain/chat/queries/listed-chats.ts";
import { findListed, readChatPage } from "../../../domain/chat/queries/listed-chats.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Store } from "../../../ports/store.ts";
import type { Operation } from "../operation.ts";
import { operation, Reply } from "../operation.ts";
import { decodeCursor, encodeCursor } from "./request/cursor.ts";
import { checkWords, count, cursorText, oneOf, onlyTrue, queryOf, text } from "./request/query.ts";
import type { ChatSources } from "./visible-chat.ts";
import { findVisibleChat, visibleChannels } from "./visible-chat.ts";

interface ChatQuery extends ListedWanted {
  readonly channelId: string | undefined;
  readonly agentId: number | undefined;
  /** Only chats with smaller numbers. */
  readonly before: number | undefined;
  readonly rowsMax: number;
  /** Only open chats that contain these words; undefined for all chats. */
  readonly text: string | undefined;
}

/** The place of the words: a message of the chat, or with `seq` null the data of its client. */
type WordsPlace = NonNullable<OpenChatFound["place"]>;

/** A chat, and the place in it where the searched words were found. */
interface AskedChat extends ListedChat {
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

interface ChatList {
  readonly directory: Directory;
  readonly store: Store;
  readonly openChats: OpenChats;
}

/**
 * Returns one page of chats, newest first. If a chat changes its state meanwhile, the desk's socket reports the change. With
 * words, it fails as a search of open chats does.
 */
const readPage = (list: ChatList, agent: AgentProfile, query: ChatQuery): Promise<Result<ChatPage<AskedChat>>> =>
  readChatPage<AskedChat>(list.store.durable, {
    find: (before, limit) => findAsked(list, agent, query, before, limit),
    isLookedAt: ({ channelId }) =>
      (query.channelId === undefined || query.channelId === channelId) && list.directory.canSee(agent, channelId),
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
  { store, directory, openChats }: ChatList,
  agent: AgentProfile,
  query: ChatQuery,
  before: number | undefined,
  limit: number,
): Promise<Result<Candidates<AskedChat>>> {
  const { text, channelId } = query;
  if (text === undefined) return ok({ candidates: await findListed(store, query, before, limit), isComplete: true });
  const channelIds = visibleChannels(directory, agent, channelId);
  const found = await openChats.search({ text, channelIds, before: before ?? null, rowsMax: limit });
  if (!found.ok) return found;
  const candidates = found.value.found.map((one) => ({ ...one, channelId: asChannelId(one.channelId) }));
  return ok({ candidates, isComplete: found.value.isComplete });
}

const queryIn = (documented: Limits) =>
  queryOf(
    {
      state: oneOf(
        [...chatStates, "open"],
        "Only chats in this state, open: all but closed and blocked ones; all but blocked ones when absent.",
      ),
      channel: text("Only chats of the channel with this id."),
      agent: count("Only chats of the agent with this id."),
      client: count("Only chats of the client with this number, closed ones too."),
      failed: onlyTrue(
        "true: only chats with messages that were not delivered and that nobody has dealt with, closed ones as well.",
      ),
      q: {
        ...text(
          "Only open chats that have these words, all of them, the last one also as the beginning of a word: in messages and notes, names of files, what is known of the client, the page's address, names of agents. Case and accents do not matter. Not together with client, nor with a state that is not open.",
        ),
        schema: Type.String({ maxLength: documented.archiveQueryCodePointsMax }),
      },
      limit: count(`At most so many chats in the page; ${documented.pageRowsMax} when absent.`, {
        min: 1,
        max: rowsMax,
      }),
      cursor: cursorText,
    },
    ({ state, channel, agent, client, failed, q = "", limit, cursor }, limits): Result<ChatQuery> => {
      const words = checkOpenWords(q, { state, client }, limits);
      if (!words.ok) return words;
      const before = decodeCursor("before", /^[1-9][0-9]{0,14}$/, cursor);
      if (!before.ok) return before;
      return ok({
        states: statesOf(state),
        channelId: channel,
        agentId: agent,
        clientNumber: client,
        hasFailed: failed ?? false,
        rowsMax: limit ?? limits.pageRowsMax,
        text: q.trim() === "" ? undefined : q,
        before: before.value === undefined ? undefined : Number(before.value),
      });
    },
  );

function statesOf(asked: string | undefined): readonly string[] {
  if (asked === undefined) return listedStates;
  return asked === "open" ? openStates : [asked];
}

/**
 * Only open chats are searched, because the archive searches closed ones. The words cannot be combined with `client`, because one
 * client has few chats.
 */
function checkOpenWords(
  words: string,
  { state = "open", client }: { readonly state: string | undefined; readonly client: number | undefined },
  limits: Limits,
): Result<void> {
  if (words.trim() === "") return ok(undefined);
  if (state !== "open" && !openStates.some((open) => open === state))
    return fail(
      "invalid_request",
      `Parameter q finds open chats: with it parameter state must be open or one of ${openStates.join(", ")}, got ${state}.`,
    );
  return client === undefined
    ? checkWords(words, limits)
    : fail("invalid_request", "Parameters q and client cannot be used together.");
}

/** `GET /api/chats`: chats that the caller may see, newest first. */
export const listChats = (list: ChatList, documented: Limits): Operation =>
  operation({
    method: "get",
    path: "/api/chats",
    id: "listChats",
    scope: "chats:read",
    summary: "Lists the chats that the caller can see, the newest first.",
    tag: "Chats",
    access: "agent",
    query: queryIn(documented),
    answer: { status: 200, description: "A page of chats.", schema: chatsAnswer },
    failures: ["invalid_request"],
    async handle({ caller, query, limits }) {
      const page = await encodePage(list, caller.profile, query, limits);
      return page.ok ? ok(new Reply(page.value)) : page;
    },
  });

/** Returns the JSON of the answer. Fails as a search of open chats does. */
async function encodePage(
  list: ChatList,
  agent: AgentProfile,
  query: ChatQuery,
  limits: Limits,
): Promise<Result<string>> {
  const listed = await readPage(list, agent, query);
  if (!listed.ok) return listed;
  const page = listed.value;
  const cursor = page.nextBefore === null ? null : encodeCursor("before", String(page.nextBefore));
  const views = page.found.map(({ view }) => view);
  const chats = await encodeChats(list.store, views, limits);
  const words = query.text === undefined ? "" : encodeWords(page);
  return ok(`{"chats":[${chats.join()}],"cursor":${JSON.stringify(cursor)}${words}}`);
}

/** Chats of clients on the blacklist are found only by a query for their state. Source: WH-20. */
const listedStates = chatStates.filter((state) => state !== "blocked");
const openStates = listedStates.filter((state) => state !== "closed");
/** The most rows of a page. A page of this size is built piece by piece, in about 60 ms of work. */
export const rowsMax = 1_000;

/** Reads the first page of `GET /api/chats?state=open`, as JSON. */
export const readOpenChats = (
  list: ChatList,
  agent: AgentProfile,
  chatsMax: number,
  limits: Limits,
): Promise<Result<string>> =>
  encodePage(
    list,
    agent,
    {
      states: openStates,
      channelId: undefined,
      agentId: undefined,
      clientNumber: undefined,
      hasFailed: false,
      rowsMax: chatsMax,
      text: undefined,
      before: undefined,
    },
    limits,
  );

function encodeWords({ found, isComplete }: ChatPage<AskedChat>): string {
  const places = found.flatMap(({ listed: { chatNumber, place } }) =>
    place ? [{ chat: String(chatNumber), ...place }] : [],
  );
  return `,"found":${JSON.stringify(places)},"complete":${isComplete}`;
}

/**
 * Chats that are encoded in one turn of the event loop. Other work runs between two turns, so that a large page does not block
 * the process.
 */
const chatsAtOnce = 50;

async function encodeChats(store: Store, views: readonly ChatView[], limits: Limits): Promise<readonly string[]> {
  const encoded: string[] = [];
  for (let from = 0; from < views.length; from += chatsAtOnce) {
    if (from > 0) await nextTurn();
    const some = views.slice(from, from + chatsAtOnce);
    const shown = await Promise.all(some.map((view) => showChat(store.durable, view, limits)));
    encoded.push(...shown.map((chat) => JSON.stringify(chat)));
  }
  return encoded;
}

/** `GET /api/chats/{id}`. */
export const readChatOperation = (chats: ChatSources): Operation =>
  operation({
    method: "get",
    path: "/api/chats/:id",
    id: "readChat",
    scope: "chats:read",
    summary: "Returns one chat.",
    tag: "Chats",
    access: "agent",
    find: ({ caller, parameters: [idText] }) => findVisibleChat(chats, caller, idText, chats.store.durable),
    answer: { status: 200, description: "The chat.", schema: chatAnswer },
    handle: async ({ found, limits }) => ok({ chat: await showChat(chats.store.durable, found.view, limits) }),
  });
