import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Api } from "../../shared/api/api.ts";
import { fieldsOf } from "../../shared/api/json.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { ChatsPage, DeskNews, Surroundings } from "./answers.types.ts";
import type { Availability } from "./availability.ts";
import { createAvailability } from "./availability.ts";
import type { Chats } from "./chats.ts";
import { createChats } from "./chats.ts";
import type { Conversations } from "./conversations.ts";
import { createConversations } from "./conversations.ts";
import type { Drafts } from "./drafts.ts";
import { createDrafts } from "./drafts.ts";
import type { Kept } from "./kept.ts";
import { createKept } from "./kept.ts";
import type { Link } from "./link.ts";
import { openLink } from "./link.ts";
import type { Outbox } from "./outbox.ts";
import { createOutbox } from "./outbox.ts";
import type { Quotes } from "./quotes.ts";
import { createQuotes } from "./quotes.ts";
import { createSurroundings } from "./surroundings.ts";
import type { Typing } from "./typing.ts";
import { createTyping } from "./typing.ts";
import type { Viewers } from "./viewers.ts";
import { createViewers } from "./viewers.ts";

/** All data and actions of a logged-in agent's page. The components draw from it. */
export interface Desk {
  readonly browser: Browser;
  readonly api: Api;
  /** Resolves when the chats have been read, and when the first try has failed. */
  readonly firstRead: Promise<void>;
  readonly link: Link;
  readonly surroundings: ReadonlySignal<Surroundings>;
  readonly chats: Chats;
  readonly conversations: Conversations;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly quotes: Quotes;
  readonly seen: Seen;
  readonly typing: Typing;
  readonly viewers: Viewers;
  readonly kept: Kept;
  /** Whether the agent is set available. */
  readonly available: ReadonlySignal<boolean>;
  setAvailable(value: boolean): void;
  /** Reloads channels, agents and departments. */
  readSurroundings(): Promise<void>;
  /** Calls `heard` for each socket message after the desk has processed it. Returns a function that stops listening. */
  onNews(heard: (news: DeskNews) => void): () => void;
  /**
   * Calls `read` for what the desk shows besides the chats: when they have been read and the socket reports changes, and again when changes
   * may have been missed. Returns a function that stops it.
   */
  onReading(read: (why: "ready" | "resync") => void): () => void;
  /** Continues after a new login of the agent. */
  resume(): void;
  /** Ends the connection and all waiting work, because another agent logs in. */
  stop(): void;
}

/** What the desk begins with. The chats are those at the place of the surroundings; null: not read yet. */
interface FirstAnswer {
  readonly surroundings: Surroundings;
  readonly chats: ChatsPage | null;
}

/** `replaced` is called when the browser's session belongs to another agent. */
export function openDesk(browser: Browser, api: Api, begin: FirstAnswer, replaced: () => void): Desk {
  const { surroundings: first } = begin;
  const data = createData(browser, api, begin, (frame) => link.send(frame));
  const { chats, conversations, outbox, drafts, seen, typing, viewers, kept, availability } = data;
  const listeners = new Set<(news: DeskNews) => void>();
  const onNews: Desk["onNews"] = (heard) => {
    listeners.add(heard);
    return () => listeners.delete(heard);
  };
  const take = createTaker(data, first.agent.id, {
    replaced,
    link: () => link,
    readSurroundings: () => void readSurroundings(),
  });
  const link = openLink({
    browser,
    from: first,
    hello: availability.hello,
    heard(news) {
      take(news);
      for (const heard of listeners) heard(news);
    },
  });
  const { surroundings, readSurroundings } = createSurroundings(api, first, availability, link);
  availability.follow(link);
  // The socket sends what changes meanwhile, because it begins at the place of the first answer.
  void chats.load();
  let endFirstRead = (): void => undefined;
  const firstRead = new Promise<void>((resolve) => {
    endFirstRead = resolve;
  });
  const stopFollowing = effect(() => {
    if (chats.loading.value === "ready") seen.tidy();
    if (chats.loading.value !== "loading") endFirstRead();
  });
  return {
    browser,
    api,
    firstRead,
    link,
    surroundings,
    chats,
    conversations,
    outbox,
    drafts,
    quotes: data.quotes,
    seen,
    typing,
    viewers,
    kept,
    available: availability.isAvailable,
    setAvailable: (value) => availability.choose(value, link),
    readSurroundings,
    onNews,
    onReading: onReadingOf(chats, link, onNews),
    resume() {
      link.retry();
      catchUp(data);
      void readSurroundings();
    },
    stop() {
      stopFollowing();
      listeners.clear();
      for (const part of [link, chats, outbox, drafts, viewers, kept]) part.stop();
    },
  };
}

function onReadingOf({ loading }: Chats, link: Link, onNews: Desk["onNews"]): Desk["onReading"] {
  const isTime = computed(() => loading.value !== "loading" && link.state.value === "live");
  return (read) => {
    let hasBegun = false;
    const ends = [
      effect(() => {
        if (!isTime.value || hasBegun) return;
        hasBegun = true;
        untracked(() => read("ready"));
      }),
      onNews(({ type }) => {
        if ((type === "ready" || type === "resync") && hasBegun) read(type);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
}

interface Data {
  readonly chats: Chats;
  readonly conversations: Conversations;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly quotes: Quotes;
  readonly seen: Seen;
  readonly typing: Typing;
  readonly viewers: Viewers;
  readonly kept: Kept;
  readonly availability: Availability;
}

function createData(
  browser: Browser,
  api: Api,
  { surroundings: { agent, agents }, chats: firstChats }: FirstAnswer,
  send: (frame: object) => boolean,
): Data {
  const agentId = agent.id;
  const kept = createKept(browser, agentId);
  const chats = createChats(api, browser, firstChats);
  const conversations = createConversations(api);
  const isElsewhere = agents.some(({ id, available }) => id === agentId && available);
  return {
    kept,
    chats,
    conversations,
    outbox: createOutbox({ agentId, api, browser, kept, ask: conversations.ask }),
    drafts: createDrafts(browser, kept),
    quotes: createQuotes(kept),
    seen: createSeen(kept, chats, agentId),
    typing: createTyping(api, browser),
    viewers: createViewers(browser, agentId, send),
    availability: createAvailability(kept, isElsewhere),
  };
}

/** Retries at once the requests that failed without a connection. */
function catchUp({ chats, conversations, outbox }: Data): void {
  outbox.flush();
  chats.resume();
  conversations.resume();
}

/** Applies each socket message to the desk's data. */
function createTaker(
  data: Data,
  agentId: number,
  {
    replaced,
    link,
    readSurroundings,
  }: { readonly replaced: () => void; readonly link: () => Link; readonly readSurroundings: () => void },
): (news: DeskNews) => void {
  const { chats, conversations, drafts, quotes, seen, typing, viewers, availability } = data;
  const readAll = (): void => {
    void chats.load();
    void conversations.reload();
  };
  return (news) => {
    switch (news.type) {
      case "ready":
        if (news.agent.id !== agentId) return replaced();
        catchUp(data);
        availability.entered(link());
        viewers.entered();
        // Also at the first connection: the hello made the agent available, which changes the answer that the page began with.
        return readSurroundings();
      case "resync":
        return readAll();
      case "surroundings":
        return readSurroundings();
      case "chat":
        chats.put(news.chat);
        if (news.chat.state === "closed") quotes.drop(news.chat.id);
        return seen.heard(news.chat);
      case "message":
        conversations.put(news.chatId, news.message);
        if (news.message.from === "client") typing.heard(news.chatId, "typeout");
        return;
      case "chat_gone":
        chats.gone(news.chatId);
        // Finds that its messages no longer exist.
        void conversations.retry(news.chatId);
        for (const kind of ["reply", "note"] as const) drafts.write(news.chatId, kind, "");
        quotes.drop(news.chatId);
        return;
      case "typing":
        return typing.heard(news.chatId, news.state);
      case "viewer":
        return viewers.heard(news);
      case "available":
        return availability.told(news.value);
    }
  };
}

/** The client messages that this agent has seen: stored, and the same in all tabs. */
interface Seen {
  /** The number of unseen client messages; the service's count when nothing is stored. */
  unreadOf(chat: DeskChat): number;
  /** The newest message that the agent has seen; 0 when nothing is stored. */
  seqOf(chatId: string): number;
  /** Marks all messages of the chat as seen. */
  markSeen(chat: DeskChat): void;
  /** Takes a new form of a chat. */
  heard(chat: DeskChat): void;
  /** The total of all chats of this agent. */
  readonly total: ReadonlySignal<number>;
  /** Removes marks of chats that are no longer open. Call it when all open chats are known. */
  tidy(): void;
}

interface Mark {
  readonly seq: number;
  /** The service's unread count at that time. */
  readonly unread: number;
}

const prefix = "seen.";

function createSeen(kept: Kept, chats: Chats, agentId: number): Seen {
  const marks = new Map<string, Mark>();
  const changes = signal(0);
  const take = (name: string): void => {
    const mark = read(kept.get(name));
    if (mark === null) marks.delete(name.slice(prefix.length));
    else marks.set(name.slice(prefix.length), mark);
  };
  const put = (chatId: string, mark: Mark | null): void => {
    kept.set(prefix + chatId, mark === null ? null : JSON.stringify(mark));
    take(prefix + chatId);
    changes.value += 1;
  };
  const unreadOf = (chat: DeskChat): number => {
    void changes.value;
    const mark = marks.get(chat.id);
    if (chat.state === "closed") return 0;
    if (mark === undefined) return chat.unread;
    if ((chat.last?.seq ?? 0) <= mark.seq) return 0;
    return chat.unread >= mark.unread ? chat.unread - mark.unread : chat.unread;
  };
  for (const name of kept.names(prefix)) take(name);
  kept.onChange((name) => {
    if (!name.startsWith(prefix)) return;
    take(name);
    changes.value += 1;
  });
  return {
    unreadOf,
    seqOf(chatId) {
      void changes.value;
      return marks.get(chatId)?.seq ?? 0;
    },
    markSeen(chat) {
      const mark = { seq: chat.last?.seq ?? 0, unread: chat.unread };
      const before = marks.get(chat.id);
      if (before?.seq === mark.seq && before.unread === mark.unread) return;
      // If the chat has no unread messages, only an existing mark must be updated.
      if (chat.unread > 0 || before !== undefined) put(chat.id, mark);
    },
    heard(chat) {
      const mark = marks.get(chat.id);
      if (mark === undefined) return;
      if (chat.state === "closed") put(chat.id, null);
      // An answer reset the service's count, so that the mark follows the new count.
      else if (chat.unread < mark.unread) put(chat.id, { ...mark, unread: chat.unread });
    },
    total: computed(() => {
      void chats.revision.value;
      let sum = 0;
      for (const chat of chats.inState("with_agent")) if (chat.agent?.id === agentId) sum += unreadOf(chat);
      return sum;
    }),
    tidy() {
      const open = new Set([...chats.all()].map(({ id }) => id));
      for (const chatId of marks.keys()) if (!open.has(chatId)) put(chatId, null);
    },
  };
}

function read(value: string | null): Mark | null {
  const { seq = Number.NaN, unread = Number.NaN } = fieldsOf<Mark>(value);
  return Number.isInteger(seq) && Number.isInteger(unread) ? { seq, unread } : null;
}
