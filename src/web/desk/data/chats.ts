import type { ReadonlySignal, Signal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Answer, Api, ApiFailure } from "../../shared/api/api.ts";
import { isPassing } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { createTimer } from "../../shared/live/timer.ts";
import type { ChatAnswer, ChatsPage } from "./answers.types.ts";

/** Every open chat that the agent may see, and recently viewed closed chats. */
export interface Chats {
  /** Changes with every change of a chat, at most once per frame. Values computed from all chats depend on it. */
  readonly revision: ReadonlySignal<number>;
  /** `undefined` while the chat is unknown, and when the agent may no longer see it. */
  of(id: string): ReadonlySignal<DeskChat | undefined>;
  /** All known chats, without order. Read `revision` first. */
  all(): Iterable<DeskChat>;
  /** Like `all`, for one state; other chats cost nothing. */
  inState(state: string): Iterable<DeskChat>;
  /** Like `all`, for chats with failed messages. */
  withFailed(): Iterable<DeskChat>;
  /** The state of the first load. Shown chats stay during a reload. */
  readonly loading: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  /** Reloads all open chats, and retries after temporary failures. Messages of the socket during the load are newer than its result. */
  load(): Promise<void>;
  /** Retries failed reads at once. */
  resume(): void;
  /** Reads one chat, whatever its state. */
  read(id: string): Promise<Answer<DeskChat>>;
  /** Takes a chat from the socket. */
  put(chat: DeskChat): void;
  /** Takes the end of a chat from the socket. */
  gone(id: string): void;
  /** Call it before a request that returns chats. The result shows such a chat, unless an equally new or newer form has arrived since. */
  ask(): (answer: DeskChat) => void;
  stop(): void;
}

/** The chats of one request. */
export const pageChats = 500;
const pauseMinMs = 1_000;
const pauseMaxMs = 30_000;

/** `first` is the first page of the first load, if it is known. */
export function createChats(api: Api, browser: Browser, first: ChatsPage | null): Chats {
  const known = createKnownChats(browser);
  const loading = signal<"loading" | "ready" | ApiFailure>("loading");
  const timer = createTimer(browser);
  let given = first;
  let aborter = new AbortController();
  let hasFailed = false;
  let pauseMs = pauseMinMs;

  const read = async (id: string): Promise<Answer<DeskChat>> => {
    const asked = known.ask();
    const answer = await api.get<ChatAnswer>(`/api/chats/${id}`);
    if (answer.ok) {
      known.putRead(answer.value.chat, asked);
      return { ok: true, value: answer.value.chat };
    }
    if (answer.failure.status === 404) known.putGone(id, asked);
    return answer;
  };
  const load = async (): Promise<void> => {
    timer.stop();
    aborter.abort();
    aborter = new AbortController();
    const { signal: aborted } = aborter;
    hasFailed = false;
    if (loading.value !== "ready") loading.value = "loading";
    // A later load must not take it again, not even while the next page of this load is read.
    const firstPage = given;
    given = null;
    const failure = await readOpen({ api, known, first: firstPage, aborted, lookAgain: (id) => void read(id) });
    if (aborted.aborted) return;
    hasFailed = failure !== null;
    if (failure === null) pauseMs = pauseMinMs;
    // Listeners of `loading` then find the chats in all lists that follow the revision.
    known.raise();
    if (failure === null || loading.value !== "ready") loading.value = failure ?? "ready";
    if (failure === null || !isPassing(failure)) return;
    timer.set(pauseMs, () => void load());
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  };
  return {
    revision: known.revision,
    loading,
    of: known.of,
    all: known.all,
    inState: known.inState,
    withFailed: known.withFailed,
    put: known.put,
    gone: (id) => known.putGone(id, known.ask()),
    ask() {
      const asked = known.ask();
      return (answer) => known.putAnswer(answer, asked);
    },
    load,
    resume() {
      if (hasFailed) void load();
    },
    read,
    stop() {
      timer.stop();
      aborter.abort();
    },
  };
}

/** Reads page after page without blocking the desk. A known chat that is missing was closed, or this agent may not see it any more. */
async function readOpen({
  api,
  known,
  first,
  aborted,
  lookAgain,
}: {
  readonly api: Api;
  readonly known: KnownChats;
  /** The first page, if it is known. */
  readonly first: ChatsPage | null;
  readonly aborted: AbortSignal;
  /** Rereads a chat that is shown but no longer open. */
  readonly lookAgain: (id: string) => void;
}): Promise<ApiFailure | null> {
  const begun = known.ask();
  const found = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const asked = known.ask();
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/chats?state=open&limit=${pageChats}${from}`;
    const page: Answer<ChatsPage> =
      cursor === "" && first !== null ? { ok: true, value: first } : await api.get(path, aborted);
    if (!page.ok) return page.failure;
    if (aborted.aborted) return null;
    const { chats } = page.value;
    batch(() => {
      for (const chat of chats) {
        found.add(chat.id);
        known.putRead(chat, asked);
      }
    });
    cursor = page.value.cursor;
  }
  batch(() => {
    for (const id of known.missing(found, begun)) {
      if (known.isWatched(id)) lookAgain(id);
      else known.putGone(id, begun);
    }
  });
  return null;
}

/** The newest form of each chat, from the socket or from a read. */
interface KnownChats {
  readonly revision: ReadonlySignal<number>;
  /** Raises the revision at once for all changes so far. */
  raise(): void;
  of(id: string): ReadonlySignal<DeskChat | undefined>;
  all(): Iterable<DeskChat>;
  inState(state: string): Iterable<DeskChat>;
  withFailed(): Iterable<DeskChat>;
  /** Call it before a request, and pass its result along with the response. Chats stored by `put` meanwhile are newer than the response. */
  ask(): number;
  put(chat: DeskChat): void;
  putRead(chat: DeskChat, asked: number): void;
  /** Takes a response like a page, but a chat that was changed later than the known form is always shown. */
  putAnswer(chat: DeskChat, asked: number): void;
  /** The chat does not exist for this agent. */
  putGone(id: string, asked: number): void;
  /** Chats that were known before `asked`, had no message since, and were not found. */
  missing(found: ReadonlySet<string>, asked: number): readonly string[];
  /** A part of the page shows the chat. */
  isWatched(id: string): boolean;
}

interface Entry {
  readonly chat: Signal<DeskChat | undefined>;
  /** The number of its message or request; one counter for all messages and requests. */
  at: number;
  isWatched: boolean;
}

/** The limit for closed or unknown chats that nothing shows; the oldest of them is evicted first. */
const restingMax = 200;

function createKnownChats(browser: Browser): KnownChats {
  const entries = new Map<string, Entry>();
  const { states, failing, place } = createPlaces();
  const resting = new Set<string>();
  const { revision, changed, raise } = createRevision(browser);
  let count = 0;

  const entryOf = (id: string): Entry => {
    const found = entries.get(id);
    if (found !== undefined) return found;
    const watch = (isWatched: boolean) => () => {
      entry.isWatched = isWatched;
      if (!isWatched) rest(id);
    };
    const chat = signal<DeskChat | undefined>(undefined, { watched: watch(true), unwatched: watch(false) });
    const entry: Entry = { chat, at: 0, isWatched: false };
    entries.set(id, entry);
    rest(id);
    return entry;
  };
  const rest = (id: string): void => {
    resting.delete(id);
    if (isOpen(entries.get(id)?.chat.peek())) return;
    resting.add(id);
    for (const oldest of resting) {
      if (resting.size <= restingMax) return;
      resting.delete(oldest);
      const entry = entries.get(oldest);
      if (entry === undefined || entry.isWatched) continue;
      entries.delete(oldest);
      if (place(oldest, entry.chat.peek(), undefined)) changed();
    }
  };
  const show = (id: string, chat: DeskChat | undefined, at: number): void => {
    const entry = entryOf(id);
    if (entry.at > at) return;
    const before = entry.chat.peek();
    entry.at = at;
    entry.chat.value = chat;
    if (place(id, before, chat)) changed();
    if (!entry.isWatched) rest(id);
  };
  const next = (): number => {
    count += 1;
    return count;
  };
  return {
    revision,
    raise,
    of: (id) => entryOf(id).chat,
    *all() {
      for (const chats of states.values()) yield* chats.values();
    },
    inState: (state) => states.get(state)?.values() ?? [],
    withFailed: () => failing.values(),
    ask: next,
    put: (chat) => show(chat.id, chat, next()),
    putRead: (chat, asked) => show(chat.id, chat, asked),
    putAnswer(chat, asked) {
      const entry = entryOf(chat.id);
      const known = entry.chat.peek();
      const isNewer = known !== undefined && known.updatedAt < chat.updatedAt;
      // A page with a later request may still arrive, and is newer.
      show(chat.id, chat, isNewer ? Math.max(asked, entry.at) : asked);
    },
    putGone: (id, asked) => show(id, undefined, asked),
    missing: (found, asked) =>
      [...entries].flatMap(([id, { chat, at }]) =>
        chat.peek() === undefined || found.has(id) || at > asked ? [] : [id],
      ),
    isWatched: (id) => entries.get(id)?.isWatched ?? false,
  };
}

/** The chats by state, and those with failed messages. */
function createPlaces() {
  const states = new Map<string, Map<string, DeskChat>>();
  const failing = new Map<string, DeskChat>();
  return {
    states,
    failing,
    /** Returns false if the chat was in no list before and after. */
    place(id: string, before: DeskChat | undefined, after: DeskChat | undefined): boolean {
      if (before !== undefined && before.state !== after?.state) states.get(before.state)?.delete(id);
      if (after !== undefined && after.failed !== null) failing.set(id, after);
      else failing.delete(id);
      if (after === undefined) return before !== undefined;
      const same = states.get(after.state) ?? new Map<string, DeskChat>();
      states.set(after.state, same.set(id, after));
      return true;
    },
  };
}

/** True as well for a closed chat that still needs work. */
const isOpen = (chat: DeskChat | undefined): boolean =>
  chat !== undefined && ((chat.state !== "closed" && chat.state !== "blocked") || chat.failed !== null);

function createRevision(browser: Browser) {
  const revision = signal(0);
  let isDue = false;
  const raise = (): void => {
    if (!isDue) return;
    isDue = false;
    revision.value += 1;
  };
  return {
    revision,
    raise,
    changed(): void {
      if (isDue) return;
      isDue = true;
      browser.soon(raise);
    },
  };
}
